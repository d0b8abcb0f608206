#include "labs/experiments/played_crawl.h"

#include <gtest/gtest.h>

#include <memory>

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
    return play({.out = out_,
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

}  // namespace
}  // namespace porthole::labs
