#include "topics/on_topic.h"

#include <gtest/gtest.h>

#include <iterator>
#include <string>
#include <utility>

namespace porthole::topics {
namespace {

/// A site of `pages` pages that all have this relevance.
void add_site(TopicalSites& sites, const std::string& name, int pages, double relevance) {
  for (int i = 0; i < pages; ++i) sites.add(name, relevance, Named::kNo);
}

TEST(OnTopicTest, APageThatIsRelevantItselfIsOnTopicWhateverItsSite) {
  TopicalSites sites(JudgedBy::kClassifier);
  sites.add("other.example", TopicalSites::kOwn, Named::kNo);
  add_site(sites, "other.example", 99, 0);
  sites.settle();
  EXPECT_TRUE(sites.standing("other.example", TopicalSites::kOwn, Named::kNo).on_topic);
  EXPECT_FALSE(sites.standing("other.example", TopicalSites::kOwn - 0.01, Named::kNo).on_topic);
}

TEST(OnTopicTest, APageWithoutAWordOfTheTopicIsOnTopicWhenItsSiteIs) {
  TopicalSites sites(JudgedBy::kWords);
  sites.add("stars.example", 0.9, Named::kNo);
  add_site(sites, "stars.example", 9, 0);
  sites.settle();
  const Standing standing = sites.standing("stars.example", 0, Named::kNo);
  EXPECT_TRUE(standing.on_topic);
  EXPECT_DOUBLE_EQ(standing.own, 0);
  EXPECT_DOUBLE_EQ(standing.site, 0.09);
  EXPECT_EQ(standing.pages, 10);
}

TEST(OnTopicTest, AClassifierHasAFixedThresholdAloneAndWithWords) {
  for (const auto& [judge, least] :
       {std::pair{JudgedBy::kClassifier, 0.12}, std::pair{JudgedBy::kPool, 0.08}}) {
    TopicalSites sites(judge);
    add_site(sites, "above.example", 10, least + 0.001);
    add_site(sites, "below.example", 10, least - 0.001);
    add_site(sites, "best.example", 10, 0.9);
    sites.settle();
    EXPECT_TRUE(sites.standing("above.example", least + 0.001, Named::kNo).on_topic) << least;
    EXPECT_FALSE(sites.standing("below.example", least - 0.001, Named::kNo).on_topic) << least;
  }
}

// Ten sites have five pages or more, so two of them may be above L: it is the third mean, 0.4. 0.6
// * 0.4 = 0.24 is needed.
TEST(OnTopicTest, WordsAreComparedWithTheSitesThatHaveMost) {
  TopicalSites sites(JudgedBy::kWords);
  const double means[] = {0.8, 0.6, 0.4, 0.25, 0.23, 0, 0, 0, 0, 0};
  for (std::size_t i = 0; i < std::size(means); ++i)
    add_site(sites, std::to_string(i), 5, means[i]);
  add_site(sites, "small.example", 4, 0.95);  // too few pages to count
  sites.settle();
  const Standing fourth = sites.standing("3", 0, Named::kNo);
  EXPECT_DOUBLE_EQ(fourth.level, 0.4);
  EXPECT_DOUBLE_EQ(fourth.least_site, 0.24);
  EXPECT_TRUE(fourth.on_topic);
  EXPECT_FALSE(sites.standing("4", 0, Named::kNo).on_topic);
}

// The sites of the seeds have means of 0.8, 0.3, 0.2 and 0: their median is 0.25, less than the 0.8
// that a fifth reaches.
TEST(OnTopicTest, WordsAreComparedWithTheSitesOfTheSeedsWhereTheseHaveLess) {
  TopicalSites sites(JudgedBy::kWords);
  add_site(sites, "other.example", 5, 0.9);
  for (const double mean : {0.8, 0.3, 0.2, 0.0}) {
    add_site(sites, std::to_string(mean), 4, mean);
    sites.add(std::to_string(mean), mean, Named::kSeed);
  }
  sites.settle();
  EXPECT_NEAR(sites.standing("other.example", 0, Named::kNo).level, 0.25, 1e-12);
}

TEST(OnTopicTest, SmallSitesAreTheMeasureWhereThereAreNoOthers) {
  TopicalSites sites(JudgedBy::kWords);
  add_site(sites, "a.example", 2, 0.4);
  add_site(sites, "b.example", 1, 0.1);
  sites.settle();
  EXPECT_DOUBLE_EQ(sites.standing("b.example", 0.1, Named::kNo).least_site, 0.24);
}

TEST(OnTopicTest, WhereNoSiteHasTheTopicsWordsNothingIsOnTopic) {
  TopicalSites sites(JudgedBy::kWords);
  add_site(sites, "a.example", 10, 0);
  sites.settle();
  const Standing standing = sites.standing("a.example", 0, Named::kNo);
  EXPECT_DOUBLE_EQ(standing.least_site, TopicalSites::kFloor);
  EXPECT_FALSE(standing.on_topic);
}

TEST(OnTopicTest, ASiteThatStandsAloneIsItsOwnMeasure) {
  TopicalSites sites(JudgedBy::kWords);
  sites.add("club.example", 0.8, Named::kNo);
  add_site(sites, "club.example", 39, 0);  // M(s) = 0.02
  sites.settle();
  EXPECT_TRUE(sites.standing("club.example", 0, Named::kNo).on_topic);
}

TEST(OnTopicTest, PagesThatTheirUserNamedAreOnTopicAndDoNotSpeakForTheirSite) {
  TopicalSites sites(JudgedBy::kWords);
  add_site(sites, "hub.example", 2, 0);
  add_site(sites, "stars.example", 8, 0.5);
  sites.settle();
  EXPECT_TRUE(sites.standing("hub.example", 0, Named::kSeed).on_topic);
  EXPECT_TRUE(sites.standing("hub.example", 0, Named::kOwnFile).on_topic);
  EXPECT_FALSE(sites.standing("hub.example", 0, Named::kNo).on_topic);
}

// A page more on the seeds' sites raises what other sites need: from .15 the share of a seed's
// site of .25, to .162 that of .27.
TEST(OnTopicTest, APageOfTheIndexStaysUntilItsSiteIsClearlyBelowWhatItNeeds) {
  const auto near = [](double seeds) {
    TopicalSites sites(JudgedBy::kWords);
    sites.add("seeds.example", seeds, Named::kSeed);
    add_site(sites, "large.example", 5, 0.9);
    add_site(sites, "wiki.example", 40, 0.155);
    sites.settle();
    return sites.standing("wiki.example", 0, Named::kNo);
  };
  EXPECT_TRUE(near(0.25).on_topic);
  EXPECT_FALSE(near(0.27).on_topic);
  EXPECT_TRUE(near(0.27).stays);
  EXPECT_TRUE(near(0.34).stays) << ".155 of .204 is more than .75";
  EXPECT_FALSE(near(0.36).stays);
}

TEST(OnTopicTest, APageOfTheIndexStaysUntilItIsClearlyBelowWhatAPageNeeds) {
  TopicalSites sites(JudgedBy::kClassifier);
  add_site(sites, "a.example", 50, 0);
  sites.settle();
  EXPECT_TRUE(sites.standing("a.example", 0.38, Named::kNo).stays);
  EXPECT_FALSE(sites.standing("a.example", 0.38, Named::kNo).on_topic);
  EXPECT_FALSE(sites.standing("a.example", 0.37, Named::kNo).stays);
}

}  // namespace
}  // namespace porthole::topics
