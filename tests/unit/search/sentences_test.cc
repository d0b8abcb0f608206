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

}  // namespace
}  // namespace porthole::search
