#include "labs/experiments/recall_trial.h"

#include <gtest/gtest.h>

#include "gatherer/strategies/breadth_first.h"
#include "tests/support/recorded_web.h"

namespace porthole::labs {
namespace {

using PageId = RecordedLinks::PageId;

class RecallTrialTest : public ::testing::Test {
 protected:
  RecallTrialTest() { relevant_.relevant = true; }
  /// A crawl from http://a/ for nine tenths of the pages of http://good.
  RecallTrial run(const gatherer::RecallGoal& goal) {
    const RecordedLinks web = record_.read();
    const CappedPlay crawl{.web = web,
                           .judge = [&](PageId page) -> const gatherer::Judgement& {
                             return web.pages()[page].url.starts_with("http://good") ? relevant_
                                                                                     : other_;
                           },
                           .seeds = {web.find("http://a/")},
                           .caps = std::vector<std::size_t>(web.sites().size())};
    gatherer::BreadthFirst strategy;
    return play_until_recall(crawl, strategy, goal, 1);
  }
  /// `pages` pages that http://a/ links to, each with a link to a page of its own on topic.
  void make_web(int pages) {
    record_.page("http://a/");
    for (int i = 0; i < pages; ++i) {
      const std::string list = "http://a/" + std::to_string(i);
      const std::string good = "http://good/" + std::to_string(i);
      record_.page(list);
      record_.page(good);
      record_.link("http://a/", list);
      record_.link(list, good);
    }
  }

  RecordedWeb record_;
  gatherer::Judgement relevant_, other_;
};

TEST_F(RecallTrialTest, ACrawlThatHasAllKnowsIt) {
  make_web(20);
  const RecallTrial trial = run({.recall = .9, .sample = 200, .first = 200});
  EXPECT_EQ(trial.truth, 1);
  EXPECT_EQ(trial.said.estimate, 1);
  EXPECT_TRUE(trial.holds());
  EXPECT_EQ(trial.fetched, 41u);
  EXPECT_EQ(trial.reached, 41u);
}

// After 20 pages the 21st to the 100th page and the 19 found so far wait; a sample of ten sees how
// many pages lie behind them.
TEST_F(RecallTrialTest, ACrawlThatLacksMostGoesOn) {
  make_web(100);
  const RecallTrial trial = run({.recall = .9, .sample = 10, .first = 20});
  EXPECT_GT(trial.samples, 1u);
  EXPECT_GT(trial.truth, .5);
  EXPECT_TRUE(trial.holds()) << trial.said.low << " to " << trial.said.high << ", " << trial.truth;
}

}  // namespace
}  // namespace porthole::labs
