#include "labs/comparison/page_labels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace porthole::labs {
namespace {

using ::testing::HasSubstr;

Result<PageLabels> labels(std::string_view text,
                          const std::vector<std::string>& wanted = {"science"}) {
  return PageLabels::parse(text, "labels.tsv", wanted);
}

std::optional<bool> on_topic(const PageLabels& labels, std::string_view url) {
  return labels.on_topic(Url::parse(url).value());
}

TEST(PageLabelsTest, TellsOnTopicFromOffTopicFromUnknown) {
  const auto read = labels(
      "url\ttopic\tyear\nhttp://a.org/\tscience\t1997\r\n\n# a "
      "comment\nhttp://b.org/x\tart\t1997\n");
  ASSERT_TRUE(read) << read.error().to_string();
  EXPECT_EQ(read->pages(), 2u);
  EXPECT_EQ(read->pages_on_topic(), 1u);
  EXPECT_EQ(on_topic(*read, "http://a.org/"), true);
  EXPECT_EQ(on_topic(*read, "http://b.org/x"), false);
  EXPECT_EQ(on_topic(*read, "http://c.org/"), std::nullopt);
}

TEST(PageLabelsTest, KnowsAPageByItsKey) {
  const auto read = labels("http://a.org/%7Eme?b=2&a=1#top\tscience\n");
  ASSERT_TRUE(read);
  EXPECT_EQ(on_topic(*read, "http://a.org/~me?a=1&b=2"), true);
}

TEST(PageLabelsTest, TakesHttpAndHttpsForOnePageUnlessBothAreLabelled) {
  const auto read = labels("http://a.org/\tscience\nhttp://b.org/\tscience\nhttps://b.org/\tart\n");
  ASSERT_TRUE(read);
  EXPECT_EQ(on_topic(*read, "https://a.org/"), true);
  EXPECT_EQ(on_topic(*read, "http://b.org/"), true);
  EXPECT_EQ(on_topic(*read, "https://b.org/"), false);
}

TEST(PageLabelsTest, TakesInWhatIsBelowAWantedTopic) {
  const auto read = labels("http://a.org/\tScience/math\nhttp://b.org/\tsciencefiction\n");
  ASSERT_TRUE(read);
  EXPECT_EQ(on_topic(*read, "http://a.org/"), true);
  EXPECT_EQ(on_topic(*read, "http://b.org/"), false);
  EXPECT_EQ(read->topics(), std::vector<std::string>{"Science/math"});
}

TEST(PageLabelsTest, APageOfSeveralTopicsIsOnTopicWhenOneIsWanted) {
  const auto read = labels("http://a.org/\tart\nhttp://a.org/\tscience\nhttp://a.org/\tart\n");
  ASSERT_TRUE(read);
  EXPECT_EQ(on_topic(*read, "http://a.org/"), true);
  EXPECT_EQ(read->pages(), 1u);
}

TEST(PageLabelsTest, NamesTheLineThatIsNoLabel) {
  const auto no_url = labels("http://a.org/\tscience\nnowhere\tart\n");
  ASSERT_FALSE(no_url);
  EXPECT_EQ(no_url.error().line, 2);
  const auto no_topic = labels("url\ttopic\nhttp://a.org/\t \n");
  ASSERT_FALSE(no_topic);
  EXPECT_EQ(no_topic.error().line, 2);
}

TEST(PageLabelsTest, NamesTheTopicsThatThereAreWhenNoneIsWanted) {
  const auto read = labels("http://a.org/\tart\nhttp://b.org/\tmusic\n");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::kInvalid);
  EXPECT_THAT(read.error().message, HasSubstr("science"));
  EXPECT_THAT(read.error().hint, HasSubstr("art, music"));
}

}  // namespace
}  // namespace porthole::labs
