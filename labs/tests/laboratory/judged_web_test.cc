#include "labs/laboratory/judged_web.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "gatherer/strategies/strategy_registry.h"

namespace porthole::labs {
namespace {

WebDials small() {
  WebDials dials;
  dials.pages = 2'000;
  dials.sites = 100;
  dials.topics = 4;
  return dials;
}

class JudgedWebTest : public ::testing::Test {
 protected:
  LabCrawl crawl_of(const std::string& strategy, std::size_t pages = 300) const {
    LabCrawl crawl;
    crawl.strategy = strategy;
    crawl.seeds.assign(web_.examples(0).begin(), web_.examples(0).begin() + 5);
    crawl.pages = pages;
    return crawl;
  }
  double precision(const std::string& strategy) {
    const auto pages = web_.crawl(crawl_of(strategy));
    EXPECT_TRUE(pages) << pages.error().to_string();
    const auto found = std::count_if(pages->begin(), pages->end(),
                                     [&](NodeId page) { return web_.is_on_topic(page, 0); });
    return static_cast<double>(found) / static_cast<double>(pages->size());
  }

  JudgedWeb web_ = *JudgedWeb::train(*GeneratedWeb::generate(small(), 1));
};

TEST_F(JudgedWebTest, TheClassifierIsMostlyRightAboutPagesThatItHasNotSeen) {
  std::set<NodeId> seen;
  for (std::uint16_t topic = 0; topic < 4; ++topic) {
    seen.insert(web_.examples(topic).begin(), web_.examples(topic).end());
  }
  std::size_t right = 0, all = 0;
  for (NodeId page = 0; page < web_.web().size(); ++page) {
    if (seen.contains(page) || web_.web()[page].topic == kNoTopic) continue;
    ++all;
    right += web_.judge(page, web_.web()[page].topic).best_is_wanted ? 1 : 0;
  }
  EXPECT_GT(static_cast<double>(right) / static_cast<double>(all), .7);
}

TEST_F(JudgedWebTest, EveryStrategyOfTheProductCrawlsTheWeb) {
  for (const std::string& strategy : gatherer::strategy_names()) {
    SCOPED_TRACE(strategy);
    const auto pages = web_.crawl(crawl_of(strategy));
    ASSERT_TRUE(pages) << pages.error().to_string();
    EXPECT_GT(pages->size(), 50U);
    EXPECT_EQ(std::set<NodeId>(pages->begin(), pages->end()).size(), pages->size());
  }
}

TEST_F(JudgedWebTest, StrategiesThatReadNoWordsCrawlAlikeWithoutThem) {
  int without = 0;
  for (const std::string& strategy : gatherer::strategy_names()) {
    if (reads_words(strategy)) continue;
    SCOPED_TRACE(strategy);
    LabCrawl crawl = crawl_of(strategy);
    const auto with_words = web_.crawl(crawl);
    crawl.words = false;
    EXPECT_EQ(*web_.crawl(crawl), *with_words);
    ++without;
  }
  EXPECT_EQ(without, 8);
  EXPECT_TRUE(reads_words("rw:metadata=anchor"));
  EXPECT_FALSE(reads_words("utility:alpha=0.5"));
}

TEST_F(JudgedWebTest, TheOracleIsAMeanOfLinkOrdersAndNotAboveTheCeiling) {
  const LabCrawl crawl = crawl_of("oracle", 205);
  const JudgedWeb::Bounds bounds = web_.bounds(crawl);
  EXPECT_EQ(bounds.ceiling, 200) << "the topic has more pages, and links lead to them";
  EXPECT_LE(bounds.oracle, bounds.ceiling);
  const std::vector<NodeId> found = found_by(crawl, *web_.crawl(crawl));
  const auto in_page_order = std::count_if(found.begin(), found.end(),
                                           [&](NodeId page) { return web_.is_on_topic(page, 0); });
  EXPECT_NEAR(bounds.oracle, static_cast<double>(in_page_order), 20);
  EXPECT_EQ(web_.bounds(crawl).oracle, bounds.oracle) << "the same orders";
}

TEST_F(JudgedWebTest, TheOracleFindsMoreThanRelevanceWeightingAndThatMoreThanChance) {
  const double oracle = precision("oracle");
  const double weighting = precision("rw:metadata=anchor");
  const double random = precision("random");
  EXPECT_GT(oracle, weighting);
  EXPECT_GT(weighting, random + .1);
}

TEST_F(JudgedWebTest, TheSameCrawlFindsTheSamePages) {
  EXPECT_EQ(*web_.crawl(crawl_of("learned")), *web_.crawl(crawl_of("learned")));
}

TEST_F(JudgedWebTest, ARecordHasTheTruthAndTheDistancesOfAuthoritiesFromTheSeeds) {
  const LabCrawl crawl = crawl_of("soft-focus");
  const auto pages = web_.crawl(crawl);
  ASSERT_TRUE(pages);
  const JudgedWeb::Record record = web_.record(crawl, *pages, 1);
  ASSERT_EQ(record.run.pages.size(), pages->size());
  EXPECT_TRUE(record.run.pages.front().seed);
  EXPECT_TRUE(record.run.pages.front().opinion.relevant);
  EXPECT_EQ(record.run.stop_reason, "budget");
  EXPECT_FALSE(record.run.authority_distances.empty());
  for (const int distance : record.run.authority_distances) EXPECT_NE(distance, kUnreached);
  EXPECT_FALSE(record.best_sites.empty());
  EXPECT_TRUE(std::is_sorted(record.best_sites.begin(), record.best_sites.end()));
}

TEST_F(JudgedWebTest, TheFirstPageOfAWebCanBeCrawled) {
  LabCrawl crawl = crawl_of("breadth-first");
  crawl.seeds = {0};
  const JudgedWeb::Record record = web_.record(crawl, *web_.crawl(crawl), 0);
  EXPECT_EQ(record.run.seeds, std::vector<std::string>{web_.web().url(0)});
}

TEST_F(JudgedWebTest, AnUnknownStrategyIsAnError) {
  EXPECT_FALSE(web_.crawl(crawl_of("no-such-strategy")));
}

TEST(DrawsTest, EachDrawIsATopicOfAWebAndValuesStandInTheOrderOfDraws) {
  Series series(4);
  const auto ran = run_draws(
      small(), {.webs = 2, .topics = 2, .threads = 2}, [&](JudgedWeb& web, const TopicDraw& draw) {
        series.set(draw.number, "seed", static_cast<double>(web.web().seed()));
        series.set(draw.number, "topic", draw.topic);
        return Result<void>();
      });
  ASSERT_TRUE(ran) << ran.error().to_string();
  EXPECT_EQ(series["seed"], (std::vector<double>{1, 1, 2, 2}));
  EXPECT_EQ(series["topic"], (std::vector<double>{0, 1, 0, 1}));
}

TEST(DrawsTest, TheErrorOfAnExperimentIsThatOfTheRun) {
  const auto ran = run_draws(
      small(), {.webs = 2, .topics = 1, .threads = 2},
      [](JudgedWeb&, const TopicDraw&) -> Result<void> { return fail(ErrorCode::kInvalid, "no"); });
  ASSERT_FALSE(ran);
  EXPECT_EQ(ran.error().message, "no");
}

}  // namespace
}  // namespace porthole::labs
