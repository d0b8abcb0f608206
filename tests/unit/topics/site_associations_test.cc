#include <gtest/gtest.h>

#include <vector>

#include "topics/topic_expander.h"

namespace porthole::topics {
namespace {

using Items = std::vector<ItemNumber>;

constexpr ItemNumber kComet = 0;
constexpr ItemNumber kDownload = 1;

/// Four sites:
///
///   site 0  {comet, download} relevant   {comet} other   {download} other
///   site 1  {comet} relevant             {download} other
///   site 2  {download} other
///   site 3  {download} relevant          {download} other
SiteAssociations four_sites() {
  SiteAssociations sites;
  sites.add(0, Items{kComet, kDownload}, Outcome::kRelevant);
  sites.add(0, Items{kComet}, Outcome::kOther);
  sites.add(0, Items{kDownload}, Outcome::kOther);
  sites.add(1, Items{kComet}, Outcome::kRelevant);
  sites.add(1, Items{kDownload}, Outcome::kOther);
  sites.add(2, Items{kDownload}, Outcome::kOther);
  sites.add(3, Items{kDownload}, Outcome::kRelevant);
  sites.add(3, Items{kDownload}, Outcome::kOther);
  return sites;
}

// q = 1/3, 1/2, 0, 1/2: their mean is (4/3) / 4.
TEST(SiteAssociationsTest, TakesTheMeanOfTheSitesForTheBaseRate) {
  const SiteAssociations sites = four_sites();
  EXPECT_EQ(sites.sites(), 4u);
  EXPECT_EQ(sites.cases(), 8u);
  EXPECT_NEAR(sites.base(), 1.0 / 3, 1e-12);
}

// comet: p = 1/2 on site 0, 1 on site 1. Support (3/2) / 4, confidence (3/2) / 2, lift .75 / (1/3).
TEST(SiteAssociationsTest, GivesSupportConfidenceAndLift) {
  const Association comet = four_sites().associations(2)[kComet];
  EXPECT_EQ(comet.sites, 2u);
  EXPECT_EQ(comet.relevant_sites, 2u);
  EXPECT_EQ(comet.cases, 3u);
  EXPECT_EQ(comet.relevant_cases, 2u);
  EXPECT_NEAR(comet.support, 0.375, 1e-12);
  EXPECT_NEAR(comet.confidence, 0.75, 1e-12);
  EXPECT_NEAR(comet.lift, 2.25, 1e-12);
}

// download: p = 1/2, 0, 0, 1/2. Support 1 / 4, confidence 1 / 4, lift (1/4) / (1/3).
TEST(SiteAssociationsTest, GivesALiftBelowOneToWhatGoesWithTheRest) {
  const Association download = four_sites().associations(2)[kDownload];
  EXPECT_EQ(download.sites, 4u);
  EXPECT_EQ(download.relevant_sites, 2u);
  EXPECT_NEAR(download.support, 0.25, 1e-12);
  EXPECT_NEAR(download.confidence, 0.25, 1e-12);
  EXPECT_NEAR(download.lift, 0.75, 1e-12);
}

TEST(SiteAssociationsTest, CountASiteOnceHoweverOftenItRepeatsItself) {
  SiteAssociations sites = four_sites();
  for (int i = 0; i < 1000; ++i) sites.add(1, Items{kComet}, Outcome::kRelevant);
  const Association comet = sites.associations(2)[kComet];
  EXPECT_EQ(comet.sites, 2u);
  EXPECT_NEAR(comet.support, 0.375, 1e-12);
  EXPECT_NEAR(comet.confidence, 0.75, 1e-12);
}

TEST(SiteAssociationsTest, KnowNothingOfWhatWasNeverSeen) {
  EXPECT_EQ(SiteAssociations().base(), 0);
  const Association unseen = four_sites().associations(3)[2];
  EXPECT_EQ(unseen.sites, 0u);
  EXPECT_EQ(unseen.assured, 0);
  EXPECT_EQ(unseen.lift, 0);
}

// Share 1/2 of 4 trials, z = 2: z^2 / n = 1, so (1/2 + 1/2 - 2 sqrt((1/4 + 1/4) / 4)) / 2
// = (1 - 2 sqrt(1/8)) / 2 = 0.1464466.
// Share 1: n / (n + z^2), of 3 trials at z^2 = 2.7055: 3 / 5.7055 = 0.52581.
TEST(WilsonLowerBoundTest, AgreesWithWhatWasWorkedOutByHand) {
  EXPECT_NEAR(wilson_lower_bound(0.5, 4, 2), 0.1464466, 1e-7);
  EXPECT_NEAR(wilson_lower_bound(1, 3, 1.6448536), 0.52581, 1e-5);
  EXPECT_EQ(wilson_lower_bound(0, 10, 2), 0);
  EXPECT_EQ(wilson_lower_bound(1, 0, 2), 0);
}

TEST(WilsonLowerBoundTest, ComesNearerToTheShareWithMoreTrials) {
  double last = 0;
  for (const double trials : {1, 10, 100, 1000, 10000}) {
    const double bound = wilson_lower_bound(0.8, trials, 1.6448536);
    EXPECT_GT(bound, last);
    last = bound;
  }
  EXPECT_NEAR(last, 0.8, 0.01);
}

}  // namespace
}  // namespace porthole::topics
