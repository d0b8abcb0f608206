// Title, authors, dates, site, image and breadcrumbs of pages, and where each comes from.

#include "parser/properties/page_properties.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/clock.h"
#include "parser/parse.h"
#include "parser/properties/person_names.h"

namespace porthole::parser {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr const char* kUrl = "https://www.garden.example/blog/pruning-roses";
const std::string kText =
    "<p>Roses are pruned in late winter, when the buds begin to swell. Cut each shoot back to a "
    "bud "
    "that points outwards.</p>";

Document parse(const std::string& body, const std::string& url = kUrl) {
  return parse_document({url, "text/html; charset=utf-8", body});
}

std::vector<std::string> values(const Document& page, std::string_view name) {
  std::vector<std::string> all;
  for (const Property& one : page.properties) {
    if (one.name == name) all.push_back(one.value);
  }
  return all;
}

std::string source(const Document& page, std::string_view property) {
  for (const PropertySource& one : page.sources) {
    if (one.property == property) return one.source;
  }
  return "";
}

std::string script(const std::string& json) {
  return "<script type='application/ld+json'>" + json + "</script>";
}

TEST(PageTitleTest, IsTheHeadingWithoutTheNameOfTheSite) {
  const Document page =
      parse("<title>Pruning roses | The Garden</title><h1>Pruning roses</h1>" + kText);
  EXPECT_EQ(page.title, "Pruning roses");
  EXPECT_EQ(source(page, "title"), "h1");
}

TEST(PageTitleTest, LeavesOutTheSiteWhereThereIsNoHeading) {
  const std::string site = "<meta property='og:site_name' content='The Garden'>";
  EXPECT_EQ(parse(site + "<title>Pruning roses - The Garden</title>" + kText).title,
            "Pruning roses");
  EXPECT_EQ(parse(site + "<title>The Garden » Pruning roses in winter</title>" + kText).title,
            "Pruning roses in winter");
  EXPECT_EQ(parse("<title>Pruning roses in late winter | Garden</title>" + kText).title,
            "Pruning roses in late winter")
      << "the site's name is that of its host";
}

TEST(PageTitleTest, TakesTheHeadingThatTheTitleNamesAmongSeveral) {
  EXPECT_EQ(parse("<title>Pruning roses | The Garden</title><h1>The Garden</h1><h1>Pruning roses "
                  "<a href='#x'>¶</a></h1>" +
                  kText)
                .title,
            "Pruning roses");
}

TEST(PageTitleTest, IsTheTitleElementWhenNothingElseSaysIt) {
  const Document page = parse("<title> A  page\nof text </title>" + kText);
  EXPECT_EQ(page.title, "A page of text");
  EXPECT_EQ(source(page, "title"), "title");
  EXPECT_EQ(parse(kText).title, "");
}

TEST(PageTitleTest, IsNoSectionOfAManualThatNumbersItsHeadings) {
  const Document page = parse(
      "<title>SQLite Foreign Key Support</title><div>SQLite Foreign Key Support</div>"
      "<h1>1. Introduction to Foreign Key Constraints</h1>" +
          kText + "<h1>2. Enabling Foreign Key Support</h1>" + kText +
          "<h1>5. CREATE, ALTER and DROP TABLE commands</h1>" + kText,
      "https://sqlite.org/foreignkeys.html");
  EXPECT_EQ(page.title, "SQLite Foreign Key Support");
  EXPECT_EQ(parse("<title>CREATE INDEX</title><h1>1. Syntax</h1>" + kText).title, "CREATE INDEX");
  EXPECT_EQ(parse("<meta property='og:site_name' content='The Garden'><title>The Garden</title>"
                  "<h1>1. Pruning roses</h1>" +
                  kText)
                .title,
            "1. Pruning roses")
      << "the title has only the name of the site";
}

TEST(PageTitleTest, KeepsAQuestionBehindADash) {
  const std::string site = "<meta property='og:site_name' content='HiveTalk'>";
  for (const std::string title :
       {"Water content 20.5 per cent - ferment?", "Clipped queen still swarmed - what now?"}) {
    EXPECT_EQ(parse(site + "<title>" + title + " - HiveTalk</title>" + kText).title, title);
    EXPECT_EQ(
        parse(site + "<title>" + title + " - HiveTalk</title><h1>" + title + "</h1>" + kText).title,
        title);
  }
}

TEST(PageAuthorTest, ComesFromJsonLdInEachOfItsForms) {
  const std::string head = "<title>Pruning roses</title>", body = "<h1>Pruning roses</h1>" + kText;
  for (const char* author :
       {R"("Ann Bell")", R"({"@type":"Person","name":"Ann Bell"})",
        R"([{"@type":"Person","name":"Ann Bell","url":"https://garden.example/ann"}])"}) {
    const Document page = parse(
        head + script(std::string(R"({"@type":"BlogPosting","author":)") + author + "}") + body);
    EXPECT_THAT(values(page, "author"), ElementsAre("Ann Bell")) << author;
    EXPECT_EQ(source(page, "author"), "json-ld");
  }
  const Document page =
      parse(head + script(R"({"@graph":[{"@type":"Article","author":{"@id":"#ann"}},
                                  {"@type":"Person","@id":"#ann","name":"Ann Bell"}]})") +
            body);
  EXPECT_THAT(values(page, "author"), ElementsAre("Ann Bell"));
}

TEST(PageAuthorTest, ListsSeveralAuthors) {
  const Document page =
      parse("<title>Pruning roses</title>" +
            script(R"({"@type":"Article","author":[{"name":"Ann Bell"},{"name":"Ben Cole"}]})") +
            "<h1>Pruning roses</h1>" + kText);
  EXPECT_THAT(values(page, "author"), ElementsAre("Ann Bell", "Ben Cole"));
}

TEST(PageAuthorTest, ComesFromMetaElementsAndBylines) {
  const std::string head = "<title>Pruning roses</title>", body = "<h1>Pruning roses</h1>";
  Document page = parse(head + "<meta name=author content='Ann Bell'>" + body + kText);
  EXPECT_THAT(values(page, "author"), ElementsAre("Ann Bell"));
  EXPECT_EQ(source(page, "author"), "meta");
  page = parse(head + body +
               "<p class=\"byline\">By <a rel=author href='/author/ann'>Ann Bell</a> | "
               "March 3, 2024</p>" +
               kText);
  EXPECT_THAT(values(page, "author"), ElementsAre("Ann Bell"));
  EXPECT_EQ(source(page, "author"), "rel");
  page = parse(head + "<meta property='og:type' content='article'>" + body +
               "<p>By Ann Bell</p><p>March 3, 2024</p>" + kText);
  EXPECT_THAT(values(page, "author"), ElementsAre("Ann Bell"));
  EXPECT_EQ(source(page, "author"), "text");
}

TEST(PageAuthorTest, IsNotAnAddressNorACommenter) {
  const std::string head = "<title>Pruning roses</title>", body = "<h1>Pruning roses</h1>" + kText;
  EXPECT_THAT(values(parse(head +
                           "<meta property='article:author' "
                           "content='https://social.example/garden'>" +
                           body),
                     "author"),
              IsEmpty());
  EXPECT_THAT(values(parse(head + body +
                           "<div class=\"comments\"><div class=\"comment\"><cite "
                           "class=\"comment-author\">Zed</cite> I like it</div></div>"),
                     "author"),
              IsEmpty());
}

TEST(PersonNameTest, IsCutOutOfAByline) {
  for (const char* none :
       {"Admin", "Redaktion", "By", "by admin", "site.example/jane", "https://site.example/",
        "2025-03-04", "March 4, 2025", "N/A", "Anonymous", "Staff Writer", "Die Redaktion",
        "Редакция", "編集部", "bees.example.org", "a.org", "Firstname Lastname", "{{author}}"})
    EXPECT_EQ(person_name(none), "") << none;
  EXPECT_EQ(person_name("By Jane Doe | March 3, 2025"), "Jane Doe");
  EXPECT_EQ(person_name("Written by: Jane Doe\nEditor"), "Jane Doe");
  EXPECT_EQ(person_name("Posted by BeauHD on Friday December 19, 2025"), "BeauHD");
  EXPECT_EQ(person_name("Luke Kim December 17, 2025"), "Luke Kim");
  EXPECT_EQ(person_name("Vader 6,796 8 gold badges"), "Vader");
  EXPECT_EQ(person_name("Genevieve Carlton, Ph.D."), "Genevieve Carlton, Ph.D.");
  EXPECT_EQ(person_name("J.R.R.Tolkien"), "J.R.R.Tolkien");
  EXPECT_EQ(person_name("Bydgoszcz Times"), "Bydgoszcz Times");
  EXPECT_EQ(person_name("https://a.example/jane"), "");
  EXPECT_EQ(person_name("jane@a.example"), "");
  EXPECT_EQ(person_name(std::string(5000, 'x')), "");
  EXPECT_EQ(person_name("12.5"), "");
}

TEST(PageDateTest, ComesFromMarkupBeforeText) {
  const std::string head = "<title>Pruning roses</title>", body = "<h1>Pruning roses</h1>";
  Document page = parse(head +
                        "<meta property='article:published_time' "
                        "content='2024-03-03T08:00:00+01:00'>" +
                        body + "<p>May 1, 2020</p>" + kText);
  EXPECT_EQ(page.published, "2024-03-03T08:00:00+01:00");
  EXPECT_EQ(source(page, "published"), "meta");
  page = parse(head + script(R"({"@type":"Article","datePublished":"2024-03-03",
                                 "dateModified":"2024-04-01"})") +
               body + kText);
  EXPECT_EQ(page.published, "2024-03-03");
  EXPECT_EQ(source(page, "published"), "json-ld");
  EXPECT_EQ(page.modified, "2024-04-01");
  EXPECT_EQ(source(page, "modified"), "json-ld");
}

TEST(PageDateTest, ComesFromTimeElementsTextAndUrl) {
  const std::string head = "<title>Pruning roses</title>" + script(R"({"@type":"BlogPosting"})"),
                    body = "<h1>Pruning roses</h1>";
  Document page = parse(head + body + "<time datetime='2024-03-03'>last spring</time>" + kText);
  EXPECT_EQ(page.published, "2024-03-03");
  EXPECT_EQ(source(page, "published"), "time");
  page = parse(head + body + "<p>Published March 3, 2024</p>" + kText);
  EXPECT_EQ(page.published, "2024-03-03");
  EXPECT_EQ(source(page, "published"), "text");
  page = parse(head + body + kText, "https://garden.example/2024/03/03/pruning-roses");
  EXPECT_EQ(page.published, "2024-03-03");
  EXPECT_EQ(source(page, "published"), "url");
}

TEST(PageDateTest, IsNotOneThatAProgramPrints) {
  const std::string head =
      "<title>Joins</title><meta property='og:type' content='article'>"
      "<h1>Joins</h1><p>The weather:</p>";
  EXPECT_EQ(parse(head + "<p>1994-11-27</p>" + kText).published, "1994-11-27");
  EXPECT_EQ(parse(head + "<pre>     city      |    date\n San Francisco | 1994-11-27</pre>" + kText)
                .published,
            "");
}

TEST(PageDateTest, OfTheLastChangeIsReadFromTheTextToo) {
  const Document page = parse(
      "<title>Pruning roses</title><meta property='article:published_time' "
      "content='2024-03-03'><h1>Pruning roses</h1><p>Last updated: April 9, "
      "2024</p>" +
      kText);
  EXPECT_EQ(page.published, "2024-03-03");
  EXPECT_EQ(page.modified, "2024-04-09");
  EXPECT_EQ(source(page, "modified"), "text");
}

TEST(PageDateTest, IsNeverInTheFuture) {
  const Document page = parse(
      "<title>Pruning roses</title><meta property='article:published_time' "
      "content='2099-03-03'><meta property='article:modified_time' "
      "content='2099-03-04'><h1>Pruning roses</h1>" +
      kText);
  EXPECT_EQ(page.published, "");
  EXPECT_EQ(page.modified, "");
}

// The date at the top of many pages is the visitor's.
TEST(PageDateTest, IsNotTheDayOfTheFetchThatOnlyTheTextNames) {
  const std::string day = format_time(system_clock().wall()).substr(0, 10);
  const Document page = parse(
      "<meta property='og:type' content='article'><title>Pruning "
      "roses</title><p>" +
      day + "</p><h1>Pruning roses</h1>" + kText);
  EXPECT_EQ(page.published, "");
}

TEST(PageDateTest, CountsBackFromTheFetchWhereMarkupSaysThatItIsADate) {
  for (const char* mark : {"<time>3 days ago</time>", "<span class='date'>3 days ago</span>"}) {
    ParseInput page{kUrl, "text/html; charset=utf-8",
                    "<title>Pruning roses</title><meta property='og:type' content='article'>"
                    "<h1>Pruning roses</h1>" +
                        std::string(mark) + kText};
    page.fetched = *parse_time("2024-03-06T12:00:00Z");
    EXPECT_EQ(parse_document(page).published, "2024-03-03") << mark;
  }
}

TEST(PagePropertiesTest, NameTheOtherTitlesOfThePage) {
  const Document page =
      parse("<title>Pool options - Manual 1.4</title><h1>Connection pools</h1>" + kText);
  std::vector<std::string> titles = values(page, "otherTitle");
  titles.push_back(page.title);
  EXPECT_THAT(titles, ::testing::IsSupersetOf({"Connection pools", "Pool options"}));
  EXPECT_LE(titles.size(), 5u);
}

TEST(PagePropertiesTest, NameSiteLeadImageAndBreadcrumbs) {
  Document page = parse(
      "<title>Pruning roses</title><meta name=application-name content='App'><meta "
      "property='og:site_name' content='The Garden'><meta name=thumbnailurl "
      "content='/t.png'><meta property='og:image' content='/a.png'>" +
      script(R"({"@type":"BreadcrumbList","itemListElement":[
                            {"@type":"ListItem","position":1,"name":"Home","item":"https://garden.example/"},
                            {"@type":"ListItem","position":2,"name":"Roses"}]})") +
      kText);
  EXPECT_THAT(values(page, "siteName"), ElementsAre("The Garden"));
  EXPECT_EQ(source(page, "siteName"), "og:site_name");
  EXPECT_EQ(values(page, "image").front(), "https://www.garden.example/a.png");
  EXPECT_EQ(source(page, "image"), "og:image");
  EXPECT_THAT(values(page, "breadcrumb"), ElementsAre("Home", "Roses"));
  EXPECT_EQ(source(page, "breadcrumb"), "json-ld");
  page = parse(
      "<nav aria-label=\"Breadcrumb\"><a href='/'>Home</a> › <a href='/r'>Roses</a></nav>" + kText);
  EXPECT_THAT(values(page, "breadcrumb"), ElementsAre("Home", "Roses"));
  EXPECT_EQ(source(page, "breadcrumb"), "breadcrumb");
}

TEST(PagePropertiesTest, AreFoundWithoutATree) {
  const Document page = fallback_document(
      {kUrl, "text/html",
       "<title>Pruning roses</title><meta name=author content='Ann Bell'>" + kText},
      "a test");
  EXPECT_EQ(page.title, "Pruning roses");
  EXPECT_THAT(values(page, "author"), ElementsAre("Ann Bell"));
}

TEST(PagePropertiesTest, StayBoundedOnHostilePages) {
  std::string page =
      "<title>" + std::string(100000, 'a') + " | " + std::string(100000, 'b') + "</title>";
  for (int i = 0; i < 3000; ++i) {
    const std::string n = std::to_string(i);
    page += "<meta name=author content='A" + n +
            " B'><meta property='article:published_time' content='" +
            std::to_string(1000 + i % 1000) + "-01-01'><h1 class=\"author byline date\">T " + n +
            "</h1><time datetime='2001-01-0" + std::to_string(i % 9 + 1) + "'>x</time>";
  }
  page += "<p class=\"" + std::string(200000, 'c') + " author\">By " + std::string(100000, 'D') +
          "</p>";
  page += script("{\"author\":[" + std::string(20000, '[') + "]}");
  const Document parsed = parse(page);
  EXPECT_LE(parsed.title.size(), 1000u);
  EXPECT_LE(values(parsed, "author").size(), 12u);
  EXPECT_LE(parsed.sources.size(), 8u);
}

}  // namespace
}  // namespace porthole::parser
