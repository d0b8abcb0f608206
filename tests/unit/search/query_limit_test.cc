#include "search/query/query_limit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/ranking/searcher.h"
#include "tests/support/index_folder.h"

namespace porthole::search {
namespace {

using test::IndexFolder;
using test::summary_of;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

const StopWords kStopWords = {"the", "of", "and", "is"};

/// "w7" is in seven pages, "w0" in none.
std::size_t pages_with(const std::string& word) {
  return word[0] == 'w' ? std::stoul(word.substr(1)) : 1000;
}

Query limited(const std::string& text) {
  Query query = parse_query(text, QueryFields()).value();
  limit_terms(query, {kStopWords, pages_with});
  return query;
}

/// "w1 w2 ... w9 "
std::string words(int first, int last) {
  std::string text;
  for (int i = first; i <= last; ++i) text += "w" + std::to_string(i) + " ";
  return text;
}

TEST(QueryLimitTest, LeavesAQueryOf32WordsAsItIs) {
  const Query query = limited("the the " + words(1, 30));
  EXPECT_THAT(searched_words(query), SizeIs(31));
  EXPECT_EQ(count_terms(query), 32u);
  EXPECT_THAT(query.notes, IsEmpty());
}

TEST(QueryLimitTest, LeavesOutRepeatsAndStopWordsFirst) {
  const Query query = limited("the " + words(1, 32) + "and the w3 of w1");
  EXPECT_THAT(searched_words(query), SizeIs(32));
  EXPECT_THAT(searched_words(query), Not(Contains("the")));
  EXPECT_THAT(query.notes,
              ElementsAre("The query has 38 words; repeats and stop words were left out."));
}

TEST(QueryLimitTest, KeepsTheWordsThatTheFewestPagesHaveInTheirOrder) {
  const Query query = limited("w0 w900 " + words(1, 31) + "w800 w700 the");
  EXPECT_THAT(searched_words(query), Contains("w700"));
  for (const char* word : {"w0", "w800", "w900", "the"})
    EXPECT_THAT(searched_words(query), Not(Contains(word)));
  EXPECT_EQ(searched_words(query).front(), "w1");
  EXPECT_EQ(searched_words(query).back(), "w700");
  EXPECT_THAT(query.notes, ElementsAre("The query has 36 words; it was searched by 32 of them, "
                                       "the rarest in the collection."));
}

TEST(QueryLimitTest, KeepsStopWordsWhereThereIsNothingElse) {
  std::string text;
  for (int i = 0; i < 20; ++i) text += "the of ";
  EXPECT_THAT(searched_words(limited(text)), ElementsAre("the", "of"));
}

TEST(QueryLimitTest, CountsAlternativesAsWords) {
  std::string text;
  for (int i = 1; i <= 40; ++i) text += (i == 1 ? "w" : " OR w") + std::to_string(i);
  EXPECT_THAT(searched_words(limited(text)), SizeIs(32));
  EXPECT_THAT(searched_words(limited("(" + text + ") w50")), Not(Contains("w50")));
}

// Parts with a sign, a field or quotation marks are intentional and never dropped.
TEST(QueryLimitTest, KeepsPhrasesFieldsAndSignsBeforeWords) {
  const Query query = limited(
      words(1, 40) + "+w500 -w501 \"w502 w503\" title:w504 site:a.example w505 NEAR w506 w507*");
  EXPECT_EQ(count_terms(query), kMaxTerms);
  for (const char* word : {"w500", "w502", "w503", "w504", "w505", "w506"})
    EXPECT_THAT(searched_words(query), Contains(word));
  EXPECT_THAT(searched_words(query), Contains("w20"));
  EXPECT_THAT(searched_words(query), Not(Contains("w25")));
}

TEST(QueryLimitTest, LeavesOutTheLastOfTooManyConditions) {
  std::string text = "w1 ";
  for (int i = 0; i < 40; ++i) text += "site:s" + std::to_string(i) + ".example ";
  const Query query = limited(text + "(title:a OR (title:b XOR title:c))");
  EXPECT_EQ(query.root.children.size(), kMaxTerms);
  EXPECT_THAT(query.notes,
              Contains(HasSubstr("more than 32 phrases, filters and words in fields")));
}

// On an index: the word after a hundred others decides, if only one page has it.
TEST(QueryLimitTest, AsksAPastedTextByItsMostTellingWords) {
  IndexFolder index;
  std::vector<summarizer::Summary> pages;
  std::string common;
  for (int i = 0; i < 100; ++i) common += "common" + std::to_string(i) + " ";
  for (int i = 0; i < 20; ++i) {
    pages.push_back(summary_of("https://p" + std::to_string(i) + ".example/",
                               "Page " + std::to_string(i), common));
  }
  pages.push_back(summary_of("https://wanted.example/", "Wanted", "the sextant of a sailor"));
  index.add(pages);
  auto searcher = Searcher::open({index.path()});
  ASSERT_TRUE(searcher) << searcher.error().to_string();
  const auto results = searcher->search({"What is the " + common + " of a sextant and a sailro"});
  ASSERT_TRUE(results) << results.error().to_string();
  ASSERT_FALSE(results->hits.empty());
  EXPECT_EQ(results->hits[0].url, "https://wanted.example/");
  EXPECT_THAT(results->notes, Contains(HasSubstr("it was searched by 32 of them")));
  EXPECT_EQ(results->corrected, "") << "a correction of a hundred words helps nobody";
}

}  // namespace
}  // namespace porthole::search
