#include "topics/text/term_counts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

#include "base/text/words.h"
#include "tests/support/topic_pages.h"

namespace porthole::topics {
namespace {

using test::page_of;

// Reference for count_terms(), by the tokenizer of base/text/words.h.
TermCounts count_slowly(std::string_view text) {
  std::map<TermHash, std::uint32_t> counts;
  for_each_word(text, [&](std::string_view word) {
    if (is_term(word)) ++counts[hash_of_term(word)];
  });
  TermCounts out;
  for (const auto& [term, count] : counts) out.push_back({term, count});
  return out;
}

TEST(TermCountsTest, CountsWordsOfAllThreeTexts) {
  EXPECT_EQ(count_terms("Stars", "bright stars", "A star, a comet: STAR!"),
            page_of({{"star", 4}, {"bright", 1}, {"comet", 1}}));
}

TEST(TermCountsTest, AnEnglishPluralIsItsSingular) {
  EXPECT_EQ(hash_of_term("galaxies"), hash_of_term("galaxy"));
  EXPECT_EQ(count_terms("", "", "Galaxies galaxy GALAXY"), page_of({{"galaxy", 3}}));
}

TEST(TermCountsTest, LeavesOutNumbersStopWordsAndWordsTooShortOrTooLong) {
  EXPECT_TRUE(
      count_terms("", "", "42 3rd 0x1f and the with ab of " + std::string(21, 'z')).empty());
  EXPECT_EQ(count_terms("", "", std::string(20, 'z') + " x86 abc").size(), 3U);
}

TEST(TermCountsTest, CountsLettersOfOtherScripts) {
  EXPECT_EQ(count_terms("", "", "Caf\xc3\xa9 CAF\xc3\x89"), page_of({{"caf\xc3\xa9", 2}}));
  EXPECT_TRUE(count_terms("", "", "\xc3\xa9t\xc3\xa9 \xc3\xa9t").size() == 1U)
      << "three letters, and two";
  EXPECT_EQ(count_terms("", "", "\xe5\xa4\xa9\xe6\x96\x87\xe5\xad\xa6").size(), 2U)
      << "pairs of CJK characters";
}

TEST(TermCountsTest, ReadsTheFirst200000BytesOfAText) {
  std::string text(250'000, ' ');
  text.replace(100, 6, "nearby");
  text.replace(240'000, 7, "faraway");
  EXPECT_EQ(count_terms("", "", text), page_of({{"nearby", 1}}));
}

TEST(TermCountsTest, AgreesWithTheSharedSplittingOfWordsOnAnyBytes) {
  const std::vector<std::string> pieces = {"star",
                                           "Stars",
                                           "GALAXIES",
                                           " ",
                                           " ",
                                           "\n",
                                           "'",
                                           "-",
                                           "_",
                                           "a",
                                           "the",
                                           "7",
                                           "2nd",
                                           "x86",
                                           "\xc3\xa9",
                                           "\xc3\x89t",
                                           "\xcc\x81",
                                           "\xe5\xa4\xa9",
                                           "\xe6\x96\x87",
                                           "\xff",
                                           "\xc3",
                                           "\xe2\x80\x99",
                                           "\xf0\x9f\x98\x80",
                                           "\xd0\x97\xd0\xb2\xd0\xb5\xd0\xb7\xd0\xb4\xd0\xb0",
                                           std::string(45, 'q'),
                                           std::string("\0", 1),
                                           "classes"};
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (auto n = random() % 40; n > 0; --n) text += pieces[random() % pieces.size()];
    ASSERT_EQ(count_terms("", "", text), count_slowly(text)) << testing::PrintToString(text);
  }
}

}  // namespace
}  // namespace porthole::topics
