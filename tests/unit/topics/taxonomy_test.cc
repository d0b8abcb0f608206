#include "topics/classify/taxonomy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace porthole::topics {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct TaxonomyTest : testing::Test {
  Taxonomy taxonomy;
  TopicId science = *taxonomy.add(kRootTopic, "science", "Science");
  TopicId arts = *taxonomy.add(kRootTopic, "arts", "Arts");
  TopicId astronomy = *taxonomy.add(science, "astronomy", "Astronomy");
  TopicId stars = *taxonomy.add(astronomy, "stars", "Stars");
};

TEST_F(TaxonomyTest, FindsTopicsByPath) {
  EXPECT_EQ(taxonomy.find(""), kRootTopic);
  EXPECT_EQ(taxonomy.find("science/astronomy/stars"), stars);
  EXPECT_EQ(taxonomy.find("science/stars"), std::nullopt);
  EXPECT_EQ(taxonomy[stars].path, "science/astronomy/stars");
  EXPECT_EQ(taxonomy[stars].parent, astronomy);
  EXPECT_THAT(taxonomy[kRootTopic].children, ElementsAre(science, arts));
}

// Chakrabarti et al. 1999 (VLDB), section 1.1: ancestors of good topics are path, descendants
// subsumed.
TEST_F(TaxonomyTest, MarksFollowFromTheGoodTopics) {
  ASSERT_TRUE(taxonomy.mark_good({astronomy}));
  EXPECT_EQ(taxonomy[kRootTopic].mark, Mark::kPath);
  EXPECT_EQ(taxonomy[science].mark, Mark::kPath);
  EXPECT_EQ(taxonomy[astronomy].mark, Mark::kGood);
  EXPECT_EQ(taxonomy[stars].mark, Mark::kSubsumed);
  EXPECT_EQ(taxonomy[arts].mark, Mark::kNull);
  EXPECT_TRUE(taxonomy.is_wanted(stars));
  EXPECT_FALSE(taxonomy.is_wanted(science));
  EXPECT_THAT(taxonomy.good(), ElementsAre(astronomy));
}

TEST_F(TaxonomyTest, NoGoodTopicIsAnAncestorOfAnother) {
  ASSERT_TRUE(taxonomy.mark_good({arts}));
  for (const auto& good : {std::vector{science, stars}, std::vector{stars, science}}) {
    const Result<void> marked = taxonomy.mark_good(good);
    ASSERT_FALSE(marked);
    EXPECT_THAT(marked.error().message, HasSubstr("\"science\""));
    EXPECT_THAT(marked.error().message, HasSubstr("\"science/astronomy/stars\""));
  }
  EXPECT_THAT(taxonomy.good(), ElementsAre(arts)) << "what was marked before stays";
}

TEST_F(TaxonomyTest, RefusesNamesThatNoPathCouldHold) {
  EXPECT_FALSE(taxonomy.add(science, "", "Nothing"));
  EXPECT_FALSE(taxonomy.add(science, "a/b", "Slash"));
  EXPECT_FALSE(taxonomy.add(science, "a\nb", "Line"));
  EXPECT_FALSE(taxonomy.add(science, "astronomy", "Twice"));
  EXPECT_TRUE(taxonomy.add(arts, "astronomy", "Elsewhere"));
}

TEST_F(TaxonomyTest, ATopicBelowAGoodOneIsSubsumedFromTheStart) {
  ASSERT_TRUE(taxonomy.mark_good({arts}));
  EXPECT_EQ(taxonomy[*taxonomy.add(arts, "music", "Music")].mark, Mark::kSubsumed);
}

TEST_F(TaxonomyTest, KnowsWhatIsWithinWhat) {
  EXPECT_TRUE(taxonomy.is_within(stars, stars));
  EXPECT_TRUE(taxonomy.is_within(stars, science));
  EXPECT_TRUE(taxonomy.is_within(stars, kRootTopic));
  EXPECT_FALSE(taxonomy.is_within(science, stars));
  EXPECT_FALSE(taxonomy.is_within(stars, arts));
}

TEST(TaxonomySizeTest, HasALimit) {
  Taxonomy taxonomy;
  TopicId parent = kRootTopic;
  for (std::size_t i = 1; i < kMostTopics; ++i) {
    if (i % 100 == 1 && i > 1) parent = static_cast<TopicId>(i - 1);
    ASSERT_TRUE(taxonomy.add(parent, std::to_string(i), ""));
  }
  EXPECT_FALSE(taxonomy.add(kRootTopic, "one too many", ""));
}

}  // namespace
}  // namespace porthole::topics
