// Recall of a crawl from a sample of the URLs that wait. The expected numbers are worked out by
// hand from the formulas of the header.

#include "sampler/frontier_recall.h"

#include <gtest/gtest.h>

#include <vector>

#include "sampler/hash_rng.h"

namespace porthole::sampler {
namespace {

TEST(FrontierRecallTest, WithoutUrlsThatWaitNothingIsMissing) {
  const FrontierRecall found = estimate_recall({}, 40);
  EXPECT_EQ(found.missing.estimate, 0);
  EXPECT_EQ(found.recall.low, 1);
  EXPECT_EQ(found.recall.high, 1);
  EXPECT_EQ(estimate_recall({}, 0).recall.estimate, 1) << "none of nothing";
}

// 5 of 50 are on topic, so 5 of the other 50. p = 5.5 / 51, the variance p (1 - p) (50 + 50) =
// 9.6213; exp(1.96 sqrt(ln(1 + 9.6213 / 36))) = 2.5958 about 6.
TEST(FrontierRecallTest, OneGenerationIsExtrapolatedToTheUrlsThatWereNotRead) {
  const std::vector<Generation> sample = {{.known = 100, .read = 50, .hits = 5}};
  const FrontierRecall found = estimate_recall(sample, 45, 0.95, 1);
  EXPECT_DOUBLE_EQ(found.missing.estimate, 5);
  EXPECT_NEAR(found.missing.low, 6 / 2.59575 - 1, 1e-3);
  EXPECT_NEAR(found.missing.high, 6 * 2.59575 - 1, 1e-3);
  EXPECT_DOUBLE_EQ(found.recall.estimate, 0.9);
  EXPECT_NEAR(found.recall.low, 45 / (45 + 14.5745), 1e-4);
  EXPECT_NEAR(found.recall.high, 45 / (45 + 1.3115), 1e-4);
}

TEST(FrontierRecallTest, ASampleWithoutAPageOnTopicDoesNotClaimToBeCertain) {
  const std::vector<Generation> sample = {{.known = 100, .read = 50}};
  const FrontierRecall found = estimate_recall(sample, 45, 0.95, 1);
  EXPECT_EQ(found.recall.estimate, 1);
  EXPECT_LT(found.recall.low, 0.95);
}

TEST(FrontierRecallTest, WhenEveryUrlWasReadNothingIsUncertain) {
  const std::vector<Generation> sample = {
      {.known = 50, .read = 50, .hits = 5, .found = 8, .found_by_half = 4},
      {.known = 8, .read = 8, .hits = 2}};
  const FrontierRecall found = estimate_recall(sample, 45);
  EXPECT_EQ(found.recall.low, 1);
  EXPECT_EQ(found.recall.high, 1);
}

TEST(FrontierRecallTest, UrlsBehindUrlsThatWereNotReadGrowAsTheFirstHalfSays) {
  const auto second = [](std::size_t by_half) {
    return generation_sizes(
        std::vector<Generation>{{.known = 200, .read = 50, .found = 8, .found_by_half = by_half},
                                {.known = 8, .read = 8}})[1];
  };
  EXPECT_DOUBLE_EQ(second(4), 32) << "each half found as many: four times as many in all";
  EXPECT_DOUBLE_EQ(second(8), 8) << "the second half found none that was new";
  EXPECT_DOUBLE_EQ(second(0), 32) << "nothing is known of the growth: as if each led to others";
}

TEST(FrontierRecallTest, AGenerationThatWasFoundAndNotReadCountsWithTheRateBefore) {
  const std::vector<Generation> sample = {
      {.known = 40, .read = 40, .hits = 10, .found = 20, .found_by_half = 10}};
  EXPECT_EQ(generation_sizes(sample), (std::vector<double>{40, 20}));
  EXPECT_DOUBLE_EQ(estimate_recall(sample, 45).missing.estimate, 5);
}

// 1,000 URLs wait, 100 of them on topic; 200 are drawn, 1,000 times over.
TEST(FrontierRecallTest, TheIntervalHoldsTheTruthInNineteenOfTwentySamplesOrMore) {
  constexpr std::size_t kWait = 1000, kOnTopic = 100, kRead = 200, kFetchedOnTopic = 900;
  int held = 0;
  for (std::uint64_t trial = 0; trial < 1000; ++trial) {
    HashRng rng(17, trial, 0);
    std::vector<bool> on_topic(kWait);
    for (std::size_t i = 0; i < kOnTopic; ++i) on_topic[i] = true;
    std::size_t hits = 0;
    for (std::size_t i = 0; i < kRead; ++i) {
      const std::size_t drawn = i + rng.below(kWait - i);
      hits += on_topic[drawn];
      const bool here = on_topic[i];
      on_topic[i] = on_topic[drawn];
      on_topic[drawn] = here;
    }
    const std::vector<Generation> sample = {{.known = kWait, .read = kRead, .hits = hits}};
    const double truth = static_cast<double>(kFetchedOnTopic + hits) / (kFetchedOnTopic + kOnTopic);
    held += estimate_recall(sample, kFetchedOnTopic + hits).recall.holds(truth);
  }
  EXPECT_GE(held, 950);
}

}  // namespace
}  // namespace porthole::sampler
