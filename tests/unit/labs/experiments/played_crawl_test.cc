#include "labs/experiments/played_crawl.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <span>
#include <string>

#include "gatherer/strategies/utility_strategy.h"

namespace porthole::labs {
namespace {

using sampler::NodeId;
using Pages = std::vector<NodeId>;

class PlayedCrawlTest : public ::testing::Test {
 protected:
  /// By importance alone.
  Pages crawl(std::size_t pages) {
    gatherer::UtilityStrategy strategy({.utility = topics::Utility::kCobbDouglas,
                                        .importance = gatherer::UtilityStrategy::Importance::kModel,
                                        .alpha = {.start = 0},
                                        .adaptive = false});
    return play({.out = [&](NodeId page) { return std::span(out_[page]); },
                 .hosts = hosts_,
                 .judge =
                     [&](NodeId page) {
                       gatherer::Judgement judgement;
                       judgement.importance = importance_[page];
                       return judgement;
                     },
                 .seeds = {0},
                 .pages = pages},
                strategy, strategy.order());
  }

  std::vector<Pages> out_ = {{1, 2}, {3}, {4}, {5}, {5}, {}, {0}};
  std::vector<std::uint32_t> hosts_ = {0, 0, 0, 0, 0, 0, 0};
  std::vector<double> importance_ = {.5, .9, .1, .2, .8, 0, 1};
};

TEST_F(PlayedCrawlTest, TakesFirstWhatTheBestPageLinksTo) { EXPECT_EQ(crawl(3), (Pages{0, 1, 3})); }

TEST_F(PlayedCrawlTest, EndsWithNothingLeftAndNeverTakesAPageTwice) {
  EXPECT_EQ(crawl(100), (Pages{0, 1, 3, 2, 5, 4}));
}

TEST_F(PlayedCrawlTest, MovesUpWhatABetterPageCites) {
  out_[0] = {2, 1};
  out_[2] = {4, 5};
  out_[1] = {4};
  EXPECT_EQ(crawl(4), (Pages{0, 2, 1, 4}));
}

/// Prunes pages without an anchor, until it is told of one.
class AnchorsOnly final : public gatherer::Strategy {
 public:
  std::string_view name() const override { return "anchors-only"; }
  void page_judged(const gatherer::JudgedPage& page) override { texts_ += page.document->text; }
  void link_read(const gatherer::LinkRead& read) override {
    if (read.link.anchor.empty()) return;
    named_.insert(read.target);
    raised_.push_back(read.target);
  }
  gatherer::Rating rate(gatherer::UrlId target, int, bool seed) const override {
    return {.priority = 1, .pruned = !seed && !named_.contains(target)};
  }
  void take_raised(std::vector<gatherer::UrlId>& raised) override {
    raised.insert(raised.end(), raised_.begin(), raised_.end());
    raised_.clear();
  }
  std::string texts_;

 private:
  std::set<gatherer::UrlId> named_;
  std::vector<gatherer::UrlId> raised_;
};

TEST_F(PlayedCrawlTest, TellsTheStrategyOfLinksAndTextsAndFetchesNothingThatItPrunes) {
  // 0 -> 1, 2; 1 -> 3; 3 -> 2, the only link to 2 that has an anchor.
  out_ = {{1, 2}, {3}, {4}, {2}, {}, {}, {}};
  AnchorsOnly strategy;
  const auto has_anchor = [](NodeId source, std::size_t nth) { return source != 0 || nth == 0; };
  const PlayedCrawl crawl{
      .out = [&](NodeId page) { return std::span(out_[page]); },
      .hosts = hosts_,
      .judge = [](NodeId) { return gatherer::Judgement(); },
      .seeds = {0},
      .pages = 100,
      .link = [&](NodeId source, std::size_t nth,
                  Link& link) { link.anchor = has_anchor(source, nth) ? "a" : ""; },
      .document =
          [](NodeId page) {
            Document document;
            document.text = std::to_string(page);
            return document;
          }};
  EXPECT_EQ(play(crawl, strategy, strategy.order()), (Pages{0, 1, 3, 2, 4}));
  EXPECT_EQ(strategy.texts_, "01324");
}

}  // namespace
}  // namespace porthole::labs
