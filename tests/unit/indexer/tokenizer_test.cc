#include "indexer/tokenizer.h"

#include <gtest/gtest.h>
#include <xapian.h>

#include <string>
#include <vector>

namespace porthole::indexer {
namespace {

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  Tokenizer scanner(text);
  while (scanner.next()) words.emplace_back(scanner.word());
  return words;
}

using Words = std::vector<std::string>;

TEST(TokenizerTest, LowersAndSplitsAtWhatIsNoLetterDigitOrMark) {
  EXPECT_EQ(words_of("The quick, BROWN fox_trot (2nd)!"),
            (Words{"the", "quick", "brown", "fox_trot", "trot", "fox", "2nd"}));
}

TEST(TokenizerTest, JoinsRunsAtApostropheAmpersandAndTheCommaOfANumber) {
  EXPECT_EQ(words_of("can't can\xE2\x80\x99t AT&T 3.14 1,000 a.b x,y"),
            (Words{"can't", "can't", "at&t", "3.14", "1,000", "1000", "a", "b", "x", "y"}));
}

TEST(TokenizerTest, TakesTheDotsOutOfInitials) {
  EXPECT_EQ(words_of("U.N.C.L.E. and U.S. but A.bc"),
            (Words{"uncle", "and", "us", "but", "a", "bc"}));
}

TEST(TokenizerTest, KeepsPlusAndHashAtTheEndOfAWordOnly) {
  EXPECT_EQ(words_of("C++ C# fish+chips a++++"), (Words{"c++", "c#", "fish", "chips", "a"}));
}

TEST(TokenizerTest, GivesCharactersAndPairsOfScriptsWithoutSpaces) {
  // Tokyo to in kanji: three characters, two pairs.
  EXPECT_EQ(words_of("\xE6\x9D\xB1\xE4\xBA\xAC\xE9\x83\xBD x"),
            (Words{"\xE6\x9D\xB1", "\xE4\xBA\xAC", "\xE6\x9D\xB1\xE4\xBA\xAC", "\xE9\x83\xBD",
                   "\xE4\xBA\xAC\xE9\x83\xBD", "x"}));
}

TEST(TokenizerTest, ShortensALongWordByAHashThatTellsItFromOthers) {
  const std::string longest(160, 'a');
  EXPECT_EQ(words_of(longest + " c"), (Words{longest, "c"}));
  const Words one = words_of(longest + "x c"), other = words_of(longest + "y c");
  ASSERT_EQ(one.size(), 2U);
  EXPECT_EQ(one[0].size(), 160U);
  EXPECT_TRUE(one[0].starts_with(std::string(127, 'a') + "#"));
  EXPECT_NE(one[0], other[0]);
  EXPECT_EQ(one, words_of(std::string(160, 'A') + "X c"));
}

TEST(TokenizerTest, GivesTheWordsOfScriptsWithoutSpacesThatHaveADictionary) {
  EXPECT_EQ(words_of("ซื้อมะม่วงสุก ๒๕๖๙"),
            (Words{"ซื้อ", "ซื้", "มะม่วง", "มะม่ว", "วง", "มะม่", "ม่วง", "มะ", "สุก", "สุ", "2569"}));
}

// A run of a hundred letters that the dictionary does not know is one word of 300 bytes.
TEST(TokenizerTest, ShortensThePartsOfALongWordToo) {
  std::string run;
  for (int i = 0; i < 100; ++i) run += "\u0E1F";
  const Words words = words_of(run);
  EXPECT_GT(words.size(), 1u);
  for (const std::string& word : words) EXPECT_LE(word.size(), 160u);
}

TEST(TokenizerTest, JoinsHebrewLettersAtAQuotationMark) {
  EXPECT_EQ(words_of("צה\"ל צה״ל \"שלום\""), (Words{"צה״ל", "צה״ל", "שלום"}));
}

TEST(TokenizerTest, JoinsWordsBetweenWhichHyphensStand) {
  EXPECT_EQ(words_of("state-of-the-art a--b c- d 1-a-2-b-3-c-4"),
            (Words{"state", "of", "the", "art", "stateoftheart", "a", "b", "c", "d", "1", "a", "2",
                   "b", "3", "c", "4"}));
  EXPECT_EQ(words_of("字-a-b"), (Words{"字", "a", "b", "ab"}));
}

TEST(TokenizerTest, GivesTheWordsOfIdentifiersAndNamesWithoutTheirSigns) {
  EXPECT_EQ(words_of("__init_db 2nd x86_64 O'Neill's don't l'an O'Brien 1,000,000 10,11"),
            (Words{"__init_db", "db", "init", "2nd", "x86_64", "64", "x86", "o'neill's", "don't",
                   "l'an", "o'brien", "obrien", "1,000,000", "1000000", "10,11"}));
}

TEST(TokenizerTest, EmojiAreWords) {
  EXPECT_EQ(words_of("a👍🏽b ✓"), (Words{"a", "👍", "b"}));
}

TEST(TokenizerTest, EndsOnBrokenUtf8) {
  EXPECT_EQ(words_of("ok \xFF\xC0 \xE2\x80"), (Words{"ok"}));
  EXPECT_TRUE(words_of("").empty());
}

// The words of Xapian's own generator, in order of position.
Words xapian_words(const std::string& text) {
  Xapian::TermGenerator generator;
  generator.set_stemming_strategy(Xapian::TermGenerator::STEM_NONE);
  generator.index_text(text);
  const Xapian::Document document = generator.get_document();
  std::vector<std::string> words(generator.get_termpos());
  for (auto term = document.termlist_begin(); term != document.termlist_end(); ++term) {
    for (auto at = term.positionlist_begin(); at != term.positionlist_end(); ++at)
      words[*at - 1] = *term;
  }
  return words;
}

TEST(TokenizerTest, AgreesWithXapiansOwnTermGenerator) {
  for (const char* text :
       {"The R&D dep't of U.N.E.S.C.O. (est. 1945) pays $1,234.56 for C++ & C# code!",
        "na\xC3\xAFve \xC3\x9C"
        "bung \xCE\x91\xCE\xB8\xCE\xAE\xCE\xBD\xCE\xB1 "
        "\xD0\x9C\xD0\xBE\xD1\x81\xD0\xBA\xD0\xB2\xD0\xB0 \xC3\xA9t\xC3\xA9",
        "http://example.org/a_b/c_d?e=f&g=h#i user@host.example 10.0.0.1 v1.2.3-- rc4 x'y''z",
        "A. B.C D.E.F g.h.i I.J.k 1.2.3. 4,5,6, ++i i++ #tag a#b c## d####",
        "zero\xE2\x80\x8Bwidth mid\xC2\xB7"
        "dot l\xE2\x80\x99homme"}) {
    Words words;
    for (Tokenizer scanner(text); scanner.next();) {
      if (scanner.has_position()) words.emplace_back(scanner.word());
    }
    EXPECT_EQ(words, xapian_words(text)) << text;
  }
}

}  // namespace
}  // namespace porthole::indexer
