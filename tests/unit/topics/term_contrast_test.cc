#include "topics/text/term_contrast.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace porthole::topics {
namespace {

using ::testing::Each;

/// A site of `pages` pages, the first `with` of which have each of `terms` (of five).
void add_site(TermContrast& contrast, const std::string& name, int pages, int with,
              const std::vector<std::size_t>& terms) {
  for (int page = 0; page < pages; ++page) {
    std::vector<float> probabilities(5, 0.0F);
    for (const std::size_t t : terms) probabilities[t] = page < with ? 0.5F : 0.0F;
    contrast.add(name, probabilities);
  }
}

// a: 8 pages, all with terms 0 and 1. b: 8 pages, 4 with term 0. v = 8 / 10 for both.
// Term 0: q(a) = .8 (1 - 1) = 0, q(b) = .8; b(0) = .8 * .5 / (2 + .8) = 1/7.
// Term 1: q(a) = 0, q(b) = .8 (1 - .5) = .4; b(1) = 0. Terms 2 to 4 are nowhere: b = 0. So w(0) =
// (6/7)^4.
TEST(TermContrastTest, ATermThatSitesWithoutTheOthersHaveCountsLess) {
  TermContrast contrast(5);
  add_site(contrast, "a.example", 8, 8, {0, 1});
  add_site(contrast, "b.example", 8, 4, {0});
  const std::vector<double> weights = contrast.weights();
  EXPECT_NEAR(weights[0], std::pow(6.0 / 7.0, 4), 1e-12);
  EXPECT_DOUBLE_EQ(weights[1], 1);
  EXPECT_DOUBLE_EQ(weights[4], 1);
}

TEST(TermContrastTest, TermsThatStandTogetherKeepTheirWeightHoweverManySitesHaveThem) {
  TermContrast contrast(5);
  for (int i = 0; i < 20; ++i) add_site(contrast, std::to_string(i), 10, 10, {0, 1});
  EXPECT_THAT(contrast.weights(), Each(1.0));
}

// All terms are equally common on sites without the others: none tells more than another.
TEST(TermContrastTest, TheRarestTermCountsInFull) {
  TermContrast contrast(5);
  for (std::size_t t = 0; t < 5; ++t) add_site(contrast, std::to_string(t), 8, 8, {t});
  EXPECT_THAT(contrast.weights(), Each(1.0));
}

TEST(TermContrastTest, FewTermsAllCountInFull) {
  TermContrast contrast(2);
  for (int page = 0; page < 50; ++page) contrast.add("a.example", {0.5F, 0.0F});
  EXPECT_THAT(contrast.weights(), Each(1.0));
}

TEST(TermContrastTest, WithoutPagesAllTermsCountInFull) {
  EXPECT_THAT(TermContrast(6).weights(), Each(1.0));
}

// 1 - (1 - 1 * .5) (1 - .5 * .4) = 1 - .5 * .8 = .6
TEST(TermContrastTest, RelevanceWeighsEachTerm) {
  EXPECT_NEAR(weighted_relevance({0.5F, 0.4F}, {1, 0.5}), 0.6, 1e-7);
  EXPECT_DOUBLE_EQ(weighted_relevance({}, {}), 0);
}

}  // namespace
}  // namespace porthole::topics
