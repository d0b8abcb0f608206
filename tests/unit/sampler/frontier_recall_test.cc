// Recall of a crawl from a sample of the URLs that wait. The expected numbers are worked out by
// hand from the formulas of the header.

#include "sampler/frontier_recall.h"

#include <gtest/gtest.h>

#include <span>
#include <vector>

#include "sampler/hash_rng.h"

namespace porthole::sampler {
namespace {

TEST(FrontierRecallTest, WithoutUrlsThatWaitNothingIsMissing) {
  const FrontierRecall found = estimate_recall(std::span<const Generation>(), 40);
  EXPECT_EQ(found.missing.estimate, 0);
  EXPECT_EQ(found.recall.low, 1);
  EXPECT_EQ(found.recall.high, 1);
  EXPECT_EQ(estimate_recall(std::span<const Generation>(), 0).recall.estimate, 1)
      << "none of nothing";
}

// 50 of 500 are on topic, so 50 of the other 500. p = 50.5 / 501, the mean 500 p = 50.3992, the
// variance p (1 - p) (500 + 500) = 90.6378; 1.959964 times its root is 18.6597.
TEST(FrontierRecallTest, OneGenerationIsExtrapolatedToTheUrlsThatWereNotRead) {
  const std::vector<Generation> sample = {{.known = 1000, .read = 500, .hits = 50}};
  const FrontierRecall found = estimate_recall(sample, 450, 0.95, 1);
  EXPECT_DOUBLE_EQ(found.missing.estimate, 50);
  EXPECT_NEAR(found.missing.low, 50.3992 - 18.6597, 1e-3);
  EXPECT_NEAR(found.missing.high, 50.3992 + 18.6597, 1e-3);
  EXPECT_DOUBLE_EQ(found.recall.estimate, 0.9);
  EXPECT_NEAR(found.recall.low, 450 / (450 + 69.0589), 1e-5);
  EXPECT_NEAR(found.recall.high, 450 / (450 + 31.7395), 1e-5);
}

// The same by the formula: 10,000 URLs wait and none of 200 is on topic. p = 0.5 / 201, the mean
// 24.3781, the variance p (1 - p) (9,800 * 49 + 9,800) = 1215.87, of which the root three times is
// 104.608.
TEST(FrontierRecallTest, ASampleOfManyUrlsWithoutAPageOnTopicSaysThatFewAreMissing) {
  const std::vector<Generation> sample = {{.known = 10'000, .read = 200}};
  const FrontierRecall found = estimate_recall(sample, 1000);
  EXPECT_EQ(found.missing.estimate, 0);
  EXPECT_EQ(found.missing.low, 0);
  EXPECT_NEAR(found.missing.high, 24.3781 + 1.959964 * 104.608, 0.01);
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
