// The pages, feeds and calls of the search site, without sockets.

#include "search/site/site.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json/json.h"
#include "search/query/query_tree.h"
#include "search/site/json.h"
#include "tests/unit/search/site_fixture.h"

namespace porthole::search {
namespace {

using http::Response;
using nlohmann::json;
using summarizer::Summary;
using test::IndexFolder;
using test::summary_of;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST_F(SiteTest, SearchesSeveralCollectionsTogetherOrOneAlone) {
  EXPECT_EQ(api("/api/v1/search?q=gear")["estimated"], 3);
  EXPECT_EQ(api("/api/v1/search?q=gear&collection=knitting")["estimated"], 1);
  EXPECT_EQ(api("/api/v1/search?q=gear&collection=knitting")["documents"], 1);
  EXPECT_EQ(get("/api/v1/search?q=gear&collection=cooking").status, 404);
  EXPECT_EQ(get("/search?q=gear&collection=cooking").status, 404);
  const json all = api("/api/v1/collections")["collections"];
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0], (json{{"name", "cycling"}, {"documents", 2}}));
  const std::string found = page("/search?q=gear&collection=knitting");
  EXPECT_THAT(found, HasSubstr("<option value=\"knitting\" selected>knitting</option>"));
  EXPECT_THAT(found, Not(HasSubstr("Hub gears")));
}

TEST_F(SiteTest, OffersFacetsAsLinksAndTakesThemAwayAgain) {
  const std::string all = page("/search?q=gear&collection=cycling");
  EXPECT_THAT(all, HasSubstr("<h2 id=\"facet-language\">Language</h2>"));
  EXPECT_THAT(
      all,
      HasSubstr("<a href=\"/search?q=gear%20lang%3Ade&amp;collection=cycling\"><bdi>German</bdi>"
                "</a> <span class=\"pages\">1</span>"));
  EXPECT_THAT(all, Not(HasSubstr("facet-topic"))) << "one topic tells no pages apart";
  const std::string german = page("/search?q=gear%20lang%3Ade&collection=cycling");
  EXPECT_THAT(
      german,
      HasSubstr(
          "<a class=\"chosen\" href=\"/search?q=gear&amp;collection=cycling\"><bdi>German</bdi>"));
  EXPECT_THAT(german, HasSubstr("<span class=\"number\">1<span")) << "one filter is chosen";
  EXPECT_EQ(api("/api/v1/search?q=gear&facets=0")["facets"], json::object());
  EXPECT_EQ(api("/api/v1/search?q=gear&collection=cycling")["facets"]["year"][0]["query"],
            "date:2024");
}

TEST_F(SiteTest, TurnsPagesByLinksThatKeepTheCollectionAndTheMoment) {
  const std::string first = page("/search?q=gear&size=1&collection=cycling");
  EXPECT_THAT(
      first,
      HasSubstr(
          "href=\"/search?q=gear&amp;collection=cycling&amp;from=1&amp;size=1&amp;until=2\""));
}

TEST_F(SiteTest, TurnsPagesByLinksThatKeepWhatElseWasChosen) {
  const std::string first =
      page("/search?q=gear&size=1&first=hubs&min-recommendations=0&explain=1&per-site=2");
  EXPECT_THAT(first, HasSubstr("href=\"/"
                               "search?q=gear&amp;explain=1&amp;first=hubs&amp;min-recommendations="
                               "0&amp;per-site=2&amp;from=1&amp;size=1"));
  EXPECT_THAT(page("/search?q=gear&size=3"), Not(HasSubstr("rel=\"next\"")))
      << "there are no more than three";
}

TEST_F(SiteTest, OffersHubsAndAuthoritiesWhereThereAreSome) {
  EXPECT_THAT(page("/search?q=gear"), Not(HasSubstr("Best lists first")));
  Summary list = summary_of("https://list.example/", "List", "A gear list.");
  list.hub = 1;
  list.authority = 0.5;
  cycling_.add({list});
  const std::string found = page("/search?q=gear+sort:date");
  EXPECT_THAT(found, HasSubstr("<a href=\"/search?q=gear&amp;first=hubs\">Best lists first</a>"));
  EXPECT_THAT(found,
              HasSubstr("<a href=\"/search?q=gear&amp;first=authorities\">Most cited first</a>"));
  const std::string hubs = page("/search?q=gear&first=hubs");
  EXPECT_THAT(hubs, HasSubstr("Order: </span>Best lists first</summary>"));
  EXPECT_THAT(hubs, HasSubstr("<a href=\"/search?q=gear\">Best match first</a>"));
  EXPECT_LT(hubs.find("list.example"), hubs.find("hubs.example"));
}

TEST_F(SiteTest, TakesAnUnknownOrderForTheUsualOne) {
  const std::string found = page("/search?q=gear&first=nonsense");
  EXPECT_THAT(found,
              HasSubstr("<a href=\"/search?q=gear\" aria-current=\"true\">Best match first</a>"));
  EXPECT_THAT(found, HasSubstr("Order: </span>Best match first</summary>"));
  EXPECT_THAT(found, Not(HasSubstr("first=nonsense")));
}

TEST_F(SiteTest, LeavesOutPagesThatFewSitesSaySomethingOf) {
  const std::string all = page("/search?q=gear");
  EXPECT_THAT(all, HasSubstr("<a href=\"/search?q=gear&amp;min-recommendations=1\"><bdi>1 other "
                             "site or more</bdi></a>"));
  const std::string said = page("/search?q=gear&min-recommendations=1");
  EXPECT_THAT(
      said,
      HasSubstr("<a class=\"chosen\" href=\"/search?q=gear\"><bdi>1 other site or more</bdi>"));
  EXPECT_THAT(said, HasSubstr("Hub gears"));
  EXPECT_THAT(said, Not(HasSubstr(kChains)));
  const std::string none = page("/search?q=gear&min-recommendations=3");
  EXPECT_THAT(none, HasSubstr("<a href=\"/search?q=gear\">Search all pages</a>"));
}

TEST_F(SiteTest, TellsWhatMadeAScoreWhereAskedTo) {
  const std::string plain = page("/search?q=gear");
  EXPECT_THAT(plain,
              HasSubstr("<a href=\"/search?q=gear&amp;explain=1\">What made each score</a>"));
  EXPECT_THAT(plain, Not(HasSubstr("<details class=\"score\"")));
  const std::string explained = page("/search?q=gear&explain=1");
  EXPECT_THAT(explained, HasSubstr("</span> text <bdi>gear</bdi></li>"));
  EXPECT_THAT(explained, HasSubstr("</span> relevance</li>"));
  EXPECT_THAT(explained,
              HasSubstr("<a href=\"/search?q=gear\">Leave out what made each score</a>"));
}

TEST_F(SiteTest, TellsWhatMadeTheScoresOfPagesOfEachCollection) {
  const json answer = api("/api/v1/search?q=gear&explain=1");
  ASSERT_FALSE(answer["results"].empty());
  for (const json& result : answer["results"]) {
    double sum = 0;
    for (const json& part : result["explanation"]) sum += part["weight"].get<double>();
    EXPECT_NEAR(sum, result["score"].get<double>(), 1e-6) << result["url"];
  }
}

TEST_F(SiteTest, LeadsToAllResultsOfASiteThatHasMoreThanAreShown) {
  std::vector<Summary> pages;
  for (int i = 0; i < 5; ++i)
    pages.push_back(summary_of("https://many.example/" + std::to_string(i),
                               "Zither " + std::to_string(i), "zither"));
  cycling_.add(pages);
  const std::string few = page("/search?q=zither");
  EXPECT_THAT(few, HasSubstr("3 of 5 pages, at most 3 of a site</span> \xC2\xB7 <a "
                             "href=\"/search?q=zither&amp;per-site=0\">Show all</a>"));
  EXPECT_THAT(few, Not(HasSubstr("Zither 4")));
  EXPECT_THAT(few, Not(HasSubstr("class=\"pager\"")));
  const std::string all = page("/search?q=zither&per-site=0");
  EXPECT_THAT(all, HasSubstr("Zither 4"));
  EXPECT_THAT(all, HasSubstr("5 pages</span> \xC2\xB7 <a href=\"/search?q=zither\">At most "
                             "three of a site</a>"));
  EXPECT_THAT(page("/search?q=gear"), HasSubstr("3 pages</span></p>"));
  EXPECT_THAT(page("/search?q=zither+site:many.example"), HasSubstr("5 pages</span></p>"))
      << "who names the site wants all of it";
}

TEST_F(SiteTest, CountsAgreeOnEachPageOfResults) {
  std::vector<Summary> pages;
  for (int i = 0; i < 20; ++i) {
    const std::string number = std::to_string(i);
    pages.push_back(summary_of("https://s" + std::to_string(i % 4) + ".example/" + number,
                               "Zither " + number, "zither number " + number));
  }
  cycling_.add(pages);
  const std::string first = page("/search?q=zither&size=5");
  const std::string second = page("/search?q=zither&size=5&from=5");
  const std::string last = page("/search?q=zither&size=5&from=10");
  EXPECT_THAT(first, HasSubstr(">1 to 5 of 20 pages, at most 3 of a site<"));
  EXPECT_THAT(second, HasSubstr(">6 to 10 of 20 pages, at most 3 of a site<"));
  EXPECT_THAT(last, HasSubstr(">11 to 12 of 20 pages, at most 3 of a site<"));
  for (const std::string& one : {first, second, last}) {
    EXPECT_THAT(one, HasSubstr("per-site=0\">Show all</a>"));
    EXPECT_THAT(one, HasSubstr("<nav class=\"pager\""));
  }
  EXPECT_THAT(first,
              HasSubstr("<span aria-current=\"page\"><span class=\"hidden\">Page </span>1</span>"));
  EXPECT_THAT(
      last,
      HasSubstr("from=5&amp;size=5&amp;until=22-1\"><span class=\"hidden\">Page </span>2</a>"));
  EXPECT_THAT(last, Not(HasSubstr("rel=\"next\"")));
  const json answer = api("/api/v1/search?q=zither&size=5&from=10&per-site=3");
  EXPECT_EQ(answer["estimated"], 20);
  EXPECT_EQ(answer["left_out"], 8);
  EXPECT_EQ(answer["per_site"], 3);
}

TEST_F(SiteTest, CountsPagesThatRepeatOthers) {
  std::string text = "zither";
  for (int i = 0; i < 60; ++i) text += " word" + std::to_string(i);
  cycling_.add({summary_of("https://s1.example/", "Zither", text),
                summary_of("https://s2.example/", "Zither", text),
                summary_of("https://s3.example/", "Another", "zither strings")});
  EXPECT_THAT(page("/search?q=zither"), HasSubstr(">2 of 3 pages, 1 nearly the same as another<"));
  EXPECT_EQ(api("/api/v1/search?q=zither")["folded"], 1);
}

TEST_F(SiteTest, ShowsWhatTheCorrectionFindsAndTheWayToWhatWasWritten) {
  const std::string found = page("/search?q=chainz&collection=cycling");
  EXPECT_THAT(
      found,
      HasSubstr("No page has <bdi>chainz</bdi>; these have <strong><bdi>chains</bdi></strong>."));
  EXPECT_THAT(
      found,
      HasSubstr("<a href=\"/search?q=chainz&amp;as-written=1&amp;collection=cycling\">Search "
                "instead for <bdi>chainz</bdi></a>"));
  EXPECT_THAT(found, HasSubstr("<ol class=\"results\""));
  const std::string written = page("/search?q=chainz&as-written=1");
  EXPECT_THAT(written, HasSubstr("Nothing found"));
  EXPECT_THAT(written, HasSubstr("Did you mean <a"));
  EXPECT_EQ(api("/api/v1/search?q=chainz")["instead_of"], "chainz");
  EXPECT_TRUE(api("/feed.json?q=chainz")["items"].empty()) << "a feed stays that of its query";
}

TEST_F(SiteTest, LeadsFromAFieldThatIsNoneToTheQueryThatMayBeMeant) {
  const std::string wrong = page("/search?q=gear+titel:hub&collection=cycling");
  EXPECT_THAT(wrong, HasSubstr("<p>There is no field &quot;titel&quot; to search in.</p>"));
  EXPECT_THAT(wrong,
              HasSubstr("<p>Did you mean <a "
                        "href=\"/search?q=gear%20title%3Ahub&amp;collection=cycling\"><bdi>gear "
                        "title:hub</bdi></a>"));
  EXPECT_THAT(wrong,
              HasSubstr("<p>To search for the words themselves, put them <a "
                        "href=\"/search?q=%22gear%20titel%3Ahub%22&amp;collection=cycling\">in "
                        "quotation marks</a>.</p>"));
  EXPECT_THAT(api("/api/v1/search?q=titel:hub")["error"]["hint"].get<std::string>(),
              StartsWith("did you mean title:"));
  EXPECT_THAT(api("/api/v1/search?q=titel:hub")["error"]["hint"].get<std::string>(),
              HasSubstr("? To search for the words themselves,"));
}

TEST_F(SiteTest, LeadsBackFromBehindTheLastResult) {
  const std::string far = page("/search?q=gear&from=100");
  EXPECT_THAT(far, HasSubstr("no results this far down"));
  EXPECT_THAT(far, HasSubstr("<a href=\"/search?q=gear\">To the first results</a>"));
  EXPECT_THAT(far, Not(HasSubstr("Check the spelling")));
}

TEST_F(SiteTest, ShowsAllPagesWhereAllOfAQueryIsTakenAway) {
  EXPECT_THAT(page("/search?q=lang:de"),
              HasSubstr("<a class=\"chosen\" href=\"/search?q=%2A\"><bdi>German</bdi>"));
  EXPECT_THAT(page("/search?q=sort:date"),
              HasSubstr("<a href=\"/search?q=%2A\">Best match first</a>"));
  EXPECT_THAT(page("/"),
              HasSubstr("<a href=\"/search?q=sort%3Adate\">All pages, newest first</a>"));
}

TEST_F(SiteTest, LeadsFromAValueThatNoPageHasToThoseThatSomeHave) {
  EXPECT_THAT(page("/search?q=lang:tlh"),
              HasSubstr("<a href=\"/fields?name=lang\">What <kbd>lang:</kbd> may be here</a>"));
  EXPECT_THAT(page("/search?q=size:large"),
              HasSubstr("Nothing of this query is left to search for."));
}

TEST_F(SiteTest, CallsAPageWithoutATitleByItsFile) {
  cycling_.add({summary_of("https://pictures.example/img/hub%20gear.png", "", "zither"),
                summary_of("https://pictures.example/img/", "", "zither")});
  const std::string found = page("/search?q=zither");
  EXPECT_THAT(found, HasSubstr("<bdi>hub gear.png</bdi>"));
  EXPECT_THAT(found, HasSubstr("<bdi>https://pictures.example/img/</bdi>"));
}

TEST_F(SiteTest, RefusesTwoCollectionsOfOneName) {
  IndexFolder a, b;
  const auto opened =
      Site::open({served("cycling", a, cycling()), served("cycling", b, cycling())});
  ASSERT_FALSE(opened);
  EXPECT_THAT(opened.error().to_string(), HasSubstr("two collections are called \"cycling\""));
}

TEST_F(SiteTest, SaysWhatIsNotThere) {
  EXPECT_THAT(page("/page" + of("https://nowhere.example/")),
              HasSubstr("No page with this URL is known here"));
  EXPECT_THAT(page("/search?q=gear&collection=cooking"),
              HasSubstr("There is no collection of this name."));
  EXPECT_THAT(page("/fields?name=colour"), HasSubstr("There is no such field."));
  EXPECT_EQ(api("/feed.json?q=nofield:x")["error"]["code"], "unknown-field") << "a program asks";
}

TEST_F(SiteTest, KeepsTheQueryInTheBoxOfEveryPageThatTellsOfAnError) {
  for (const char* target :
       {"/nowhere?q=gear", "/search?q=gear&collection=cooking", "/fields?name=colour&q=gear",
        "/page?url=x&q=gear", "/copy?url=https://nowhere.example/&q=gear"}) {
    EXPECT_EQ(get(target).status, 404) << target;
    EXPECT_THAT(page(target), HasSubstr("name=\"q\" type=\"search\" value=\"gear\"")) << target;
  }
  EXPECT_THAT(page("/search?q=nofield:x"), HasSubstr("value=\"nofield:x\""));
  EXPECT_THAT(page("/search?q=zeppelin"), HasSubstr("value=\"zeppelin\""));
}

TEST_F(SiteTest, LeadsFromAPathThatIsUnknownToASearchForItsWords) {
  EXPECT_THAT(page("/Hub-gears.html"), HasSubstr("<a href=\"/search?q=hub%20gears\">Search for "));
  EXPECT_THAT(page("/%3Cscript%3E"), HasSubstr("<a href=\"/search?q=script\">"));
  EXPECT_THAT(page("/-"), Not(HasSubstr("Search for \xE2\x80\x9C")));
}

TEST_F(SiteTest, LeadsFromAPageThatIsUnknownToThoseOfItsSite) {
  EXPECT_THAT(
      page("/page" + of("https://nowhere.example/a")),
      HasSubstr("<a href=\"/search?q=site%3Anowhere.example\">Pages of nowhere.example</a>"));
  EXPECT_THAT(page("/page?url=x"), Not(HasSubstr("Pages of")));
}

TEST_F(SiteTest, TellsOtherRobotsAndProgramsWhatIsHere) {
  EXPECT_THAT(page("/robots.txt"), HasSubstr("\nDisallow: /\n"));
  EXPECT_THAT(page("/api/v1/openapi.yaml"), StartsWith("openapi: 3.1"));
  EXPECT_THAT(api("/api/v1/nothing")["error"]["hint"].get<std::string>(),
              HasSubstr("/api/v1/openapi.yaml"));
}

TEST_F(SiteTest, TellsPrometheusItsPagesAndRequestsByStatus) {
  get("/search?q=gear");
  get("/search?q=gear");
  get("/nowhere");
  const http::Response answer = get("/metrics");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.content_type, "text/plain; version=0.0.4; charset=utf-8");
  EXPECT_THAT(answer.body, HasSubstr("# TYPE porthole_index_documents gauge\n"
                                     "porthole_index_documents{collection=\"cycling\"} 2\n"
                                     "porthole_index_documents{collection=\"knitting\"} 1\n"));
  EXPECT_THAT(answer.body, HasSubstr("porthole_http_requests_total{code=\"200\"} 2\n"
                                     "porthole_http_requests_total{code=\"404\"} 1\n"));
  EXPECT_THAT(answer.body, HasSubstr("porthole_http_request_duration_seconds_count 3\n"));
  EXPECT_THAT(answer.body, HasSubstr("porthole_search_duration_seconds_bucket{le=\"+Inf\"} 2\n"));
  EXPECT_THAT(answer.body, Not(HasSubstr("gear"))) << "queries are not told";
}

TEST_F(SiteTest, SaysWhyThereIsNothingAndWhichPartToLeaveOut) {
  const std::string none = page("/search?q=%2Bplanetary+%2Bzeppelin");
  EXPECT_THAT(none, HasSubstr("Nothing found"));
  EXPECT_THAT(none, HasSubstr("<bdi>zeppelin</bdi></a> <span class=\"pages\">no page</span>"));
  EXPECT_THAT(none, HasSubstr("<a href=\"/search?q=%2Bplanetary\">search without it"));
  EXPECT_THAT(page("/search?q=auhtor:ada"), HasSubstr("To search for the words themselves"));
}

// The route of docs/extending.md, line by line: tests/docs/extending_test.py compares them.
Result<Response> handle_api_hubs(const RequestContext& request) {
  TRY_AS(searcher, request.collections.searchers().acquire(request.collection()));
  SearchRequest search;
  search.query = kAllPages;
  search.first = First::kHubs;
  search.size = request.parameters.number("size", kDefaultSize, 1, kMaxResultSize);
  TRY_AS(hubs, (*searcher)->search(search));
  return json_response(results_as_json(*hubs));
}
constexpr Route kExample[] = {
    Route{"/api/v1/hubs", handle_api_hubs, Dispatch::kCached},
};

TEST_F(SiteTest, TheRouteOfTheManualListsHubs) {
  Summary list = summary_of("https://list.example/", "List", "Links.");
  list.hub = 1;
  cycling_.add({list});
  const auto site = Site::open({{"cycling", cycling_.path(), nullptr}}, kExample);
  ASSERT_TRUE(site) << site.error().to_string();
  const Response answer = (*site)->answer({"GET", "/api/v1/hubs?size=1", "http://localhost"});
  EXPECT_EQ(json::parse(answer.body).at("results")[0]["url"], "https://list.example/");
}

TEST(EmptySiteTest, SaysThatNothingIsThereYetAndGivesNoAdviceOnWords) {
  IndexFolder index;
  const auto site = Site::open({served("cycling", index, {})});
  ASSERT_TRUE(site) << site.error().to_string();
  const std::string found = (*site)->answer({"GET", "/search?q=gear", "http://localhost"}).body;
  EXPECT_THAT(found, HasSubstr("The index is empty: nothing has been gathered and indexed yet."));
  EXPECT_THAT(found, Not(HasSubstr("Check the spelling")));
}

TEST_F(SiteTest, SuggestsWithoutScript) {
  const std::string list = page("/suggest?q=planet");
  EXPECT_THAT(list, HasSubstr("<a href=\"/search?q=planetary\"><bdi>planetary</bdi></a> <span "
                              "class=\"pages\">1 page</span>"));
  EXPECT_THAT(page("/suggest?q=woo&collection=knitting"),
              HasSubstr("<a href=\"/search?q=wool&amp;collection=knitting\">"));
  EXPECT_THAT(page("/suggest?q=auth:"), HasSubstr("<a href=\"/suggest?q=author%3A\">"))
      << "a value is still wanted";
  EXPECT_THAT(
      page("/"),
      HasSubstr("<noscript><button class=\"suggest\" type=\"submit\" formaction=\"/suggest\">"));
  const Response browsers = get("/suggest.json?q=planet");
  EXPECT_THAT(browsers.content_type, StartsWith("application/x-suggestions+json"));
  EXPECT_EQ(json::parse(browsers.body), json::array({"planet", {"planetary"}, {"1 page"}}));
}

TEST_F(SiteTest, GivesResultsAsFeedsTheNewestFirst) {
  const Response atom = get("/feed.atom?q=gear&collection=cycling");
  EXPECT_THAT(atom.content_type, StartsWith("application/atom+xml"));
  EXPECT_LT(atom.body.find("<title>Chains</title>"),
            atom.body.find("<title>Hub gears &amp; &quot;more&quot;</title>"));
  EXPECT_THAT(atom.body, HasSubstr("<updated>2024-05-01T00:00:00Z</updated>"));
  EXPECT_THAT(atom.body,
              HasSubstr("<link rel=\"self\" type=\"application/atom+xml\" "
                        "href=\"http://localhost/feed.atom?q=gear&amp;collection=cycling\"/>"));
  EXPECT_THAT(atom.body, Not(HasSubstr("<transmission>")));
  const json feed = api("/feed.json?q=gear&collection=cycling");
  EXPECT_EQ(feed["items"][1]["url"], kGears);
  EXPECT_EQ(feed["items"][1]["date_modified"], "2024-05-01T00:00:00Z");
  EXPECT_THAT(feed["items"][1]["content_text"], HasSubstr("silent <transmission>"));
  EXPECT_EQ(feed["title"], "gear \xC2\xB7 cycling");
  EXPECT_EQ(feed["home_page_url"], "http://localhost/search?q=gear&collection=cycling");
  EXPECT_EQ(get("/feed.atom?q=nofield:x").status, 400);
}

TEST_F(SiteTest, OffersFeedsToReadersAndOneOfAllPages) {
  EXPECT_THAT(page("/search?q=gear&collection=cycling"),
              HasSubstr("<link rel=\"alternate\" type=\"application/atom+xml\" "
                        "href=\"/feed.atom?q=gear&amp;collection=cycling\""));
  EXPECT_THAT(
      page("/"),
      HasSubstr("<link rel=\"alternate\" type=\"application/feed+json\" href=\"/feed.json\""));
  EXPECT_THAT(page("/help"), Not(HasSubstr("application/atom+xml")));
  const json all = api("/feed.json");
  EXPECT_EQ(all["items"].size(), 3u);
  EXPECT_EQ(all["title"], "Newest pages \xC2\xB7 cycling, knitting");
}

TEST_F(SiteTest, DescribesItselfForBrowsers) {
  const std::string about = page("/opensearch.xml");
  for (const char* type : {"text/html", "application/atom+xml", "application/feed+json",
                           "application/x-suggestions+json"}) {
    EXPECT_THAT(about, HasSubstr(std::string("<Url type=\"") + type)) << type;
  }
}

}  // namespace
}  // namespace porthole::search
