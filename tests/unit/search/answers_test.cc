/// Tests the query language, facets, sort orders and limits on a real index.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/query/query.h"
#include "search/ranking/facet_counts.h"
#include "search/ranking/searcher.h"
#include "search/site/neighbours.h"
#include "tests/support/index_folder.h"

namespace porthole::search {
namespace {

using summarizer::Summary;
using test::IndexFolder;
using test::said;
using test::summary_of;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

class AnswersTest : public ::testing::Test {
 protected:
  AnswersTest() {
    Summary hub =
        summary_of(hub_, "Hub gears", "one two three colour planetary gear in a hub with oil");
    hub.modified = "2024-05-01T10:00:00Z";
    hub.bytes = 5'000;
    hub.annotations_by_others = {said("https://x.test/1", "silent hub"),
                                 said("https://y.test/1", "hub", AnnotationKind::kAlt)};
    hub.own_annotations = {said(chain_, "about chains")};
    Summary chain = summary_of(chain_, "Chain care",
                               "one far far far far far two color gear and chain with oil");
    chain.published = "2022-12-31";
    chain.bytes = 50'000;
    chain.language = "de";
    chain.own_annotations = {said(hub_, "about hubs")};
    Summary paper =
        summary_of(paper_, "Measured losses", "three two one planetary gear in a hub, measured");
    paper.media_type = "application/pdf";
    paper.properties = {{"width", "640"}, {"created", "2020-06"}};
    Summary picture = summary_of(picture_, "Picture", "a wheel");
    picture.resource_class = "Image";
    picture.properties = {{"width", "800"}, {"width", "wide"}};
    index_.add({hub, chain, paper, picture});
  }

  Results search(SearchRequest request) {
    auto searcher = Searcher::open({index_.path()});
    EXPECT_TRUE(searcher) << searcher.error().to_string();
    auto results = searcher->search(request);
    EXPECT_TRUE(results) << results.error().to_string();
    return results.value_or(Results{});
  }
  Results search(const std::string& query) {
    SearchRequest request;
    request.query = query;
    return search(request);
  }
  static std::vector<std::string> urls_of(const Results& results) {
    std::vector<std::string> found;
    for (const Hit& hit : results.hits) found.push_back(hit.url);
    return found;
  }
  std::vector<std::string> urls(const std::string& query) { return urls_of(search(query)); }

  const std::string hub_ = "https://hubs.example.co.uk/gears";
  const std::string chain_ = "https://www.chains.example/oil.html";
  const std::string paper_ = "https://hubs.example.co.uk/paper.pdf";
  const std::string picture_ = "https://pictures.example/p.png";
  IndexFolder index_;
};

TEST_F(AnswersTest, TellsEitherFromBoth) {
  EXPECT_THAT(urls("planetary XOR oil"), UnorderedElementsAre(chain_, paper_));
  EXPECT_THAT(urls("(planetary XOR oil) -chain"), ElementsAre(paper_));
}

TEST_F(AnswersTest, FindsWordsNearEachOtherInAnyOrderAndInThisOne) {
  EXPECT_THAT(urls("one NEAR/1 two"), UnorderedElementsAre(hub_, paper_));
  EXPECT_THAT(urls("one ADJ/1 two"), ElementsAre(hub_));
  EXPECT_THAT(urls("two ADJ/1 one"), ElementsAre(paper_));
  EXPECT_THAT(urls("one NEAR/6 two"), UnorderedElementsAre(hub_, paper_, chain_));
  EXPECT_THAT(urls("one NEAR/5 two"), UnorderedElementsAre(hub_, paper_));
  EXPECT_THAT(urls("one ADJ/2 (three OR gear)"), UnorderedElementsAre(hub_, paper_));
}

TEST_F(AnswersTest, FindsFormsOfWordsAndOfValues) {
  EXPECT_THAT(urls("colo*r"), UnorderedElementsAre(hub_, chain_));
  EXPECT_THAT(urls("colo?r"), ElementsAre(hub_));
  EXPECT_THAT(urls("title:mea*red"), ElementsAre(paper_));
  EXPECT_THAT(urls("type:application/*"), ElementsAre(paper_));
  EXPECT_THAT(urls("width:w*"), IsEmpty()) << "three letters at least";
}

TEST_F(AnswersTest, KnowsTheTopLevelOfAHostAndItsPublicSuffix) {
  EXPECT_THAT(urls("tld:uk"), UnorderedElementsAre(hub_, paper_));
  EXPECT_THAT(urls("tld:co.uk"), UnorderedElementsAre(hub_, paper_));
  EXPECT_THAT(urls("tld:example"), UnorderedElementsAre(chain_, picture_));
}

TEST_F(AnswersTest, KnowsInWhichKindOfAnnotationOthersSpeak) {
  EXPECT_THAT(urls("annotation-kind:alt"), ElementsAre(hub_));
  EXPECT_THAT(urls("annotation-kind:anchor"), ElementsAre(hub_));
  EXPECT_THAT(urls("annotation-kind:heading"), IsEmpty());
}

TEST_F(AnswersTest, LimitsToDatesOfChangeOrElseOfPublicationAndNotOfReading) {
  EXPECT_THAT(urls("date:2024-05-01"), ElementsAre(hub_));
  EXPECT_THAT(urls("before:2023"), ElementsAre(chain_));
  EXPECT_THAT(urls("after:2024-05-02"), IsEmpty()) << "the others were read in 2026";
  EXPECT_THAT(urls("date:1990..2030"), UnorderedElementsAre(hub_, chain_));
  EXPECT_THAT(urls("date:2022..2024"), UnorderedElementsAre(hub_, chain_));
  EXPECT_THAT(urls("gear after:2023 before:2025"), ElementsAre(hub_));
}

TEST_F(AnswersTest, SaysWhereADateComesFromAndPutsThatOfAFetchLast) {
  const Results found = search("hub sort:date");
  ASSERT_EQ(found.hits.size(), 2u);
  EXPECT_EQ(found.hits[0].date, "2024-05-01T10:00:00Z");
  EXPECT_FALSE(found.hits[0].date_is_estimated());
  EXPECT_EQ(found.hits[1].date, "2026-11-20T18:20:53Z");
  EXPECT_TRUE(found.hits[1].date_is_estimated());
}

TEST_F(AnswersTest, LimitsToNumbersOfThePageAndOfItsProperties) {
  EXPECT_THAT(urls("size:>5k"), ElementsAre(chain_));
  EXPECT_THAT(urls("size:>=5k"), UnorderedElementsAre(hub_, chain_));
  EXPECT_THAT(urls("size:5000"), ElementsAre(hub_));
  EXPECT_THAT(urls("size:..10k"), ElementsAre(hub_)) << "a page of unknown size has none";
  EXPECT_THAT(urls("recommendations:>=2"), ElementsAre(hub_));
  EXPECT_THAT(urls("width:640..700"), ElementsAre(paper_));
  EXPECT_THAT(urls("width:>640"), ElementsAre(picture_));
  EXPECT_THAT(urls("created:2020..2021"), ElementsAre(paper_));
  EXPECT_THAT(urls("created:>2020"), IsEmpty());
}

TEST_F(AnswersTest, SortsByWhatIsAskedFor) {
  EXPECT_THAT(urls("gear sort:oldest"), ElementsAre(chain_, hub_, paper_));
  EXPECT_THAT(urls("gear sort:size"), ElementsAre(chain_, hub_, paper_));
  EXPECT_THAT(urls("gear sort:recommendations").front(), hub_);
  EXPECT_EQ(search("gear sort:-date").order, "-date");
  EXPECT_EQ(search("gear").order, "");
}

TEST_F(AnswersTest, ShowsAllPagesInAnOrderWhereNothingElseIsAsked) {
  EXPECT_THAT(urls("*"), UnorderedElementsAre(hub_, chain_, paper_, picture_));
  EXPECT_EQ(urls("sort:oldest").front(), chain_);
  EXPECT_EQ(search("sort:oldest").estimated, 4);
  EXPECT_THAT(urls("* lang:de"), ElementsAre(chain_));
}

TEST_F(AnswersTest, TellsAQueryOfNothingFromOneThatFindsNothing) {
  EXPECT_TRUE(search("size:large").asks_nothing);
  const Results none = search("lang:tlh");
  EXPECT_FALSE(none.asks_nothing);
  EXPECT_THAT(none.fields, ElementsAre("lang"));
  EXPECT_THAT(search("lang:de").fields, IsEmpty());
}

TEST_F(AnswersTest, CountsWhatResultsHaveInCommon) {
  SearchRequest request;
  request.query = "gear";
  request.facets = true;
  const Results found = search(request);
  EXPECT_EQ(found.counted, 3);
  std::map<std::string, std::map<std::string, std::int64_t>> counts;
  for (const FacetCounts& facet : found.facets) {
    for (const FacetValue& one : facet.values) {
      counts[facet.name][one.value] = one.pages;
      EXPECT_EQ(search("gear " + one.query).estimated, one.pages) << one.query;
    }
  }
  using Counts = std::map<std::string, std::int64_t>;
  EXPECT_EQ(counts["site"], (Counts{{"example.co.uk", 2}, {"chains.example", 1}}));
  EXPECT_EQ(counts["language"], (Counts{{"en", 2}, {"de", 1}}));
  EXPECT_EQ(counts["type"], (Counts{{"text/html", 2}, {"application/pdf", 1}}));
  EXPECT_EQ(counts["year"], (Counts{{"2024", 1}, {"2022", 1}}))
      << "a page without a date has no year";
  EXPECT_EQ(counts["topic"], (Counts{{"Cycling", 3}}));
  EXPECT_EQ(counts["kind"], (Counts{{"anchor", 1}, {"alt", 1}}));
  EXPECT_THAT(search("gear").facets, IsEmpty()) << "not asked for";
}

TEST_F(AnswersTest, SaysHowManyPagesHaveEachPartWhenNoneHasAll) {
  const Results found = search("planetary zeppelin site:chains.example");
  std::vector<std::pair<std::string, std::int64_t>> parts;
  for (const PartCount& one : found.parts) parts.emplace_back(one.part, one.pages);
  EXPECT_THAT(parts, ElementsAre(std::pair("planetary", 2), std::pair("zeppelin", 0),
                                 std::pair("site:chains.example", 1)));
  EXPECT_THAT(search("planetary gear").parts, IsEmpty());
}

TEST_F(AnswersTest, FindsPagesLikeAPageAndThoseAroundIt) {
  const auto similar = urls("like:" + hub_);
  ASSERT_FALSE(similar.empty());
  EXPECT_EQ(similar.front(), paper_);
  EXPECT_THAT(similar, Not(Contains(hub_)));
  EXPECT_THAT(urls("like:https://nowhere.example/"), IsEmpty());
  auto searcher = Searcher::open({index_.path()});
  const auto around = neighbours(*searcher, hub_);
  ASSERT_TRUE(around);
  ASSERT_EQ(around->citing.first.size(), 1u);
  EXPECT_EQ(around->citing.first[0].url, chain_);
  EXPECT_EQ(around->cited.first[0].url, chain_);
  EXPECT_EQ(around->similar.first[0].url, paper_);
}

std::vector<std::string> ends_of(const Completions& completions, CompletionKind kind) {
  std::vector<std::string> ends;
  for (const Completion& one : completions.list) {
    if (one.kind == kind) ends.push_back(one.end);
  }
  return ends;
}

TEST_F(AnswersTest, FindsPagesThatAreAlikeInTheirContentAndNotInTheirMenus) {
  Summary harp = summary_of("https://a.example/harp", "Harp", "A harp has strings and pedals.");
  Summary zither = summary_of("https://b.example/zither", "Zither", "A zither has strings.");
  Summary basket = summary_of("https://c.example/basket", "Basket", "Nothing in it.");
  for (Summary* page : {&harp, &basket}) page->boilerplate = "Imprint\nNewsletter\nCookies";
  index_.add({harp, zither, basket});
  EXPECT_EQ(urls("like:" + harp.url).front(), zither.url);
  EXPECT_THAT(urls("like:" + harp.url), Not(Contains(basket.url)));
}

TEST_F(AnswersTest, SuggestsWordsPhrasesAndTitlesThatBeginSoAndNoFields) {
  index_.add({summary_of("https://a.example/", "Anna's hub gears - a review", "Swarming"),
              summary_of("https://b.example/", "Two hub gears for beginners: NOT new", "swarms"),
              summary_of("https://c.example/", "PostGIS", "a swarm")});
  auto searcher = Searcher::open({index_.path()});
  const auto ends = [&](const char* text, CompletionKind kind) {
    return ends_of(*searcher->complete(text, 10), kind);
  };
  EXPECT_THAT(ends("planet", CompletionKind::kWord), ElementsAre("planetary"));
  EXPECT_THAT(ends("swa", CompletionKind::kWord), SizeIs(1)) << "of its forms one";
  EXPECT_THAT(ends("postg", CompletionKind::kWord), ElementsAre("PostGIS"));
  EXPECT_THAT(ends("hub gea", CompletionKind::kPhrase), ElementsAre("hub gears for beginners"));
  EXPECT_THAT(ends("two ", CompletionKind::kPhrase), ElementsAre("Two hub"));
  EXPECT_THAT(ends("two ", CompletionKind::kTitle),
              ElementsAre("Two hub gears for beginners not new"));
  EXPECT_EQ(urls("Two hub gears for beginners not new").front(), "https://b.example/");
  for (const char* text : {"gears hub", "postg"})
    EXPECT_THAT(ends(text, CompletionKind::kPhrase), IsEmpty()) << text;
  EXPECT_THAT(ends("gears for", CompletionKind::kWord), IsEmpty()) << "a stop word is whole";
  for (const char* text : {"sor", "title", ""})
    EXPECT_THAT(ends(text, CompletionKind::kField), IsEmpty()) << text;
}

// Pages of results stay what they are while the index grows.
TEST_F(AnswersTest, ShowsNoResultTwiceWhenPagesAreAddedBetweenTwoPagesOfResults) {
  SearchRequest request;
  request.query = "gear";
  request.size = 2;
  const Results first = search(request);
  std::vector<Summary> more;
  for (int i = 0; i < 20; ++i) {
    more.push_back(
        summary_of("https://new.example/" + std::to_string(i), "Gear gear gear", "gear gear gear"));
  }
  index_.add(more);
  request.from = 2;
  request.until = first.until;
  const Results second = search(request);
  std::vector<std::string> all = urls_of(first);
  for (const std::string& url : urls_of(second)) all.push_back(url);
  EXPECT_THAT(all, UnorderedElementsAre(hub_, chain_, paper_));
  EXPECT_EQ(second.until, first.until);
  request.until = "";
  EXPECT_THAT(urls_of(search(request)), Contains(HasSubstr("new.example")));
  for (const char* none : {"x", "1-2-3", "-", "99999999999999999999", "-1"}) {
    request.until = none;
    EXPECT_EQ(search(request).estimated, 23) << none << " is not a valid token";
  }
}

TEST_F(AnswersTest, KeepsPagesOfResultsOverSeveralIndexes) {
  IndexFolder other;
  other.add({summary_of("https://other.example/1", "Gear", "gear one"),
             summary_of("https://other.example/2", "Gear", "gear two")});
  auto both = Searcher::open({index_.path(), other.path()});
  ASSERT_TRUE(both);
  SearchRequest request;
  request.query = "gear";
  request.size = 3;
  const auto first = both->search(request);
  other.add({summary_of("https://other.example/3", "Gear gear", "gear gear")});
  index_.add({summary_of("https://new.example/", "Gear gear", "gear gear")});
  request.from = 3;
  request.until = first->until;
  const auto second = both->search(request);
  std::vector<std::string> all = urls_of(*first);
  for (const std::string& url : urls_of(*second)) all.push_back(url);
  EXPECT_THAT(all, UnorderedElementsAre(hub_, chain_, paper_, "https://other.example/1",
                                        "https://other.example/2"));
}

// The time of a search: without any, each step ends at once and says so.
TEST_F(AnswersTest, StopsWhenItsTimeIsOverAndSaysSo) {
  for (const char* query :
       {"gear", "gear hub OR oil", "\"one two\"", "one NEAR two", "colo*r", "width:1..9999",
        "type:*", "like:https://hubs.example.co.uk/gears", "gear sort:date", "zeppelinn gearr"}) {
    SearchRequest request;
    request.query = query;
    request.facets = true;
    request.time = std::chrono::milliseconds(0);
    const Results found = search(request);
    EXPECT_THAT(found.hits, IsEmpty()) << query;
    EXPECT_THAT(found.notes, Contains(HasSubstr("took too long"))) << query;
  }
}

// Expansions: what is beyond them is left out, and a note says so.
TEST_F(AnswersTest, ReadsNoMoreValuesThanItsLimit) {
  std::vector<Summary> pages;
  for (int i = 0; i < 11; ++i) {
    Summary page = summary_of("https://many.example/" + std::to_string(i), "Many", "many");
    for (int j = 0; j < 100; ++j)
      page.properties.push_back({"height", std::to_string(i * 100 + j)});
    pages.push_back(std::move(page));
  }
  index_.add(pages);
  EXPECT_THAT(search("height:0..998").notes, IsEmpty()) << "999 values";
  EXPECT_THAT(search("height:0..2000").notes, Contains(HasSubstr("not all were searched")));
}

TEST_F(AnswersTest, SearchesTheHundredMostFrequentWordsOfAForm) {
  std::string words;
  for (int i = 0; i < 100; ++i) words += "zebra" + std::to_string(i) + " ";
  index_.add({summary_of("https://many.example/1", "Many", words),
              summary_of("https://many.example/2", "Many", words),
              summary_of("https://rare.example/", "Rare", "zebrarare")});
  EXPECT_EQ(search("zebra*").estimated, 2) << "all but the rare one";
  EXPECT_THAT(urls("zebra*"), Not(Contains("https://rare.example/")));
}

}  // namespace
}  // namespace porthole::search
