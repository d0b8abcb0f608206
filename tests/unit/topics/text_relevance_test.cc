#include "topics/text/text_relevance.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace porthole::topics {
namespace {

/// `count` words that are in no topic.
std::string filler(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "lorem ";
  return text;
}

double relevance(const TextRelevance& judge, std::string_view title, std::string_view description,
                 std::string_view text) {
  return judge.of(title, description, text).value();
}

// p_t = s_t * f_t / (f_t + k1 * (1 - b + b * |d| / L)); s = 0.8 for a word, k1 = 1.2, b = 0.75, L =
// 600. f = 1, |d| = 600: the length's share is 1, so p = 0.8 * 1 / (1 + 1.2) = 0.363636...
TEST(TextRelevanceTest, OfOneMentionInAPageOfUsualLengthIsTheSaturatedFrequency) {
  const TextRelevance judge("", {"telescope"});
  EXPECT_NEAR(relevance(judge, "", "", "telescope " + filler(599)), 0.8 / 2.2, 1e-12);
}

// f = 3, |d| = 1200: 1 - 0.75 + 0.75 * 2 = 1.75, p = 0.8 * 3 / (3 + 1.2 * 1.75) = 2.4 / 5.1.
TEST(TextRelevanceTest, GrowsWithMentionsAndShrinksWithLength) {
  const TextRelevance judge("", {"telescope"});
  EXPECT_NEAR(relevance(judge, "", "", "telescope telescopes Telescope " + filler(1197)), 2.4 / 5.1,
              1e-12);
}

// A title counts five times and has no length: f = 5, |d| = 0, p = 0.8 * 5 / (5 + 1.2 * 0.25) = 4
// / 5.3.
TEST(TextRelevanceTest, CountsTheTitleFiveTimes) {
  const TextRelevance judge("", {"telescope"});
  EXPECT_NEAR(relevance(judge, "A telescope", "", ""), 4.0 / 5.3, 1e-12);
}

// The description counts once and has no length: f = 1, |d| = 0, p = 0.8 * 1 / (1 + 0.3).
TEST(TextRelevanceTest, CountsTheDescriptionOnce) {
  const TextRelevance judge("", {"telescope"});
  EXPECT_NEAR(relevance(judge, "", "telescope", ""), 0.8 / 1.3, 1e-12);
}

// f = 2, |d| = 600: p = 0.8 * 2 / (2 + 1.2). Two words with one stem are one term.
TEST(TextRelevanceTest, CountsWordsOfTheSameSubject) {
  const TextRelevance judge("", {"astronomy", "astronomical"});
  EXPECT_NEAR(relevance(judge, "", "", "astronomical tables, an astronomer " + filler(596)),
              0.8 * 2 / 3.2, 1e-12);
  EXPECT_EQ(judge.terms(), std::vector<std::string>{"astronomy"});
}

TEST(TextRelevanceTest, ComparesEachWordOfAPhraseByItsStem) {
  const TextRelevance judge("", {"astronomical catalogue"});
  EXPECT_GT(relevance(judge, "", "", "an astronomy catalogue"), 0);
  EXPECT_EQ(relevance(judge, "", "", "astronomy and a catalogue"), 0);
}

// Noisy-or: R = 1 - (1 - p_1)(1 - p_2). "light curve" is a phrase, s = 0.9; "telescope" a word, s =
// 0.8. f = 1 each, |d| = 600, so p_1 = 0.9 / 2.2 and p_2 = 0.8 / 2.2.
TEST(TextRelevanceTest, TakesTermsAsIndependentWitnesses) {
  const TextRelevance judge("", {"light curve", "telescope"});
  EXPECT_NEAR(relevance(judge, "", "", "a1 light curves telescope " + filler(596)),
              1 - (1 - 0.9 / 2.2) * (1 - 0.8 / 2.2), 1e-12);
}

TEST(TextRelevanceTest, TellsWhatEachTermDid) {
  const TextRelevance judge("", {"galaxy", "light curve", "telescope"});
  const auto found = judge.witnesses("", "", "a1 light curves telescope " + filler(596));
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].term, "light curve");
  EXPECT_NEAR(found[0].probability, 0.9 / 2.2, 1e-12);
  EXPECT_EQ(found[1].term, "telescope");
  EXPECT_EQ(found[1].frequency, 1);
  EXPECT_NEAR(found[1].probability, 0.8 / 2.2, 1e-12);
  EXPECT_EQ(found[2].term, "galaxy");
  EXPECT_EQ(found[2].probability, 0);
}

TEST(TextRelevanceTest, TrustsTheTopicsTitleAsMuchAsAPhrase) {
  const TextRelevance judge("Astronomy", {});
  EXPECT_NEAR(relevance(judge, "", "", "astronomy " + filler(599)), 0.9 / 2.2, 1e-12);
}

TEST(TextRelevanceTest, CountsATermOnceThatTheTopicNamesTwice) {
  const TextRelevance once("", {"telescope"});
  const TextRelevance twice("", {"telescope", "Telescopes"});
  const std::string text = "telescope " + filler(99);
  EXPECT_EQ(relevance(once, "", "", text), relevance(twice, "", "", text));
}

TEST(TextRelevanceTest, WantsThePhraseAndNotItsWordsApart) {
  const TextRelevance judge("", {"light curve"});
  EXPECT_EQ(relevance(judge, "", "", "the curve of the light"), 0);
  EXPECT_GT(relevance(judge, "", "", "the light curve"), 0);
}

TEST(TextRelevanceTest, FindsAPhraseWhoseFirstWordIsRepeated) {
  const TextRelevance judge("", {"light light curve"});
  EXPECT_GT(relevance(judge, "", "", "light light light curve"), 0);
}

TEST(TextRelevanceTest, IsNoughtWithoutAnyTermAndForATopicWithoutWords) {
  EXPECT_EQ(relevance(TextRelevance("Astronomy", {}), "Cooking", "soup", filler(20)), 0);
  EXPECT_EQ(relevance(TextRelevance("", {"--"}), "Astronomy", "", "stars"), 0);
}

TEST(TextRelevanceTest, NeverPassesOne) {
  std::vector<std::string> terms;
  std::string text;
  for (char c = 'a'; c <= 'z'; ++c) terms.push_back(std::string(6, c));
  for (int i = 0; i < 100; ++i) {
    for (const std::string& term : terms) text += term + ' ';
  }
  const double value = relevance(TextRelevance("", terms), text, text, text);
  EXPECT_LE(value, 1);
  EXPECT_GT(value, 0.999);
}

}  // namespace
}  // namespace porthole::topics
