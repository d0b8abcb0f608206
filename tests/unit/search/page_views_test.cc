// Views of one page in the search site: its own view, its copy, its RDF.

#include <gmock/gmock.h>

#include <tuple>

#include "search/index/page_store.h"
#include "tests/unit/search/site_fixture.h"

namespace porthole::search {
namespace {

using http::Response;
using summarizer::Summary;
using test::IndexFolder;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST_F(SiteTest, ShowsWhatIsAroundAPage) {
  const std::string view = page("/page" + of(kGears));
  EXPECT_THAT(view, HasSubstr("Pages that cite it"));
  EXPECT_THAT(
      view,
      HasSubstr("<a href=\"/page?url=https%3A%2F%2Fchains.example%2F\"><bdi>Chains</bdi></a>"));
  EXPECT_THAT(view, HasSubstr("href=\"/search?q=linkto%3Ahttps%3A%2F%2Fhubs.example%2Fgears\""));
  EXPECT_THAT(view, HasSubstr("Similar pages"));
  EXPECT_THAT(page("/search?q=planetary"),
              HasSubstr("href=\"/search?q=like%3Ahttps%3A%2F%2Fhubs.example%2Fgears\""));
}

TEST_F(SiteTest, GivesTheRdfOfAPageInEachSyntax) {
  for (const auto& [path, type, begins] :
       {std::tuple{"/page.rdf", "application/rdf+xml", "<rdf:RDF"},
        {"/page.ttl", "text/turtle", "@prefix"},
        {"/page.nt", "application/n-triples", "<https://hubs.example/gears> "},
        {"/page.jsonld", "application/ld+json", "{"}}) {
    const Response answer = get(path + of(kGears));
    EXPECT_THAT(answer.content_type, StartsWith(type));
    EXPECT_THAT(answer.body, HasSubstr(begins)) << path;
    EXPECT_THAT(answer.body, HasSubstr("Ada Miller")) << path;
    EXPECT_EQ(get(path + of("https://nowhere.example/")).status, 404);
  }
}

TEST_F(SiteTest, ShowsTheTextThatWasReadUnlessThePageForbidsIt) {
  EXPECT_THAT(page("/copy" + of(kGears)), HasSubstr("<p dir=\"auto\">turns inside the hub.</p>"));
  EXPECT_THAT(page("/copy" + of(kGears)), HasSubstr("<time datetime=\"2026-11-20\">"));
  EXPECT_EQ(page("/page.txt" + of(kGears)), "A planetary gear\nturns inside the hub.");
  EXPECT_THAT(page("/copy" + of(kChains)), HasSubstr("asks that no copy"));
  EXPECT_THAT(page("/copy" + of(kChains)), Not(HasSubstr("oil")));
  EXPECT_EQ(get("/page.txt" + of(kChains)).status, 404);
}

/// A store with one page in parts, all of them hostile.
class HostilePages final : public PageStore {
 public:
  explicit HostilePages(const std::vector<Summary>& pages) : pages_(pages) {}
  Result<std::optional<std::string>> rdf(std::string_view url) override { return pages_.rdf(url); }
  Result<std::optional<summarizer::PageContent>> content(std::string_view) override {
    using Kind = summarizer::ContentPart::Kind;
    const std::string evil = "</pre><script>alert('1')</script> & \"x\" {{title}}";
    summarizer::PageContent page;
    for (const Kind kind :
         {Kind::kParagraph, Kind::kCode, Kind::kQuote, Kind::kTerm, Kind::kDefinition})
      page.content.push_back({kind, 0, evil, {}, {}});
    page.content.push_back({Kind::kHeading, 1, evil, {}, {}});
    page.content.push_back({Kind::kList, 0, "", {{1, evil}, {2, "inner"}}, {}});
    page.content.push_back({Kind::kTable, 0, "", {}, {{"a", evil}, {"c", "d"}}});
    page.boilerplate.push_back({Kind::kParagraph, 0, "Menu " + evil, {}, {}});
    return page;
  }

 private:
  test::ListedPages pages_;
};

TEST(CopyTest, ShowsPartsOfAPageEscapedWithTheRestFoldedBelow) {
  IndexFolder index;
  ServedCollection served_one = served("cycling", index, cycling());
  served_one.pages = std::make_shared<HostilePages>(cycling());
  const auto site = Site::open({served_one}).value();
  const std::string copy_of = "/copy?url=";
  const std::string copy =
      site->answer(copy_of + encode_parameter(kGears), "http://localhost").body;
  const std::string safe =
      "&lt;/pre&gt;&lt;script&gt;alert(&apos;1&apos;)&lt;/script&gt; &amp; &quot;x&quot; {{title}}";
  for (const char* before : {"<p dir=\"auto\">", "<pre tabindex=\"0\">", "<h2 dir=\"auto\">",
                             "<blockquote dir=\"auto\">", "<p class=\"term\" dir=\"auto\">",
                             "<p class=\"definition\" dir=\"auto\">",
                             "<li class=\"depth1\" dir=\"auto\">", "<td dir=\"auto\">"})
    EXPECT_THAT(copy, HasSubstr(before + safe));
  EXPECT_THAT(copy, HasSubstr("<li class=\"depth2\" dir=\"auto\">inner</li>"));
  EXPECT_THAT(copy, HasSubstr("<tr><td dir=\"auto\">c</td><td dir=\"auto\">d</td></tr>"));
  EXPECT_THAT(copy, Not(HasSubstr("<script>alert")));
  EXPECT_LT(copy.find("<details class=\"rest\">"), copy.find("Menu &lt;/pre&gt;"));
  const std::string hidden =
      site->answer(copy_of + encode_parameter(kChains), "http://localhost").body;
  EXPECT_THAT(hidden, HasSubstr("asks that no copy"));
  EXPECT_THAT(hidden, Not(HasSubstr("inner"))) << "noarchive";
}

}  // namespace
}  // namespace porthole::search
