#include "topics/topic_expander.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace porthole::topics {
namespace {

using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

using Terms = std::vector<std::string>;

Link anchored(const std::string& anchor) {
  Link link;
  link.anchor = anchor;
  return link;
}

Terms heads(const std::vector<Suggestion>& suggestions) {
  Terms terms;
  for (const Suggestion& suggestion : suggestions) terms.push_back(suggestion.head.term);
  return terms;
}

/// Topic "Astronomy" with "Light Curves". Sites 0 to 3 know the topic, 4 to 11 do not; each says
/// "privacy notice" of an irrelevant page of its own.
class TopicExpanderTest : public ::testing::Test {
 protected:
  TopicExpanderTest() {
    for (SiteNumber site = 0; site < 12; ++site) say(site, "Privacy notice", Outcome::kOther);
  }

  /// `site` says `anchor` of a page that nobody else cites.
  void say(SiteNumber site, const std::string& anchor, Outcome target) {
    expander_.add({site, 1, ++pages_, anchored(anchor)}, target);
  }
  void all_say(const std::string& anchor, SiteNumber sites = 4) {
    for (SiteNumber site = 0; site < sites; ++site) say(site, anchor, Outcome::kRelevant);
  }
  Terms proposed() const { return heads(expander_.suggestions()); }

  PageNumber pages_ = 0;
  TopicExpander expander_{"Astronomy", {"Light Curves"}};
};

// Sites 0 to 3 have one relevant page of two each, the others none: base 4 (1/2) / 12 = 1/6.
// "comet": n = 4 of 12 sites, each share 1: support 1/3, confidence 1, lift 6, and the bound
// n / (n + z^2) = 4 / (4 + 5.41189) = 0.42499.
TEST_F(TopicExpanderTest, ProposesWhatGoesWithTheTopicFarMoreThanWithTheRest) {
  all_say("Comets");
  const std::vector<Suggestion> found = expander_.suggestions();
  ASSERT_EQ(heads(found), Terms{"comet"});
  const Association& comet = found[0].head.figures;
  EXPECT_NEAR(expander_.base(), 1.0 / 6, 1e-12);
  EXPECT_EQ(comet.relevant_sites, 4u);
  EXPECT_NEAR(comet.support, 1.0 / 3, 1e-12);
  EXPECT_NEAR(comet.confidence, 1, 1e-12);
  EXPECT_NEAR(comet.lift, 6, 1e-12);
  EXPECT_NEAR(comet.assured, 0.42499, 1e-5);
}

TEST_F(TopicExpanderTest, IsNotImpressedByOneSiteThatRepeatsATermAThousandTimes) {
  all_say("comet");
  for (int i = 0; i < 1000; ++i) say(0, "mascot", Outcome::kRelevant);
  EXPECT_EQ(proposed(), Terms{"comet"});
  // Two more sites make it a term, with a vote each.
  say(1, "mascot", Outcome::kRelevant);
  say(2, "mascot", Outcome::kRelevant);
  const std::vector<Suggestion> found = expander_.suggestions();
  ASSERT_EQ(heads(found), (Terms{"comet", "mascot"}));
  EXPECT_EQ(found[1].head.figures.sites, 3u);
  EXPECT_NEAR(found[1].head.figures.support, 3.0 / 12, 1e-12);
}

TEST_F(TopicExpanderTest, CountsTheSameWordsAboutTheSamePageOnceASite) {
  const std::uint64_t before = expander_.links();
  for (int page = 0; page < 60; ++page) {
    expander_.add({0, page, 1000, anchored("Star atlas")}, Outcome::kRelevant);
  }
  EXPECT_EQ(expander_.links(), before + 1);
  expander_.add({1, 1, 1000, anchored("Star atlas")}, Outcome::kRelevant);
  expander_.add({0, 1, 1000, anchored("An atlas of stars")}, Outcome::kRelevant);
  EXPECT_EQ(expander_.links(), before + 3);
}

TEST_F(TopicExpanderTest, ProposesNoTermOfTheTopicsOwn) {
  all_say("Astronomy");
  all_say("a light curve");
  all_say("astronomy comet");
  const std::vector<Suggestion> found = expander_.suggestions();
  // "light" and "curve" are parts of a phrase of the topic; "astronomy comet" is a new phrase.
  ASSERT_EQ(heads(found), Terms{"comet"});
  ASSERT_EQ(found[0].phrases.size(), 1u);
  EXPECT_EQ(found[0].phrases[0].term, "astronomy comet");
}

TEST_F(TopicExpanderTest, LeavesOutPhrasesOfTheTopicsOwnWords) {
  TopicExpander expander("Astronomy", {"telescope"});
  for (SiteNumber site = 0; site < 4; ++site) {
    expander.add({site, 1, site, anchored("astronomy telescopes")}, Outcome::kRelevant);
    expander.add({site, 1, 10 + site, anchored("imprint")}, Outcome::kOther);
  }
  EXPECT_THAT(heads(expander.suggestions()), IsEmpty());
}

TEST_F(TopicExpanderTest, TakesSingularAndPluralForOneTerm) {
  say(0, "Comet", Outcome::kRelevant);
  say(1, "comets", Outcome::kRelevant);
  say(2, "COMETS", Outcome::kRelevant);
  EXPECT_EQ(proposed(), Terms{"comet"});
}

TEST_F(TopicExpanderTest, PutsPhrasesBesideTheWordThatTheyContain) {
  all_say("photometry");
  all_say("aperture photometry", 3);
  const std::vector<Suggestion> found = expander_.suggestions();
  ASSERT_EQ(heads(found), (Terms{"photometry", "aperture"}));
  ASSERT_EQ(found[0].phrases.size(), 1u);
  EXPECT_EQ(found[0].phrases[0].term, "aperture photometry");
  EXPECT_EQ(found[0].phrases[0].figures.sites, 3u);
  EXPECT_THAT(found[1].phrases, IsEmpty());
}

TEST_F(TopicExpanderTest, LetsAPhraseStandForItselfWhenNoWordOfItIsProposed) {
  all_say("black hole");
  for (SiteNumber site = 0; site < 8; ++site) {
    for (int i = 0; i < 3; ++i) {
      say(site, "black, and white", Outcome::kOther);
      say(site, "a hole", Outcome::kOther);
    }
  }
  EXPECT_EQ(proposed(), Terms{"black hole"});
}

TEST_F(TopicExpanderTest, TakesCasesWhoseTermsAreKnown) {
  for (SiteNumber site = 0; site < 4; ++site)
    expander_.add_case(site, {"comet", "comet tail"}, Outcome::kRelevant);
  EXPECT_EQ(proposed(), Terms{"comet"});
  for (SiteNumber site = 12; site < 20; ++site)
    expander_.add_case(site, {"comet"}, Outcome::kOther);
  EXPECT_EQ(proposed(), Terms{"comet tail"}) << "4 of 12 sites";
}

TEST_F(TopicExpanderTest, TakesNoTermsFromTheUrl) {
  for (SiteNumber site = 0; site < 4; ++site) {
    Link link = anchored("comet");
    link.url = "https://nebula.example/quasar";
    expander_.add({site, 1, ++pages_, link}, Outcome::kRelevant);
  }
  EXPECT_EQ(proposed(), Terms{"comet"});
}

TEST_F(TopicExpanderTest, ReadsEveryKindOfAnnotation) {
  for (SiteNumber site = 0; site < 4; ++site) {
    Link link;
    link.heading = "Comets";
    link.alt = "nebula";
    expander_.add({site, 1, ++pages_, link}, Outcome::kRelevant);
  }
  EXPECT_THAT(proposed(), UnorderedElementsAre("comet", "nebula"));
}

// Twelve of twenty sites are all relevant, eight not at all: base 0.6. A term on three sites may be
// there by chance (3 / 8.41 = 0.357 < 0.6), one on twelve is not (12 / 17.41 = 0.689).
TEST(TopicExpanderGuardTest, AsksForMoreSitesWhereRelevantPagesAreCommon) {
  TopicExpander expander("Astronomy", {});
  for (SiteNumber site = 0; site < 20; ++site) {
    const Link link = anchored(site < 3 ? "comet nebula" : site < 12 ? "nebula" : "recipe");
    expander.add({site, 1, site, link}, site < 12 ? Outcome::kRelevant : Outcome::kOther);
  }
  EXPECT_NEAR(expander.base(), 0.6, 1e-12);
  EXPECT_EQ(heads(expander.suggestions()), Terms{"nebula"});
}

// Each of ten sites says "news" of one relevant and two other pages: confidence 1/3, although the
// base rate is far below.
TEST(TopicExpanderGuardTest, ProposesNothingOfWhichMostIsIrrelevant) {
  TopicExpander expander("Astronomy", {});
  PageNumber page = 0;
  for (SiteNumber site = 0; site < 10; ++site) {
    for (int i = 0; i < 40; ++i) {
      expander.add({site, 1, ++page, anchored(i < 3 ? "news" : "imprint")},
                   i == 0 ? Outcome::kRelevant : Outcome::kOther);
    }
  }
  EXPECT_LT(expander.base(), 0.03);
  EXPECT_THAT(heads(expander.suggestions()), IsEmpty());
}

TEST_F(TopicExpanderTest, LeavesOutWhatItIsTold) {
  all_say("comet nebula");
  EXPECT_EQ(heads(expander_.suggestions({"comet"})), Terms{"nebula"});
  EXPECT_EQ(heads(expander_.suggestions({"comet", "nebula"})), Terms{"comet nebula"});
}

TEST_F(TopicExpanderTest, PassesOverWordsThatAreNoTerms) {
  all_say("x2 42nd the nebula");
  EXPECT_EQ(proposed(), Terms{"nebula"});
}

// 100,000 links: twenty of 200 sites are about the topic, and 50,000 words are said once.
TEST(TopicExpanderSizeTest, FindsTheTermsAmongAHundredThousandLinks) {
  TopicExpander expander("Astronomy", {});
  for (int i = 0; i < 100'000; ++i) {
    const auto site = static_cast<SiteNumber>(i % 200);
    const bool relevant = site < 20 && i % 3 == 0;
    const std::string anchor = relevant ? "supernova remnant" : "manual chapter";
    const std::string rare = i % 2 == 0 ? " word" + std::to_string(i) : "";
    expander.add({site, i / 50, i, anchored(anchor + rare)},
                 relevant ? Outcome::kRelevant : Outcome::kOther);
  }
  EXPECT_EQ(expander.links(), 100'000u);
  EXPECT_EQ(heads(expander.suggestions()), (Terms{"remnant", "supernova"}));
}

TEST(TermUsesTest, NamesDifferentSitesAndPrefersAnchorText) {
  TermUses uses({"comet"}, 2);
  Link headed;
  headed.heading = "Comets and more";
  uses.add({0, 10, 100, headed});
  uses.add({0, 11, 101, anchored("A bright comet")});
  uses.add({0, 12, 102, anchored("Another comet")});
  uses.add({1, 13, 103, headed});
  uses.add({2, 14, 104, headed});
  uses.add({3, 15, 105, anchored("Comet of the year")});
  const std::vector<TermUses::Use>& found = uses.of("comet");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].source, 11);
  EXPECT_EQ(found[0].text, "A bright comet");
  EXPECT_EQ(found[1].source, 15);
  EXPECT_EQ(found[1].kind, AnnotationKind::kAnchor);
  EXPECT_THAT(uses.of("nebula"), IsEmpty());
}

TEST(TermUsesTest, ShowsThePartOfALongTextThatHasTheTerm) {
  TermUses uses({"light curve"}, 1);
  std::string text;
  for (int i = 0; i < 40; ++i) text += "word" + std::to_string(i) + " ";
  uses.add({0, 1, 2, anchored(text + "and then come light curves, and more")});
  ASSERT_EQ(uses.of("light curve").size(), 1u);
  EXPECT_EQ(uses.of("light curve")[0].text, "... word39 and then come light curves, and more");
}

TEST(SpellingTest, IsThatOfTheTextInLowerCase) {
  EXPECT_EQ(spelling_of("analysi", "The Analysis of variance"), "analysis");
  EXPECT_EQ(spelling_of("fit image", "All FITS images fit"), "fits images");
  EXPECT_EQ(spelling_of("comet", "nothing of the kind"), "comet");
}

/// science/astronomy is good and has comets and stars below it; food and travel stand elsewhere.
class NeighbourTopicsTest : public ::testing::Test {
 protected:
  NeighbourTopicsTest() {
    const TopicId science = taxonomy_.add(kRootTopic, "science", "").value();
    const TopicId astronomy = taxonomy_.add(science, "astronomy", "").value();
    comets_ = taxonomy_.add(astronomy, "comets", "").value();
    stars_ = taxonomy_.add(astronomy, "stars", "").value();
    food_ = taxonomy_.add(kRootTopic, "food", "").value();
    travel_ = taxonomy_.add(kRootTopic, "travel", "").value();
    EXPECT_TRUE(taxonomy_.mark_good({astronomy}));
  }
  void page(SiteNumber site, TopicId topic, Outcome outcome) {
    const ItemNumber item = topic;
    pages_.add(site, {&item, 1}, outcome);
  }

  Taxonomy taxonomy_;
  SiteAssociations pages_;
  TopicId comets_ = 0, stars_ = 0, food_ = 0, travel_ = 0;
};

// q = 1, 2/3, 1/2, 0 on the four sites: base 13/24. travel: shares 1, 1, 1/2 on three sites:
// confidence 5/6, lift (5/6) / (13/24) = 20/13. food: 0 and 0.
TEST_F(NeighbourTopicsTest, TellsSubTopicsFromRelatedOnes) {
  page(0, comets_, Outcome::kRelevant);
  page(0, travel_, Outcome::kRelevant);
  page(1, comets_, Outcome::kRelevant);
  page(1, travel_, Outcome::kRelevant);
  page(1, food_, Outcome::kOther);
  page(2, travel_, Outcome::kRelevant);
  page(2, travel_, Outcome::kOther);
  page(3, food_, Outcome::kOther);
  const NeighbourTopics found = neighbour_topics(pages_, taxonomy_, 2);
  ASSERT_EQ(found.subtopics.size(), 1u);
  EXPECT_EQ(found.subtopics[0].topic, comets_);
  EXPECT_EQ(found.subtopics[0].figures.relevant_cases, 2u);
  ASSERT_EQ(found.related.size(), 1u);
  EXPECT_EQ(found.related[0].topic, travel_);
  EXPECT_EQ(found.related[0].figures.relevant_sites, 3u);
  EXPECT_NEAR(found.related[0].figures.lift, 20.0 / 13, 1e-12);
}

TEST_F(NeighbourTopicsTest, AskForSeveralSites) {
  page(0, stars_, Outcome::kRelevant);
  page(0, stars_, Outcome::kRelevant);
  page(1, comets_, Outcome::kRelevant);
  EXPECT_THAT(neighbour_topics(pages_, taxonomy_, 2).subtopics, IsEmpty());
  EXPECT_EQ(neighbour_topics(pages_, taxonomy_, 1).subtopics.size(), 2u);
}

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
