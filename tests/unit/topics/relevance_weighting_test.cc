#include "topics/text/relevance_weighting.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace porthole::topics {
namespace {

using Ids = std::vector<TermId>;

constexpr RelevanceWeighting::Options kOptions{.threshold = 0.3, .smoothing = 4, .support = 3};

/// c = 0.3, s = 4, n_min = 3; topic "Astronomy" with "light curve".
class RelevanceWeightingTest : public ::testing::Test {
 protected:
  /// A page with these terms in its in-links' metadata was fetched; the terms that rose.
  Ids learn(const std::vector<std::string>& terms, bool relevant) {
    Ids metadata;
    for (const std::string& term : terms) metadata.push_back(weighting_.id_of(term));
    Ids risen;
    weighting_.learn(metadata, relevant, risen);
    return risen;
  }
  double theta(const std::string& term) { return weighting_.theta(weighting_.id_of(term)); }

  RelevanceWeighting weighting_{kOptions, "Astronomy", {"Light Curves"}};
};

TEST_F(RelevanceWeightingTest, GivesTheTopicsOwnTermsRelevanceOne) {
  EXPECT_EQ(theta("astronomy"), 1);
  EXPECT_EQ(theta("light curve"), 1);
}

TEST_F(RelevanceWeightingTest, KeepsTheTopicsOwnTermsAtOneWhateverTheyLedTo) {
  for (int i = 0; i < 10; ++i) learn({"astronomy"}, false);
  EXPECT_EQ(theta("astronomy"), 1);
}

// s_o = 4: Theta = (r_t + 4) / (n_t + 4). Four pages, one of them relevant: (1 + 4) / (4 + 4) = 5
// / 8.
TEST(RelevanceWeightingOwnTermsTest, TheTopicsOwnTermsAreWorthWhatTheyProveToBeWorth) {
  RelevanceWeighting weighting({.threshold = 0.3, .own = 4}, "Astronomy", {});
  const TermId own = weighting.id_of("astronomy");
  Ids risen;
  EXPECT_EQ(weighting.theta(own), 1);
  for (const bool relevant : {true, false, false, false}) weighting.learn({own}, relevant, risen);
  EXPECT_DOUBLE_EQ(weighting.theta(own), 5.0 / 8.0);
}

TEST_F(RelevanceWeightingTest, KnowsNothingOfATermBelowTheSupport) {
  EXPECT_LT(theta("photometry"), 0);
  learn({"photometry"}, true);
  learn({"photometry"}, true);
  EXPECT_LT(theta("photometry"), 0);  // n_t = 2 < n_min = 3
}

// Theta(t) = (r_t + s * m) / (n_t + s). Three pages, all with "photometry", two of them relevant:
// m = 2 / 3, Theta = (2 + 4 * 2 / 3) / (3 + 4) = (14 / 3) / 7 = 2 / 3.
TEST_F(RelevanceWeightingTest, SmoothsTheShareOfATermTowardTheMeanOfTheCrawl) {
  learn({"photometry"}, true);
  learn({"photometry"}, true);
  learn({"photometry"}, false);
  EXPECT_NEAR(theta("photometry"), 2.0 / 3.0, 1e-12);
}

// Ten pages in all, r = 3, m = 0.3. "photometry" was with three, all relevant:
// Theta = (3 + 4 * 0.3) / (3 + 4) = 4.2 / 7 = 0.6. "recipe" was with seven, none relevant:
// Theta = (0 + 1.2) / (7 + 4) = 1.2 / 11.
TEST_F(RelevanceWeightingTest, TellsTheTermsApartThatLedToRelevantPages) {
  for (int i = 0; i < 3; ++i) learn({"photometry"}, true);
  for (int i = 0; i < 7; ++i) learn({"recipe"}, false);
  EXPECT_NEAR(theta("photometry"), 0.6, 1e-12);
  EXPECT_NEAR(theta("recipe"), 1.2 / 11, 1e-12);
}

// Theta_RW(w) = max { Theta(t) : t in M(w) }.
TEST_F(RelevanceWeightingTest, RatesAPageByTheBestOfItsTerms) {
  for (int i = 0; i < 3; ++i) learn({"photometry"}, true);
  for (int i = 0; i < 7; ++i) learn({"recipe"}, false);
  const TermId photometry = weighting_.id_of("photometry");
  const TermId recipe = weighting_.id_of("recipe");
  const TermId unknown = weighting_.id_of("unheard");
  TermId which = unknown;
  EXPECT_NEAR(weighting_.best({recipe, photometry, unknown}, &which), 0.6, 1e-12);
  EXPECT_EQ(which, photometry);
  EXPECT_EQ(weighting_.best({recipe, weighting_.id_of("astronomy")}), 1);
}

// Without evidence a page is as promising as the crawl has been, by Laplace's rule: (0 + 1) / (0 +
// 2) at first, then (1 + 1) / (4 + 2).
TEST_F(RelevanceWeightingTest, RatesAPageWithoutKnownTermsByWhatTheCrawlFoundSoFar) {
  EXPECT_EQ(weighting_.best({}), 0.5);
  learn({"photometry"}, true);
  for (int i = 0; i < 3; ++i) learn({}, false);
  EXPECT_NEAR(weighting_.best({}), 1.0 / 3.0, 1e-12);
  EXPECT_NEAR(weighting_.best({weighting_.id_of("unheard")}), 1.0 / 3.0, 1e-12);
}

TEST_F(RelevanceWeightingTest, ReachesTheThresholdFromExactlyCOn) {
  EXPECT_EQ(weighting_.threshold(), 0.3);
  EXPECT_TRUE(weighting_.reaches_threshold(0.3));
  EXPECT_FALSE(weighting_.reaches_threshold(0.2999999));
}

TEST_F(RelevanceWeightingTest, SaysWhichTermsRoseAndOnlyOnce) {
  EXPECT_EQ(learn({"photometry"}, true), Ids());
  EXPECT_EQ(learn({"photometry"}, true), Ids());
  EXPECT_EQ(learn({"photometry"}, true), Ids{weighting_.id_of("photometry")});  // from unknown to 1
  EXPECT_EQ(learn({"photometry"}, true), Ids());                                // stays at 1
}

// m = 1 after three relevant pages: Theta = 1. An irrelevant page makes it (3 + 4 * 0.75) / 8 =
// 0.75; a relevant one after that (4 + 4 * 0.8) / 9 = 0.8, a rise of 0.05 > kStep.
TEST_F(RelevanceWeightingTest, SaysThatATermRoseAgainAfterItHadSunk) {
  for (int i = 0; i < 3; ++i) learn({"photometry"}, true);
  EXPECT_EQ(learn({"photometry"}, false), Ids());
  EXPECT_NEAR(theta("photometry"), 0.75, 1e-12);
  EXPECT_EQ(learn({"photometry"}, true), Ids{weighting_.id_of("photometry")});
  EXPECT_NEAR(theta("photometry"), 0.8, 1e-12);
}

TEST_F(RelevanceWeightingTest, GoesOnWithWhatAnEarlierRunLearned) {
  for (int i = 0; i < 5; ++i) learn({"photometry", "star"}, i % 2 == 0);
  RelevanceWeighting later(kOptions, "Astronomy", {"Light Curves"});
  for (const char* term : {"photometry", "star"}) {
    const auto learned = weighting_.learned(weighting_.id_of(term));
    later.restore(std::string(learned.term), learned.fetched, learned.relevant);
  }
  later.restore_totals(5, 3);
  EXPECT_EQ(later.theta(later.id_of("photometry")), theta("photometry"));
  Ids risen;
  later.learn({later.id_of("photometry")}, false, risen);
  EXPECT_EQ(risen, Ids()) << "what was known before the restart did not rise";
}

TEST_F(RelevanceWeightingTest, NumbersTermsInOrderOfMentionAndForGood) {
  const TermId first = weighting_.id_of("first mention");
  const TermId second = weighting_.id_of("second mention");
  EXPECT_EQ(second, first + 1);
  EXPECT_EQ(weighting_.id_of("first mention"), first);
  EXPECT_EQ(weighting_.term(first), "first mention");
}

// With s = 0 the estimate is the plain share r_t / n_t.
TEST(RelevanceWeightingOptionsTest, WithoutSmoothingGiveThePlainShare) {
  RelevanceWeighting weighting({.threshold = 0.3, .smoothing = 0, .support = 1}, "", {});
  std::vector<TermId> risen;
  const TermId term = weighting.id_of("photometry");
  weighting.learn({term}, true, risen);
  weighting.learn({term}, false, risen);
  weighting.learn({term}, false, risen);
  EXPECT_NEAR(weighting.theta(term), 1.0 / 3.0, 1e-12);
}

}  // namespace
}  // namespace porthole::topics
