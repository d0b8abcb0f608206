#include "labs/experiments/played_crawl.h"

#include <gtest/gtest.h>

#include <algorithm>
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
                strategy, strategy.order())
        .fetched;
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

class InOrder final : public gatherer::Strategy {
 public:
  std::string_view name() const override { return "in-order"; }
  gatherer::Rating rate(gatherer::UrlId, int, bool) const override { return {}; }
};

TEST_F(PlayedCrawlTest, ReadsTheLinksOfAPageInTheOrderOfItsNumber) {
  out_[0] = {1, 2, 3, 4, 5};
  out_[1] = out_[2] = out_[3] = out_[4] = out_[5] = {};
  const auto order = [&](std::uint64_t number) {
    InOrder strategy;
    return play({.out = [&](NodeId page) { return std::span(out_[page]); },
                 .hosts = hosts_,
                 .judge = [](NodeId) { return gatherer::Judgement(); },
                 .seeds = {0},
                 .pages = 6,
                 .link_order = number},
                strategy, strategy.order())
        .fetched;
  };
  EXPECT_EQ(order(0), (Pages{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(order(7), order(7));
  std::set<Pages> orders;
  for (std::uint64_t number = 1; number <= 10; ++number) orders.insert(order(number));
  EXPECT_GT(orders.size(), 5U);
  for (Pages pages : orders) {
    std::sort(pages.begin(), pages.end());
    EXPECT_EQ(pages, (Pages{0, 1, 2, 3, 4, 5})) << "each link is read once";
  }
}

// 0 -> 1, 2; 1 -> 3; 2 -> 4; 3 -> 5; 4 -> 5. 6 leads to 0, and nothing leads to 6.
TEST_F(PlayedCrawlTest, TheCeilingIsWhatLinksLeadToWithinTheBudget) {
  const auto ceiling = [&](Pages seeds, std::size_t pages) {
    return ceiling_of({.out = [&](NodeId page) { return std::span(out_[page]); },
                       .hosts = hosts_,
                       .judge = {},
                       .seeds = std::move(seeds),
                       .pages = pages},
                      [](NodeId page) { return page == 0 || page >= 3; });
  };
  EXPECT_EQ(ceiling({0}, 100), 3U) << "3, 4 and 5; not the seed";
  EXPECT_EQ(ceiling({0}, 3), 2U) << "two pages beside the seed";
  EXPECT_EQ(ceiling({6}, 100), 4U) << "and 0";
  EXPECT_EQ(ceiling({5}, 100), 0U);
}

// 0 -> 1, 2; 1 -> 3; 2 -> 4. Pages 1 to 4 are of one site, and 2 brings no page.
TEST_F(PlayedCrawlTest, TakesNoMorePagesOfASiteThanItsCapAndCountsFailuresApart) {
  InOrder strategy;
  const PlayedPages played = play({.out = [&](NodeId page) { return std::span(out_[page]); },
                                   .hosts = hosts_,
                                   .judge = [](NodeId) { return gatherer::Judgement(); },
                                   .seeds = {0},
                                   .pages = 100,
                                   .sites = {0, 1, 1, 1, 1, 0, 0},
                                   .caps = {0, 1},
                                   .fails = [](NodeId page) { return page == 1; }},
                                  strategy, strategy.order());
  EXPECT_EQ(played.fetched, (Pages{0, 2}));
  EXPECT_EQ(played.failed, 1U);
  EXPECT_EQ(played.known, 4U);
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
  EXPECT_EQ(play(crawl, strategy, strategy.order()).fetched, (Pages{0, 1, 3, 2, 4}));
  EXPECT_EQ(strategy.texts_, "01324");
}

}  // namespace
}  // namespace porthole::labs
