#include "labs/laboratory/recrawl.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "labs/laboratory/figure_book.h"

namespace porthole::labs {
namespace {

WebDials small() {
  WebDials dials;
  dials.pages = 1'000;
  dials.sites = 60;
  dials.topics = 4;
  dials.drift_pages = 10;
  return dials;
}

RecrawlRun short_run() {
  RecrawlRun run;
  run.days = 30;
  run.measured_days = 15;
  return run;
}

TEST(RecrawlTest, WithoutABudgetOnlyPagesThatNeverChangeStayFresh) {
  const auto web = GeneratedWeb::generate(small(), 1);
  ASSERT_TRUE(web);
  RecrawlRun run = short_run();
  run.share_a_day = 0;
  const std::vector<double> weights(web->size(), 1);
  const RecrawlFreshness none = recrawl(*web, weights, RecrawlOrder::kUniform, run);
  EXPECT_NEAR(none.weighted, none.plain, 1e-12);
  double unchanged = 0;
  for (NodeId page = 0; page < web->size(); ++page)
    unchanged += web->version(page, 24 * run.days) == web->version(page, 0) ? 1 : 0;
  EXPECT_GE(none.plain, unchanged / static_cast<double>(web->size()));
  run.share_a_day = 24;
  EXPECT_GT(recrawl(*web, weights, RecrawlOrder::kUniform, run).plain, none.plain);
}

TEST(RecrawlTest, WeightsAreThoseOfTheTopicItsHubsAndItsAuthorities) {
  const auto web = GeneratedWeb::generate(small(), 1);
  ASSERT_TRUE(web);
  const std::vector<double> weights = weights_of(*web, 2);
  ASSERT_EQ(weights.size(), web->size());
  for (NodeId page = 0; page < web->size(); ++page)
    EXPECT_GE(weights[page], (*web)[page].topic == 2 ? 1.1 : 0.1);
  EXPECT_GE(*std::max_element(weights.begin(), weights.end()), 2.1) << "the best hub";
}

// Ten webs, one budget: the interval of each paired difference lies above 0.
TEST(RecrawlTest, HubsByValueAreFresherThanByUniformAndProportionalOrder) {
  std::vector<double> uniform, proportional, hubs;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const auto web = GeneratedWeb::generate(small(), seed);
    ASSERT_TRUE(web);
    const std::vector<double> weights = weights_of(*web, static_cast<std::uint16_t>(seed % 4));
    const auto freshness = [&](RecrawlOrder order) {
      return recrawl(*web, weights, order, short_run()).weighted;
    };
    uniform.push_back(freshness(RecrawlOrder::kUniform));
    proportional.push_back(freshness(RecrawlOrder::kProportional));
    hubs.push_back(freshness(RecrawlOrder::kHubs));
  }
  EXPECT_GT(difference_of(hubs, uniform).difference.low, 0);
  EXPECT_GT(difference_of(hubs, proportional).difference.low, 0);
}

}  // namespace
}  // namespace porthole::labs
