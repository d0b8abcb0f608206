#include "labs/comparison/page_labels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "labs/comparison/capped_crawl.h"
#include "labs/comparison/oracle.h"
#include "labs/webbox/site_list.h"
#include "tests/support/temp_dir.h"

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

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class SeedDrawsTest : public ::testing::Test {
 protected:
  SeedDrawsTest() {
    std::string list;
    for (const char* name : {"a", "b", "c", "d"}) list += site(name, "science/astronomy");
    list += site("e", "science/math");
    list += "f\tf-doc\tusr\tf.test/\tscience/math\n";  // without a page
    box_ = labs::Manifest::build(labs::parse_site_list(list, "sites.tsv").value(), folder_.path());
  }

  std::vector<std::vector<std::string>> pairs(const char* topic, int count) const {
    return seed_pairs(box_, TopicOfList{topic, "", {}, ""}, count);
  }

 private:
  std::string site(const std::string& name, const std::string& topic) const {
    const std::filesystem::path root = folder_.path() / "x" / (name + "-doc") / "usr";
    std::filesystem::create_directories(root);
    std::ofstream(root / "index.html") << "<p>page";
    return name + "\t" + name + "-doc\tusr\t" + name + ".test/\t" + topic + "\n";
  }

  porthole::testing::TempDir folder_;
  labs::Manifest box_;
};

TEST_F(SeedDrawsTest, TheFirstPairIsTheFirstTwoSitesAndTheOthersAreDrawn) {
  const auto drawn = pairs("science/astronomy", 6);
  ASSERT_EQ(drawn.size(), 6u);
  EXPECT_THAT(drawn[0], ElementsAre("a", "b"));
  std::set<std::vector<std::string>> different;
  for (const auto& pair : drawn) {
    ASSERT_EQ(pair.size(), 2u);
    EXPECT_NE(pair[0], pair[1]);
    different.insert(pair);
  }
  EXPECT_GT(different.size(), 1u);
  EXPECT_EQ(pairs("science/astronomy", 6), drawn) << "the same in every run";
}

TEST_F(SeedDrawsTest, ATopicWithOneSiteThatHasPagesHasNoPairs) {
  EXPECT_THAT(pairs("science/math", 5), IsEmpty());
  EXPECT_THAT(pairs("arts/music", 5), IsEmpty());
}

TEST(StrategyTextTest, ReadsANameAlone) {
  const auto strategy = read_strategy(" breadth-first ");
  ASSERT_TRUE(strategy);
  EXPECT_EQ(strategy->name, "breadth-first");
  EXPECT_TRUE(strategy->options.empty());
}

TEST(StrategyTextTest, ReadsOptionsInTheirOrder) {
  const auto strategy = read_strategy("rw:threshold=0.1:order=tries asc, relevance desc");
  ASSERT_TRUE(strategy);
  EXPECT_EQ(strategy->name, "rw");
  EXPECT_EQ(strategy->options, (collection::NamedValues{{"threshold", "0.1"},
                                                        {"order", "tries asc, relevance desc"}}));
}

TEST(StrategyTextTest, RefusesAnOptionWithoutAValueAndNoName) {
  EXPECT_EQ(read_strategy("rw:threshold").error().code, ErrorCode::kUsage);
  EXPECT_EQ(read_strategy("rw:=1").error().code, ErrorCode::kUsage);
  EXPECT_EQ(read_strategy("").error().code, ErrorCode::kUsage);
  EXPECT_EQ(read_strategy(":threshold=1").error().code, ErrorCode::kUsage);
}

TEST(StrategyTextTest, TakesAListApartAtItsCommas) {
  EXPECT_EQ(split_strategies("rw, random,,sh"), (std::vector<std::string>{"rw", "random", "sh"}));
  EXPECT_TRUE(split_strategies(" , ").empty());
}

TEST(StrategyTextTest, LeavesTheCommasOfAnOrderAlone) {
  EXPECT_EQ(split_strategies("rw:order=tries asc, relevance desc,random"),
            (std::vector<std::string>{"rw:order=tries asc, relevance desc", "random"}));
}

}  // namespace
}  // namespace porthole::labs
