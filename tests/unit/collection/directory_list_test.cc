#include "collection/directory_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace porthole::collection {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(DirectoryListTest, ReadsCommasAndQuotes) {
  const auto read = read_directory_list(
      "path,url,title,description\r\n"
      "Top/Science/Astronomy,https://stars.test/,\"Stars, \"\"bright\"\" ones\",\"Two\nlines\"\r\n"
      "\r\n"
      "Arts,https://arts.test/\n",
      "list.csv");
  ASSERT_TRUE(read) << read.error().to_string();
  ASSERT_EQ(read->examples.size(), 2u);
  EXPECT_THAT(read->examples[0].path, ElementsAre("Science", "Astronomy"));
  EXPECT_EQ(read->examples[0].example.url, "https://stars.test/");
  EXPECT_EQ(read->examples[0].title, "Stars, \"bright\" ones");
  EXPECT_EQ(read->examples[0].description, "Two lines");
  EXPECT_EQ(read->examples[1].example.line, 5);
  EXPECT_TRUE(read->skipped.empty());
}

TEST(DirectoryListTest, ReadsTabsInWhichQuotesAreLetters) {
  const auto read =
      read_directory_list("Science/Physics\thttps://waves.test/\t\"Waves\t5\" high\n", "list.tsv");
  ASSERT_TRUE(read) << read.error().to_string();
  EXPECT_EQ(read->examples[0].title, "\"Waves");
  EXPECT_EQ(read->examples[0].description, "5\" high");
}

TEST(DirectoryListTest, TakesColumnsAsTheFirstLineNamesThem) {
  const auto read = read_directory_list("url,topic\nhttps://a.test/,Arts/Music\n", "list.csv");
  ASSERT_TRUE(read);
  EXPECT_THAT(read->examples[0].path, ElementsAre("Arts", "Music"));
}

TEST(DirectoryListTest, NamesTheLinesThatAreNoPages) {
  const auto read = read_directory_list(
      "Arts,https://a.test/\nArts\nArts,nonsense\n,https://b.test/\nArts,ftp://c.test/\n",
      "list.csv");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->examples.size(), 1u);
  std::vector<int> lines;
  for (const Error& error : read->skipped) lines.push_back(error.line);
  EXPECT_THAT(lines, ElementsAre(2, 3, 4, 5));
}

TEST(DirectoryListTest, RefusesWhatIsNoList) {
  const auto open = read_directory_list(
      "Arts,https://a.test/,\"never closed\nArts,https://b.test/\n", "list.csv");
  ASSERT_FALSE(open);
  EXPECT_EQ(open.error().line, 1);
  EXPECT_EQ(open.error().file, "list.csv");
  const auto none = read_directory_list("hello\nworld\n", "list.csv");
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().hint, HasSubstr("path, url, title, description"));
  EXPECT_FALSE(read_directory_list("", "empty.csv"));
}

}  // namespace
}  // namespace porthole::collection
