#include "topics/text/word_evidence.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

namespace porthole::topics {
namespace {

double weight(WordEvidence& evidence, const char* word) {
  return evidence.weight(evidence.id_of(word));
}

// A = 2, B = 1. galaxy: a = 2, b = 0: ln(3/4) - ln(1/3) = ln(9/4). recipe: a = 0, b = 1:
// ln(1/4) - ln(2/3) = -ln(8/3). star: a = 1, b = 1: ln(2/4) - ln(2/3) = -ln(4/3).
TEST(WordEvidenceTest, WeighsWordsByThePagesThatHaveThem) {
  WordEvidence evidence;
  evidence.add("Galaxies", "a galaxy and a star", 1);
  evidence.add("", "galaxy", 1);
  evidence.add("Recipes", "recipe recipe star", 0);
  EXPECT_NEAR(weight(evidence, "galaxy"), std::log(9.0 / 4), 1e-6);
  EXPECT_NEAR(weight(evidence, "recipe"), -std::log(8.0 / 3), 1e-6);
  EXPECT_NEAR(weight(evidence, "star"), -std::log(4.0 / 3), 1e-6);
}

// A = 0.25, B = 0.75 after one page that is a quarter on the topic: ln(1.25/2.25) - ln(1.75/2.75).
TEST(WordEvidenceTest, TakesPagesThatArePartlyOnTheTopic) {
  WordEvidence evidence;
  evidence.add("", "galaxy", 0.25);
  EXPECT_NEAR(weight(evidence, "galaxy"), std::log(1.25 / 2.25) - std::log(1.75 / 2.75), 1e-6);
}

TEST(WordEvidenceTest, KnowsNothingOfWordsThatNoPageHas) {
  WordEvidence evidence;
  evidence.add("", "galaxy", 1);
  EXPECT_EQ(weight(evidence, "nebula"), 0);
  EXPECT_EQ(evidence.weight(WordEvidence::kUnknown), 0);
}

TEST(WordEvidenceTest, BoundsItsWeights) {
  WordEvidence evidence;
  for (int i = 0; i < 100; ++i) {
    evidence.add("", "galaxy", 1);
    evidence.add("", "recipe", 0);
  }
  EXPECT_EQ(weight(evidence, "galaxy"), WordEvidence::kMostWeight);
  EXPECT_EQ(weight(evidence, "recipe"), -WordEvidence::kMostWeight);
}

TEST(WordEvidenceTest, ReadsTheBeginningOfALongText) {
  std::string text;
  for (std::size_t i = 0; i < WordEvidence::kMostWords; ++i) text += "word ";
  WordEvidence evidence;
  evidence.add("", text + "galaxy", 1);
  EXPECT_EQ(weight(evidence, "galaxy"), 0);
  EXPECT_NE(weight(evidence, "word"), 0);
}

TEST(WordEvidenceTest, IsRestoredFromWhatItListed) {
  WordEvidence evidence;
  evidence.add("", "galaxy star", 1);
  evidence.add("", "recipe star", 0);
  WordEvidence later;
  evidence.for_each(
      [&](std::string_view word, double on, double off) { later.restore(word, on, off); });
  for (const char* word : {"galaxy", "star", "recipe"})
    EXPECT_EQ(weight(later, word), weight(evidence, word)) << word;
}

}  // namespace
}  // namespace porthole::topics
