#include "base/text/normal_text.h"

#include <gtest/gtest.h>

#include <string>

#include "base/text/diacritics.h"

namespace porthole {
namespace {

std::string normal(std::string_view text) {
  std::string buffer;
  return std::string(normal_text(text, buffer));
}

TEST(NormalTextTest, LeavesAsciiAsItIs) {
  const std::string text = "U.N. and C++";
  std::string buffer;
  EXPECT_EQ(normal_text(text, buffer).data(), text.data());
}

TEST(NormalTextTest, FoldsWidthLigaturesAndPresentationForms) {
  EXPECT_EQ(normal("ＰＯＲＴＡＬ２０３１"), "portal2031");
  EXPECT_EQ(normal("ｶﾀﾛｸﾞ"), "カタログ");
  EXPECT_EQ(normal("ﬁnd"), "find");
  EXPECT_EQ(normal("\uFEE3\uFEAE\uFEA3\uFE92\uFE8E"), "مرحبا");
  EXPECT_EQ(normal("\u1112\u1161\u11AB\u1100\u116E\u11A8"), "한국");
}

TEST(NormalTextTest, ComposesLettersAndFoldsTheirCase) {
  EXPECT_EQ(normal("cafe\u0301 E\u0301"), "café é");
  EXPECT_EQ(normal("ΔΡΟΜΟΣ δρόμος"), "δρομοσ δρόμοσ");
  EXPECT_EQ(normal("Straße İzmir"), "Strasse izmir");
}

TEST(NormalTextTest, TakesOutWhatHasNoWidth) {
  for (const char* text : {"lan\u00ADtern", "lan\u200Btern", "lan\u2060tern", "\uFEFFlantern"})
    EXPECT_EQ(normal(text), "lantern") << text;
  EXPECT_EQ(normal("می\u200Cخواهم"), "میخواهم");
  EXPECT_EQ(normal("كتـــاب"), "كتاب");
}

TEST(NormalTextTest, HasOneApostropheAndTheDigitsOfAscii) {
  EXPECT_EQ(normal("don’t don´t п\u02BCять"), "don't don't п'ять");
  EXPECT_EQ(normal("२०२६ ২০২৬ ٢٠٢٦ ๒๐๒๖"), "2026 2026 2026 2026");
}

TEST(NormalTextTest, SeparatesSignsBehindNames) {
  EXPECT_EQ(normal("Porthole™ a ¨b"), "Porthole  a  b");
}

TEST(NormalTextTest, PutsBordersBetweenWordsOfScriptsWithoutSpaces) {
  EXPECT_EQ(normal("ซื้อมะม่วงสุก x"), "ซื้อ\u200Bมะม่วง\u200Bสุก x");
  EXPECT_EQ(normal(normal("ซื้อมะม่วงสุก")), normal("ซื้อมะม่วงสุก"));
}

TEST(NormalTextTest, LeavesInvalidBytesAndEndsOnManyMarks) {
  EXPECT_EQ(normal("a\xFF\xC3 é"), "a\xFF\xC3 é");
  std::string marks = "a";
  for (int i = 0; i < 100000; ++i) marks += i % 2 == 0 ? "\u0301" : "\u0323";
  EXPECT_GT(normal(marks).size(), 100000U);
}

TEST(NormalTextTest, EveryByteKnowsWhereItsCharacterBegins) {
  const PlacedText placed = placed_normal_text("aße\u0301!");
  EXPECT_EQ(placed.text, "assé!");
  EXPECT_EQ(placed.places, (std::vector<std::uint32_t>{0, 1, 1, 3, 3, 6, 7}));
}

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
