#include "base/text/diacritics.h"

#include <gtest/gtest.h>

namespace porthole {
namespace {

TEST(DiacriticsTest, TakesMarksOffLatinGreekAndCyrillicLetters) {
  EXPECT_EQ(without_diacritics("café"), "cafe");
  EXPECT_EQ(without_diacritics("cafe\u0301"), "cafe");
  EXPECT_EQ(without_diacritics("größe"), "grosse");
  EXPECT_EQ(without_diacritics("łódź"), "lodz");
  EXPECT_EQ(without_diacritics("smørbrød"), "smorbrod");
  EXPECT_EQ(without_diacritics("πρότυπο"), "προτυπο");
  EXPECT_EQ(without_diacritics("ёж"), "еж");
}

TEST(DiacriticsTest, TakesThePointsOffHebrewAndArabic) {
  EXPECT_EQ(without_diacritics("שָׁלוֹם"), "שלום");
  EXPECT_EQ(without_diacritics("كِتَاب"), "كتاب");
}

TEST(DiacriticsTest, LeavesSignsThatAreLettersOfTheirScript) {
  EXPECT_EQ(without_diacritics("новый"), "новый");
  EXPECT_EQ(without_diacritics("भाषा"), "भाषा");
  EXPECT_EQ(without_diacritics("がぎ"), "がぎ");
  EXPECT_EQ(without_diacritics("한국어"), "한국어");
  EXPECT_EQ(without_diacritics("ไทย"), "ไทย");
}

TEST(DiacriticsTest, PlainWordsStayAsTheyAre) {
  EXPECT_EQ(without_diacritics("gear"), "gear");
  EXPECT_EQ(without_diacritics(""), "");
}

TEST(DiacriticsTest, KnowsTextThatSurelyHasNone) {
  EXPECT_FALSE(may_have_diacritics("plain “text” – with dashes, ⁂ and 漢字"));
  EXPECT_TRUE(may_have_diacritics("café"));
  EXPECT_TRUE(may_have_diacritics("ṽ"));
}

TEST(DiacriticsTest, FoldsLettersThatKeyboardsOfOtherLanguagesType) {
  EXPECT_EQ(without_diacritics("کتابی"), "كتابي");
  EXPECT_EQ(without_diacritics("أحمد إلى آخر"), "احمد الي اخر");
  EXPECT_EQ(without_diacritics("مدرسة"), "مدرسه");
  EXPECT_EQ(without_diacritics("ґанок"), "ганок");
  EXPECT_EQ(without_diacritics("हिन्दी"), without_diacritics("हिंदी"));
  EXPECT_EQ(without_diacritics("ज़मीन"), "जमीन");
}

}  // namespace
}  // namespace porthole
