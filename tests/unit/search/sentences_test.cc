#include "search/ranking/sentences.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace porthole::search {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> sentences(const std::string& text) {
  std::vector<std::string> found;
  const std::vector<std::size_t> begins = sentence_begins(text);
  for (std::size_t i = 0; i < begins.size(); ++i) {
    const std::size_t end = i + 1 < begins.size() ? begins[i + 1] : text.size();
    found.push_back(text.substr(begins[i], end - begins[i]));
  }
  return found;
}

TEST(SentencesTest, BeginBehindAFullStopAndACapital) {
  EXPECT_THAT(sentences("A hub turns. It \"clicks.\" Why? Look!"),
              ElementsAre("A hub turns. ", "It \"clicks.\" ", "Why? ", "Look!"));
}

TEST(SentencesTest, GoOnBehindAbbreviationsInitialsAndSmallLetters) {
  EXPECT_THAT(sentences("See e.g. Figure 3 by J. Smith, cf. Table 2. Use os.path. join it."),
              ElementsAre("See e.g. Figure 3 by J. Smith, cf. Table 2. ", "Use os.path. join it."));
}

TEST(SentencesTest, BeginWithEachLine) {
  EXPECT_THAT(sentences("Home\nAbout us\nA hub."), ElementsAre("Home\n", "About us\n", "A hub."));
}

TEST(SentencesTest, OfIdeographsEndAtTheirOwnMarks) {
  EXPECT_THAT(sentences("歯車。回る！"), ElementsAre("歯車。", "回る！"));
}

TEST(SentencesTest, OfNothingAreOneThatIsEmpty) { EXPECT_THAT(sentences(""), ElementsAre("")); }

TEST(SentencesTest, EndWithAMarkBeforeClosingQuotes) {
  EXPECT_TRUE(ends_sentence("It \"clicks.\""));
  EXPECT_TRUE(ends_sentence("(It clicks.) "));
  EXPECT_FALSE(ends_sentence("About us"));
  EXPECT_FALSE(ends_sentence(""));
}

TEST(SentencesTest, ArePiecesOfFourWordsOrMoreThatAMarkEnds) {
  EXPECT_TRUE(is_prose("A hub turns the wheel."));
  EXPECT_FALSE(is_prose("These parts can be oiled: "));
  EXPECT_TRUE(is_prose("\u6B6F\u8ECA\u3002"));
  EXPECT_FALSE(is_prose("Who are we?"));
  EXPECT_FALSE(is_prose("Hubs with gears and without them"));
  EXPECT_FALSE(is_prose(""));
}

TEST(SentencesTest, AreCountedByTheirShareOfAText) {
  EXPECT_DOUBLE_EQ(prose_share("A hub turns the wheel."), 1);
  EXPECT_NEAR(prose_share("Hubs\nA hub turns the wheel.\nGears\n"), 23.0 / 34, 1e-9);
  EXPECT_DOUBLE_EQ(prose_share("Hubs\nGears"), 0);
  EXPECT_DOUBLE_EQ(prose_share(""), 0);
}

TEST(SentencesTest, OfALengthAreFoundFromBothEnds) {
  const std::string text = "Hubs\nA hub turns the wheel.\nGears\nSome of them have gears.\nHome";
  EXPECT_EQ(first_prose(text, 100), "A hub turns the wheel.");
  EXPECT_EQ(last_prose(text, 100), "Some of them have gears.");
  EXPECT_EQ(last_prose(text, 22), "A hub turns the wheel.") << "the other one is longer";
  EXPECT_EQ(last_prose("These parts can be oiled:\nHubs", 100), "These parts can be oiled:");
  EXPECT_EQ(first_prose("Hubs\nGears", 100), "");
}

}  // namespace
}  // namespace porthole::search
