#include "base/text/words.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace porthole {
namespace {

using Words = std::vector<std::string>;

std::string singular_of(std::string_view word) {
  std::string buffer;
  return std::string(singular(word, buffer));
}

TEST(WordsTest, AreRunsOfLettersAndDigits) {
  EXPECT_EQ(words_of("The light-curve of HD 209458b, 2nd edition."),
            (Words{"the", "light", "curve", "of", "hd", "209458b", "2nd", "edition"}));
}

TEST(WordsTest, AreNoneInEmptyTextAndInPunctuation) {
  EXPECT_EQ(words_of(""), Words());
  EXPECT_EQ(words_of(" ... --- !\n"), Words());
}

TEST(WordsTest, OfOneByteArePassedOver) { EXPECT_EQ(words_of("a b cd e"), (Words{"cd"})); }

TEST(WordsTest, HaveAtMostFortyCharacters) {
  const std::string forty(40, 'x');
  EXPECT_EQ(words_of(forty + " next"), (Words{forty, "next"}));
  EXPECT_EQ(words_of(forty + "x next"), (Words{"next"}));
  EXPECT_EQ(words_of(std::string(100000, 'x') + " next"), (Words{"next"}));
  EXPECT_EQ(words_of("next " + forty + "x"), (Words{"next"}));
}

TEST(WordsTest, OfOneLetterKeepTheirSigns) {
  EXPECT_EQ(words_of("C++ and C++20, C# (F#) a+b g++++ notepad++"),
            (Words{"c++", "and", "c++", "20", "c#", "f#", "notepad"}));
}

TEST(WordsTest, OfOneLetterAreReadOnDemand) {
  Words words;
  for_each_word(
      "R or C", [&](std::string_view word) { words.emplace_back(word); }, 1);
  EXPECT_EQ(words, (Words{"r", "or", "c"}));
}

TEST(WordsTest, OfScriptsWithoutSpacesAreThoseOfTheDictionary) {
  EXPECT_EQ(words_of("ซื้อมะม่วงสุก"), (Words{"ซื้อ", "มะม่วง", "สุก"}));
}

TEST(WordsTest, EndAtAnApostrophe) {
  EXPECT_EQ(words_of("Kepler's laws"), (Words{"kepler", "laws"}));
}

// Unicode 15.0, CaseFolding.txt, status C: U+00C9 to U+00E9, U+0416 to U+0436, U+03A3 and U+03C2 to
// U+03C3.
TEST(WordsTest, AreFoldedInEveryScriptThatHasCase) {
  EXPECT_EQ(words_of("ÉTOILE Журнал ΣΟΦΟΣ σοφος"), (Words{"étoile", "журнал", "σοφοσ", "σοφοσ"}));
  EXPECT_EQ(words_of("σοφός"), words_of("ΣΟΦΌΣ"));
}

TEST(WordsTest, KeepTheirMarksComposed) {
  EXPECT_EQ(words_of("cafe\u0301 noir"), (Words{"caf\u00E9", "noir"}));
  EXPECT_EQ(words_of("हिन्दी"), (Words{"हिन्दी"}));
}

TEST(WordsTest, OfCjkAreOverlappingPairsOfCharacters) {
  EXPECT_EQ(words_of("天文学"), (Words{"天文", "文学"}));
  EXPECT_EQ(words_of("天"), (Words{"天"}));
}

TEST(WordsTest, OfCjkAndOfLettersAreToldApart) {
  EXPECT_EQ(words_of("NASA天文 ok"), (Words{"nasa", "天文", "ok"}));
}

TEST(WordsTest, EndAtInvalidUtf8) {
  EXPECT_EQ(words_of("star\xff"
                     "light"),
            (Words{"star", "light"}));
  EXPECT_EQ(words_of("star\xe5\xa4"), (Words{"star"}));
}

// Harman 1991, table 1: "ies" but not "eies" or "aies" gives "y"; "es" but not "aes", "ees" or
// "oes" gives "e"; "s" but not "us" or "ss" is taken off. The first rule whose ending fits is the
// one used.
TEST(WordsTest, LoseTheEnglishPlural) {
  EXPECT_EQ(singular_of("galaxies"), "galaxy");
  EXPECT_EQ(singular_of("planes"), "plane");
  EXPECT_EQ(singular_of("stars"), "star");
}

TEST(WordsTest, KeepWhatOnlyLooksLikeAPlural) {
  for (const char* word : {"status", "glass", "star", "gas", "is"})
    EXPECT_EQ(singular_of(word), word);
}

}  // namespace
}  // namespace porthole
