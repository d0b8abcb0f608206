#include "search/query/word_pattern.h"

#include <gtest/gtest.h>

namespace porthole::search {
namespace {

TEST(WordPatternTest, ComparesWordsWithTheirForm) {
  EXPECT_TRUE(has_form("bicycle", "bicyc*"));
  EXPECT_TRUE(has_form("bicyc", "bicyc*"));
  EXPECT_TRUE(has_form("colour", "colo*r"));
  EXPECT_TRUE(has_form("color", "colo*r"));
  EXPECT_FALSE(has_form("colours", "colo*r"));
  EXPECT_TRUE(has_form("women", "wom?n"));
  EXPECT_FALSE(has_form("womn", "wom?n"));
  EXPECT_TRUE(has_form("aXbXbc", "a*b*bc"));
  EXPECT_TRUE(has_form("", "*"));
  EXPECT_FALSE(has_form("", "?"));
}

TEST(WordPatternTest, CountsACharacterOfManyBytesOnce) {
  EXPECT_TRUE(has_form("na\xC3\xAFve", "na?ve"));
  EXPECT_FALSE(has_form("na\xC3\xAFve", "na??ve"));
}

// Exponential for a matcher that goes back to every star: this ends at once.
TEST(WordPatternTest, TakesNoMoreStepsThanTheProductOfBothLengths) {
  std::string pattern;
  for (int i = 0; i < 30; ++i) pattern += "a*";
  EXPECT_FALSE(has_form(std::string(200, 'a') + "b", pattern + "c"));
}

TEST(WordPatternTest, IsMadeOfOneWordInLowerCase) {
  EXPECT_EQ(word_pattern("Bicyc*"), "bicyc*");
  EXPECT_EQ(word_pattern("Colo**R"), "colo*r");
  EXPECT_EQ(word_pattern("wom?n?"), "wom?n");
  EXPECT_EQ(word_pattern("two-words*"), std::nullopt);
  EXPECT_EQ(word_pattern("a.test/x?y*"), std::nullopt);
  EXPECT_EQ(word_pattern("*"), "*");
}

}  // namespace
}  // namespace porthole::search
