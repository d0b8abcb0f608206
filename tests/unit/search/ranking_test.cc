#include "search/index/ranking.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <numeric>
#include <set>

#include "search/index/static_score.h"
#include "search/index/stop_words.h"
#include "search/ranking/searcher.h"
#include "tests/support/index_folder.h"

namespace porthole::search {
namespace {

using summarizer::Summary;
using test::IndexFolder;
using test::said;
using test::summary_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class RankingTest : public ::testing::Test {
 protected:
  Results search(const SearchRequest& request, const Ranking& ranking = {}) {
    auto searcher = Searcher::open({index_.path()}, ranking);
    EXPECT_TRUE(searcher) << searcher.error().to_string();
    auto results = searcher->search(request);
    EXPECT_TRUE(results) << results.error().to_string();
    return results.value_or(Results{});
  }
  std::vector<std::string> urls(const SearchRequest& request, const Ranking& ranking = {}) {
    std::vector<std::string> found;
    for (const Hit& hit : search(request, ranking).hits) found.push_back(hit.url);
    return found;
  }

  IndexFolder index_;
};

Summary page(const std::string& url, const std::string& text = "a gear") {
  return summary_of(url, "", text);
}

TEST_F(RankingTest, WhatMadeTheScoreAddsUpToIt) {
  Summary hub = summary_of("https://hubs.example/gears", "Hub gears",
                           "A planetary gear turns inside the quiet hub.");
  hub.annotations_by_others = {said("https://a.test/", "gear guide"),
                               said("https://b.test/", "gear guide")};
  hub.authority = 0.5;
  hub.relevance = Relevance(0.75);
  index_.add(
      {hub, page("https://x.example/1", "gear and chain"), page("https://x.example/2", "tea")});
  for (const char* query :
       {"gear hub", "gear OR tea", "\"planetary gear\"", "gea* -chain", "title:gear quiet",
        "gear nowhere", "+gear hub chain nowhere", "+gear (quiet OR hub OR chain) nowhere"}) {
    SearchRequest request{query};
    request.explain = true;
    const Results results = search(request);
    ASSERT_FALSE(results.hits.empty()) << query;
    for (const Hit& hit : results.hits) {
      double sum = 0;
      for (const ScorePart& part : hit.explanation) sum += part.weight;
      EXPECT_NEAR(sum, hit.score, 1e-9) << query << ' ' << hit.url;
    }
  }
}

TEST_F(RankingTest, ExplainsWordsByTheirFieldsAndEvidenceByItsName) {
  Summary hub = summary_of("https://hubs.example/", "Gear", "A gear.");
  hub.annotations_by_others = {said("https://a.test/", "gear")};
  hub.authority = 0.5;
  hub.relevance = Relevance(1);
  index_.add({hub, page("https://x.example/", "tea")});
  SearchRequest request{"gear"};
  request.explain = true;
  const Results results = search(request);
  std::vector<std::string> kinds;
  for (const ScorePart& part : results.hits.at(0).explanation) kinds.push_back(part.kind);
  EXPECT_THAT(kinds, ::testing::UnorderedElementsAre("text", "written", "title", "link text",
                                                     "anchor", "all words", "section", "content",
                                                     "relevance", "authority", "recommendations"));
  request.explain = false;
  EXPECT_THAT(search(request).hits.at(0).explanation, IsEmpty());
}

TEST_F(RankingTest, AWordAsItIsWrittenWeighsMoreThanAnotherFormOfIt) {
  index_.add({page("https://x.example/1", "the chain gears"),
              page("https://x.example/2", "the chain geared"), page("https://x.example/3", "tea")});
  EXPECT_THAT(urls({"geared"}, {.written = 0.3}),
              ElementsAre("https://x.example/2", "https://x.example/1"));
  EXPECT_THAT(urls({"geared"}, {.written = 0}),
              ElementsAre("https://x.example/1", "https://x.example/2"));
}

TEST_F(RankingTest, TitlesAndAnchorsCountMoreThanTheTextOfAPage) {
  Summary said_of = page("https://x.example/1", "oil and tea"),
          titled = summary_of("https://x.example/2", "Gear", "oil and tea"),
          named = page("https://x.example/3", "oil and gear");
  said_of.annotations_by_others = {said("https://a.test/", "gear"),
                                   said("https://b.test/", "gear")};
  index_.add({named, titled, said_of});
  EXPECT_THAT(urls({"gear"}, {.recommendations = 0}),
              ElementsAre("https://x.example/2", "https://x.example/1", "https://x.example/3"));
}

// The weight of `kind` in the score of each page that has it, by URL.
std::map<std::string, double> weights_of(const Results& results, const std::string& kind) {
  std::map<std::string, double> weights;
  for (const Hit& hit : results.hits) {
    for (const ScorePart& part : hit.explanation)
      if (part.kind == kind) weights[hit.url] += part.weight;
  }
  return weights;
}

TEST_F(RankingTest, TheTextOfALinkThatIsTheQueryCountsMoreThanOneThatHasItsWordsAmongOthers) {
  Summary named = page("https://x.example/1", "gear oil"),
          mentioned = page("https://x.example/2", "gear oil");
  named.annotations_by_others = {said("https://a.test/", "all about bicycles and cars"),
                                 said("https://a.test/", "oiling the gears")};
  mentioned.annotations_by_others = {said("https://a.test/", "many gears, and some oil at home")};
  index_.add({mentioned, named});
  SearchRequest request{"gear oil"};
  request.explain = true;
  const Results results = search(request);
  const std::map<std::string, double> weights = weights_of(results, "link text");
  EXPECT_EQ(results.hits.at(0).url, "https://x.example/1");
  // Two of three words, and two of seven: (2 + 1/2) / (3 + 1/2) and (2 + 1/2) / (7 + 1/2).
  EXPECT_NEAR(weights.at("https://x.example/1") / weights.at("https://x.example/2"), 7.5 / 3.5,
              1e-9);
}

TEST_F(RankingTest, NeighboursOfTheQueryThatStandInItsOrderCountWithOneWordBetween) {
  index_.add({page("https://x.example/all", "gear slips often"),
              page("https://x.example/between", "gear that slips, and this is often"),
              page("https://x.example/none", "often it slips with the gear")});
  SearchRequest request{"gear slips often"};
  request.explain = true;
  const std::map<std::string, double> weights = weights_of(search(request), "pairs");
  EXPECT_EQ(weights.size(), 2U);
  EXPECT_NEAR(weights.at("https://x.example/between") / weights.at("https://x.example/all"), 0.5,
              1e-9);  // all words are equally frequent
}

TEST_F(RankingTest, AHeadingCountsMoreThanTheTextOfAPageAndIsAField) {
  Summary headed = page("https://x.example/1", "oil and gear"),
          plain = page("https://x.example/2", "oil and gear");
  headed.properties = {{"heading", "gear"}};
  index_.add({plain, headed});
  EXPECT_THAT(urls({"gear"}), ElementsAre("https://x.example/1", "https://x.example/2"));
  EXPECT_THAT(urls({"heading:gear"}), ElementsAre("https://x.example/1"));
}

TEST_F(RankingTest, StopWordsCountInShortQueriesAndPhrasesButNotInQuestions) {
  index_.add({page("https://x.example/words", "what is the it of it"),
              page("https://x.example/gear", "gear in oil"), page("https://x.example/tea", "tea")});
  const Ranking drops, keeps{.drops_stop_words = false};
  EXPECT_THAT(urls({"what is the use of gear"}, drops), ElementsAre("https://x.example/gear"));
  EXPECT_THAT(urls({"what is the use of gear"}, keeps), SizeIs(2));
  EXPECT_THAT(urls({"what is the"}, drops), ElementsAre("https://x.example/words"));
  EXPECT_THAT(urls({"what is the it of it"}, drops), ElementsAre("https://x.example/words"));
  EXPECT_THAT(urls({"\"what is the\" gear of it in oil"}, drops), SizeIs(2));
}

TEST(StopWordsTest, AreThoseOfTheLanguageThatTheQueryHasMostOf) {
  const std::vector<std::string> both = {"de", "en"};
  EXPECT_TRUE(stop_words_of({"die", "the", "casting", "of", "gears"}, both).contains("of"));
  EXPECT_FALSE(stop_words_of({"die", "the", "casting", "of", "gears"}, both).contains("die"));
  EXPECT_TRUE(stop_words_of({"wie", "die", "Kette", "so"}, both).contains("die"));
  EXPECT_TRUE(stop_words_of({"wie", "die", "Kette"}, {"en"}).empty());
}

TEST_F(RankingTest, HubsOrAuthoritiesComeFirstWhereAskedFor) {
  Summary list = page("https://list.example/", "one gear"),
          expert = page("https://expert.example/", "two gear"),
          best = page("https://best.example/", "gear gear gear gear");
  list.hub = 0.5;
  list.authority = 1e-6;
  expert.authority = 0.5;
  expert.hub = 1e-6;
  index_.add({best, list, expert});
  EXPECT_EQ(urls({"gear"}, {.authority = 0}).at(0), "https://best.example/");
  SearchRequest request{"gear"};
  request.first = First::kHubs;
  EXPECT_EQ(urls(request).at(0), "https://list.example/");
  request.first = First::kAuthorities;
  EXPECT_EQ(urls(request).at(0), "https://expert.example/");
}

TEST_F(RankingTest, LeavesOutPagesOfWhichTooFewOtherSitesSaySomething) {
  Summary known = page("https://known.example/"), own = page("https://own.example/"),
          once = page("https://once.example/");
  known.annotations_by_others = {said("https://a.test/", "one"), said("https://b.test/", "two")};
  own.annotations_by_others = {said("https://own.example/a", "one"),
                               said("https://own.example/b", "two")};
  once.annotations_by_others = {said("https://a.test/1", "one"), said("https://a.test/2", "two")};
  index_.add({known, own, once});
  SearchRequest request{"gear"};
  request.min_recommendations = 1;
  EXPECT_THAT(urls(request),
              ::testing::UnorderedElementsAre("https://known.example/", "https://once.example/"));
  request.min_recommendations = 2;
  EXPECT_THAT(urls(request), ElementsAre("https://known.example/"));
  request.min_recommendations = 3;
  EXPECT_THAT(urls(request), IsEmpty());
}

TEST_F(RankingTest, MoreResultsOfASiteAreLeftOutAndCounted) {
  index_.add({page("https://www.many.example/1", "gear gear"), page("https://docs.many.example/2"),
              page("https://many.example/3"),
              page("https://one.example/", "a gear with many more words around it")});
  SearchRequest request{"gear"};
  EXPECT_THAT(urls(request), SizeIs(4));
  request.per_site = 1;
  const Results results = search(request);
  ASSERT_THAT(results.hits, SizeIs(2));
  EXPECT_EQ(results.hits[0].site, "many.example");
  EXPECT_EQ(results.estimated, 4) << "those that are left out count";
  EXPECT_EQ(results.hits[0].more_from_site, 2);
  EXPECT_EQ(results.hits[1].more_from_site, 0);
}

TEST_F(RankingTest, CountsAllPagesWhereMoreOfASiteAreLeftOut) {
  std::vector<Summary> pages;
  for (int i = 0; i < 300; ++i) {
    const std::string number = std::to_string(i);
    Summary one =
        summary_of("https://" + std::string(i % 50 == 0 ? "b" : "a") + ".test/" + number,
                   "Page " + number, i % 3 == 0 ? "harp lute " + number : "harp " + number);
    one.relevance = Relevance(1.0 / (1 + i));
    pages.push_back(one);
    if (i % 2 == 0)
      pages.push_back(summary_of("https://c.test/" + number, "Other " + number, "drum " + number));
  }
  index_.add(pages);
  for (const char* query : {"harp", "lute", "harp lute"}) {
    SearchRequest request{query};
    const std::int64_t all = search(request).estimated;
    request.per_site = 3;
    EXPECT_EQ(search(request).estimated, all) << query;
    request.facets = false;
    EXPECT_EQ(search(request).estimated, all) << query;
  }
}

TEST_F(RankingTest, AResultThatRepeatsAnotherStandsUnderIt) {
  std::string text;
  for (int i = 0; i < 60; ++i) text += "gear number " + std::to_string(i * i) + " turns the wheel ";
  index_.add({page("https://a.example/", text), page("https://mirror.example/", text + "once"),
              page("https://other.example/", "a gear that is quite another thing")});
  const Results results = search({"gear"});
  ASSERT_THAT(results.hits, SizeIs(2));
  const Hit& first = results.hits[0].duplicates.empty() ? results.hits[1] : results.hits[0];
  EXPECT_THAT(first.duplicates, SizeIs(1));
  EXPECT_THAT(first.duplicates[0], HasSubstr("example/"));
}

std::string long_text(const std::string& about) {
  std::string text;
  for (int i = 0; i < 60; ++i)
    text += about + " number " + std::to_string(i * i) + " turns the wheel ";
  return text;
}

// Four texts, each on five sites, and one more: so many mirrors that the first matches do not fill
// a page.
TEST_F(RankingTest, AResultIsRepeatedOnNoLaterPageOfResultsAndPagesAreFull) {
  std::vector<Summary> pages = {
      page("https://last.example/", "a gear that is quite another thing")};
  const std::vector<std::string> subjects = {"gear hub", "gear chain", "gear spoke", "gear pedal"};
  for (const std::string& subject : subjects) {
    for (int mirror = 0; mirror < 5; ++mirror) {
      pages.push_back(page("https://" + std::to_string(mirror) + ".example/" + subject.substr(5),
                           long_text(subject)));
    }
  }
  index_.add(pages);
  std::set<std::string> shown;
  for (int from = 0; from < 6; from += 2) {
    SearchRequest request{"gear"};
    request.from = from;
    request.size = 2;
    const Results results = search(request);
    EXPECT_EQ(results.estimated, 21);
    EXPECT_EQ(results.has_more, from < 4);
    ASSERT_THAT(results.hits, SizeIs(from < 4 ? 2 : 1)) << from;
    EXPECT_EQ(results.hits[0].rank, from + 1);
    for (const Hit& hit : results.hits) {
      const std::string subject = hit.url.substr(hit.url.rfind('/'));
      EXPECT_TRUE(shown.insert(subject).second) << hit.url;
      for (const std::string& same : hit.duplicates)
        EXPECT_THAT(same, ::testing::EndsWith(subject));
    }
  }
}

// A menu that is longer than the rest of the page.
TEST_F(RankingTest, PagesWithDifferentTitlesAreDifferentResults) {
  index_.add({summary_of("https://a.example/types", "Types", long_text("gear")),
              summary_of("https://a.example/errors", "Errors", long_text("gear") + "once"),
              summary_of("https://mirror.example/types", "TYPES", long_text("gear") + "twice")});
  EXPECT_THAT(urls({"gear"}), SizeIs(2));
}

// A canonical URL on another site is ignored: it would hide that site's page.
TEST_F(RankingTest, PagesOfASiteThatGiveTheSameUrlAreOneResult) {
  const auto canonical = [](const std::string& url, const std::string& of) {
    Summary made = page(url);
    made.properties = {{"canonical", of, PropertyKind::kUri}};
    return made;
  };
  index_.add({page("https://a.example/gear"),
              canonical("https://a.example/gear?print=1", "https://a.example/gear"),
              canonical("https://www.a.example/gear?lang=en", "https://a.example/gear#top"),
              canonical("https://evil.test/", "https://a.example/gear")});
  const Results results = search({"gear"});
  ASSERT_THAT(results.hits, SizeIs(2));
  EXPECT_EQ(results.hits[0].duplicates.size() + results.hits[1].duplicates.size(), 2u);
  EXPECT_THAT(urls({"gear"}), ::testing::Contains("https://evil.test/"));
  EXPECT_THAT(search({"canonical:https://a.example/gear"}).hits, SizeIs(2));
}

TEST_F(RankingTest, ACanonicalUrlFoldsPagesOfOneTextOnly) {
  const auto canonical = [](const std::string& url, const std::string& text) {
    Summary made = page(url, text);
    made.properties = {{"canonical", "https://a.example/", PropertyKind::kUri}};
    return made;
  };
  const std::string copper = "a gear of copper was beaten from one sheet and has a green patina";
  index_.add(
      {page("https://a.example/", "welcome to the shop of every gear"),
       canonical("https://a.example/copper", copper),
       canonical("https://a.example/copper?all=1", copper + ", and a list of all the others"),
       canonical("https://a.example/paper", "a gear of paper folds flat for the journey"),
       canonical("https://a.example/de", "ein gear aus Papier, das man falten kann")});
  EXPECT_THAT(urls({"gear"}), SizeIs(4));
}

// Orders that put mirrors on different pages.
TEST_F(RankingTest, CountsWhatRepeatsAResultOfAnEarlierPage) {
  std::vector<Summary> pages;
  const std::pair<const char*, const char*> dated[] = {
      {"hub", "2026-01-09"},   {"chain", "2026-01-08"}, {"hub", "2026-01-07"},
      {"spoke", "2026-01-06"}, {"chain", "2026-01-05"}, {"pedal", "2026-01-04"}};
  for (const auto& [subject, date] : dated) {
    Summary& made = pages.emplace_back(page("https://" + std::string(date) + ".example/" + subject,
                                            long_text(std::string("gear ") + subject)));
    made.modified = date;
  }
  index_.add(pages);
  SearchRequest request{"gear sort:date"};
  request.size = 2;
  const Results first = search(request);
  EXPECT_THAT(first.hits.at(0).duplicates, ElementsAre("https://2026-01-07.example/hub"));
  EXPECT_EQ(first.repeats, 0) << "it stands under the one it repeats";
  request.from = 2;
  const Results second = search(request);
  ASSERT_THAT(second.hits, SizeIs(2));
  EXPECT_EQ(second.hits[0].url, "https://2026-01-06.example/spoke");
  EXPECT_EQ(second.hits[1].url, "https://2026-01-04.example/pedal");
  EXPECT_EQ(second.repeats, 1);
  EXPECT_FALSE(second.has_more);
}

TEST_F(RankingTest, PagesWithAllWordsStandBeforeThoseWithSomeUnlessOneIsDemanded) {
  index_.add({page("https://all.example/", "how does a quiet gear turn"),
              page("https://part.example/", "a quiet gear"), page("https://none.example/", "tea")});
  EXPECT_THAT(urls({"how does quiet gear turn"}),
              ElementsAre("https://all.example/", "https://part.example/"));
  EXPECT_THAT(urls({"gear turn"}), ElementsAre("https://all.example/", "https://part.example/"));
  for (const char* query : {"gear AND turn", "gear +turn", "\"gear turn\"", "title:tea OR turn"})
    EXPECT_THAT(urls({query}), ElementsAre("https://all.example/")) << query;
}

TEST_F(RankingTest, ThePageWhoseTitleIsTheQueryIsFirst) {
  index_.add({summary_of("https://x.example/long", "A gear and what it turns",
                         "gear gear gear turns turns and turns the gear"),
              summary_of("https://x.example/it", "Gear turns", "a short page")});
  EXPECT_EQ(urls({"gear turns"}).at(0), "https://x.example/it");
}

TEST_F(RankingTest, AWordThatNamesASiteNeedNotBeOnItsPages) {
  index_.add({summary_of("https://www.geardb.example/1", "Turn", "how to turn it"),
              summary_of("https://x.example/1", "Turn", "how to turn it"),
              summary_of("https://x.example/2", "Gear", "a geardb page that says nothing else")});
  EXPECT_EQ(urls({"geardb turn"}).at(0), "https://www.geardb.example/1");
  EXPECT_EQ(urls({"gear turn"}).at(0), "https://www.geardb.example/1");
}

TEST_F(RankingTest, APageThatListsOthersStandsBehindThemUnlessItIsAskedFor) {
  Summary listing = page("https://x.example/gears", "quiet gear");
  listing.properties = {{"pageType", "listing"}};
  index_.add({page("https://x.example/genindex.html", "quiet gear"), listing,
              page("https://x.example/quiet.html", "quiet gear"),
              page("https://x.example/tag/gear/", "quiet gear")});
  EXPECT_EQ(urls({"quiet gear"}).at(0), "https://x.example/quiet.html");
  EXPECT_THAT(urls({"quiet gear index"}), SizeIs(4));
}

TEST_F(RankingTest, AnOldVersionStandsBehindTheNewestUnlessItIsAskedFor) {
  const auto add = [&](const std::string& version, const char* text) {
    index_.add({test::summary_of("https://docs.example/" + version + "/gear.html",
                                 "Gears " + version, text)});
  };
  add("1.4", "a gear is a gear, said the manual");
  add("v1.10", "gear wheels of today have other teeth");
  EXPECT_EQ(urls({"gear"}).back(), "https://docs.example/1.4/gear.html");
  EXPECT_EQ(urls({"gear 1.4"}).front(), "https://docs.example/1.4/gear.html");
  add("latest", "the gear as it is now");
  EXPECT_EQ(urls({"gear"}).front(), "https://docs.example/latest/gear.html");
}

TEST_F(RankingTest, WordsInOneSectionCountMoreThanWordsFarApart) {
  std::string far = "quiet";
  for (int i = 0; i < 400; ++i) far += " tea";
  std::string near = "quiet gear";
  for (int i = 0; i < 400; ++i) near += " tea";
  index_.add({page("https://x.example/far", far + " gear"), page("https://x.example/near", near)});
  EXPECT_EQ(urls({"gear quiet"}).at(0), "https://x.example/near");
}

// 1 + log10(v / highest) / 4; v / (v + 3).
TEST(EvidenceTest, FallsOffByPowersOfTenOrSaturates) {
  EXPECT_DOUBLE_EQ(power_law_score(std::log10(0.5), std::log10(0.5)), 1);
  EXPECT_NEAR(power_law_score(std::log10(0.005), std::log10(0.5)), 0.5, 1e-12);
  EXPECT_EQ(power_law_score(-9, std::log10(0.5)), 0);
  EXPECT_EQ(power_law_score(kNoScore, kNoScore), 0);
  EXPECT_DOUBLE_EQ(saturated_score(3), 0.5);
  EXPECT_EQ(saturated_score(0), 0);
}

}  // namespace
}  // namespace porthole::search
