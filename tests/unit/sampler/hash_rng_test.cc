#include "sampler/hash_rng.h"

#include <gtest/gtest.h>

#include <vector>

#include "sampler/statistics.h"

namespace porthole::sampler {
namespace {

TEST(HashRngTest, DrawTheSameForTheSameSeedStreamAndTurn) {
  HashRng rng(7, 1, 2), again(7, 1, 2), other(7, 2, 1);
  const auto first = rng.next();
  EXPECT_EQ(first, again.next());
  EXPECT_NE(first, other.next());
}

TEST(HashRngTest, DrawUniformlyBelow) {
  std::vector<std::size_t> counts(10);
  for (std::uint64_t turn = 0; turn < 10'000; ++turn) ++counts[HashRng(1, 0, turn).below(10)];
  EXPECT_FALSE(proportionality(counts, std::vector<std::size_t>(10, 1)).rejects(0.001));
}

// The geometric distribution of p has the mean 1 / p and the variance (1 - p) / p^2: for p = 0.01
// the mean of 10,000 has the standard deviation 0.995.
TEST(HashRngTest, TrialsUntilASuccessHaveTheirMean) {
  double sum = 0;
  for (std::uint64_t turn = 0; turn < 10'000; ++turn) sum += HashRng(1, 0, turn).trials(0.01);
  EXPECT_NEAR(sum / 10'000, 100, 4);
  EXPECT_EQ(HashRng(1, 0, 0).trials(1), 1);
}

}  // namespace
}  // namespace porthole::sampler
