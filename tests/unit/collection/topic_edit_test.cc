#include "collection/edit/topic_edit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace porthole::collection {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const char* const kInterests = R"(<taxonomy xmlns="urn:porthole:taxonomy:1">
  <!-- Mine. -->
  <topic name="recreation">
    <topic name="cycling" mark="good">
      <description>Bicycles.</description>
      <example url="https://bikes.test/a"/> <!-- the best -->
      <topic name="repair">
        <example url="https://repair.test/a"/>
      </topic>
    </topic>
    <topic name="hiking"/>
  </topic>
  <topic name="bikes">
    <description>Two wheels.</description>
    <example url="https://bikes.test/b"/>
    <topic name="repair">
      <example url="https://repair.test/b"/>
    </topic>
    <topic name="racing" mark="good"/>
  </topic>
</taxonomy>
)";

TaxonomyFile interests() { return *TaxonomyFile::from_text(kInterests, "taxonomy.xml"); }

std::vector<std::string> paths(const TaxonomyFile& file) {
  std::vector<std::string> out;
  for (std::size_t id = 1; id < file.taxonomy().size(); ++id)
    out.push_back(file.taxonomy()[static_cast<topics::TopicId>(id)].path);
  return out;
}

std::vector<std::string> good(const TaxonomyFile& file) {
  std::vector<std::string> out;
  for (const topics::TopicId id : file.taxonomy().good()) out.push_back(file.taxonomy()[id].path);
  return out;
}

std::vector<std::string> examples(const TaxonomyFile& file, const std::string& path) {
  std::vector<std::string> out;
  for (const topics::Example& example : file.taxonomy()[*file.taxonomy().find(path)].examples)
    out.push_back(example.url);
  return out;
}

TEST(TopicEditTest, MakesATopicAndThoseAboveIt) {
  const auto made = make_topic(interests(), "science/astronomy", "The sky");
  ASSERT_TRUE(made) << made.error().message;
  const auto astronomy = made->taxonomy().find("science/astronomy");
  ASSERT_TRUE(astronomy);
  EXPECT_EQ(made->taxonomy()[*astronomy].title, "The sky");
  EXPECT_THAT(made->text(), HasSubstr("<!-- Mine. -->"));
}

TEST(TopicEditTest, DoesNotMakeATopicTwice) {
  const auto made = make_topic(interests(), "Recreation/Cycling", "");
  ASSERT_FALSE(made);
  EXPECT_THAT(made.error().message, HasSubstr("already"));
}

TEST(TopicEditTest, RenamesATopicAndKeepsWhatIsInIt) {
  const auto renamed = rename_topic(interests(), "recreation/cycling", "bicycle <touring>", "");
  ASSERT_TRUE(renamed) << renamed.error().message;
  EXPECT_THAT(good(*renamed), ElementsAre("recreation/bicycle <touring>", "bikes/racing"));
  EXPECT_THAT(examples(*renamed, "recreation/bicycle <touring>/repair"),
              ElementsAre("https://repair.test/a"));
}

TEST(TopicEditTest, RefusesANameThatASiblingHasOrThatHasASlash) {
  EXPECT_THAT(rename_topic(interests(), "recreation/hiking", "cycling", "").error().message,
              HasSubstr("already"));
  EXPECT_FALSE(rename_topic(interests(), "recreation/hiking", "a/b", ""));
  EXPECT_FALSE(rename_topic(interests(), "", "all", ""));
}

TEST(TopicEditTest, RefusesAnEmptyName) {
  for (const char* name : {"", " "}) {
    const auto renamed = rename_topic(interests(), "recreation/hiking", name, "");
    ASSERT_FALSE(renamed);
    EXPECT_EQ(renamed.error().code, ErrorCode::kUsage);
    EXPECT_EQ(renamed.error().message, "NAME is empty");
  }
}

TEST(TopicEditTest, MovesATopicWithMarksExamplesAndComments) {
  const auto moved = move_topic(interests(), "recreation/cycling", "");
  ASSERT_TRUE(moved) << moved.error().message;
  EXPECT_THAT(paths(*moved), ElementsAre("recreation", "recreation/hiking", "bikes", "bikes/repair",
                                         "bikes/racing", "cycling", "cycling/repair"));
  EXPECT_THAT(good(*moved), ElementsAre("bikes/racing", "cycling"));
  EXPECT_THAT(moved->text(), HasSubstr("\n    <example url=\"https://bikes.test/a\"/> <!-- the"));
}

TEST(TopicEditTest, DropsTheMarkOfATopicMovedBelowAGoodOne) {
  const auto moved = move_topic(interests(), "bikes", "recreation/cycling");
  ASSERT_TRUE(moved) << moved.error().message;
  EXPECT_THAT(good(*moved), ElementsAre("recreation/cycling"));
  EXPECT_THAT(examples(*moved, "recreation/cycling/bikes"), ElementsAre("https://bikes.test/b"));
}

TEST(TopicEditTest, DoesNotMoveATopicBelowItselfOrOntoAnother) {
  EXPECT_THAT(move_topic(interests(), "recreation", "recreation/cycling").error().message,
              HasSubstr("below itself"));
  EXPECT_THAT(move_topic(interests(), "bikes/repair", "recreation/cycling").error().hint,
              HasSubstr("topics merge"));
}

TEST(TopicEditTest, MergesExamplesAndSubtopicsOfOneName) {
  const auto merged = merge_topics(interests(), "bikes", "recreation/cycling");
  ASSERT_TRUE(merged) << merged.error().message;
  EXPECT_THAT(paths(*merged),
              ElementsAre("recreation", "recreation/cycling", "recreation/cycling/repair",
                          "recreation/cycling/racing", "recreation/hiking"));
  EXPECT_THAT(good(*merged), ElementsAre("recreation/cycling"));
  EXPECT_THAT(examples(*merged, "recreation/cycling"),
              ElementsAre("https://bikes.test/a", "https://bikes.test/b"));
  EXPECT_THAT(examples(*merged, "recreation/cycling/repair"),
              ElementsAre("https://repair.test/a", "https://repair.test/b"));
  const auto cycling = merged->taxonomy().find("recreation/cycling");
  EXPECT_EQ(merged->taxonomy()[*cycling].description, "Bicycles.");
}

TEST(TopicEditTest, ATopicThatTakesInAGoodOneIsGood) {
  const auto merged = merge_topics(interests(), "recreation/cycling", "bikes");
  ASSERT_TRUE(merged) << merged.error().message;
  EXPECT_THAT(good(*merged), ElementsAre("bikes"));
  EXPECT_THAT(paths(*merged), ElementsAre("recreation", "recreation/hiking", "bikes",
                                          "bikes/repair", "bikes/racing"));
}

TEST(TopicEditTest, ATopicThatTakesInAShownOneIsShown) {
  TaxonomyFile file = interests();
  ASSERT_TRUE(file.mark_shown({"bikes"}));
  const auto merged = merge_topics(file, "bikes", "recreation/cycling");
  ASSERT_TRUE(merged) << merged.error().message;
  const topics::Taxonomy& taxonomy = merged->taxonomy();
  EXPECT_THAT(taxonomy.shown(), ElementsAre(*taxonomy.find("recreation/cycling")));
}

TEST(TopicEditTest, MarksBelowTwoTopicsThatAreNotGoodStay) {
  const auto merged = merge_topics(interests(), "bikes", "recreation");
  ASSERT_TRUE(merged) << merged.error().message;
  EXPECT_THAT(good(*merged), ElementsAre("recreation/cycling", "recreation/racing"));
}

TEST(TopicEditTest, MergesATopicIntoTheOneAboveIt) {
  const auto merged = merge_topics(interests(), "bikes/repair", "bikes");
  ASSERT_TRUE(merged) << merged.error().message;
  EXPECT_THAT(examples(*merged, "bikes"),
              ElementsAre("https://bikes.test/b", "https://repair.test/b"));
  EXPECT_FALSE(merge_topics(interests(), "bikes", "bikes/repair"));
  EXPECT_FALSE(merge_topics(interests(), "bikes", "bikes"));
}

TEST(TopicEditTest, RemovesATopicAndWhatIsBelowIt) {
  const auto removed = remove_topic(interests(), "recreation");
  ASSERT_TRUE(removed) << removed.error().message;
  EXPECT_THAT(paths(*removed), ElementsAre("bikes", "bikes/repair", "bikes/racing"));
  EXPECT_FALSE(remove_topic(interests(), "recreation/skating"));
}

TEST(TopicEditTest, ATaxonomyWithoutTopicsTakesTheFirst) {
  const auto empty =
      TaxonomyFile::from_text("<t:taxonomy xmlns:t=\"urn:porthole:taxonomy:1\"/>", "t.xml");
  ASSERT_TRUE(empty);
  const auto made = make_topic(*empty, "cycling", "");
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_THAT(paths(*made), ElementsAre("cycling"));
  const auto removed = remove_topic(*made, "cycling");
  ASSERT_TRUE(removed);
  EXPECT_THAT(paths(*removed), IsEmpty());
}

}  // namespace
}  // namespace porthole::collection
