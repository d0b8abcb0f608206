#include "gatherer/frontier/sitemap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <string>

#include "gatherer/frontier/header_links.h"

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;

const std::string kHead = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
const std::string kSpace = " xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"";

std::string urlset(const std::string& inside) {
  return kHead + "<urlset" + kSpace + ">" + inside + "</urlset>";
}

std::string page(const std::string& loc) { return "<url><loc>" + loc + "</loc></url>"; }

SitemapSource source(std::vector<std::string> named_by = {}) {
  return {*Url::parse("https://example.com/maps/sitemap.xml"), std::move(named_by)};
}

Sitemap read(const std::string& bytes, const SitemapSource& from = source()) {
  Result<Sitemap> sitemap = read_sitemap(bytes, from);
  if (!sitemap) {
    ADD_FAILURE() << sitemap.error().to_string();
    return {};
  }
  return *sitemap;
}

std::vector<std::string> urls(const Sitemap& sitemap) {
  std::vector<std::string> found;
  for (const SitemapEntry& entry : sitemap.entries) found.push_back(entry.url);
  return found;
}

using Urls = std::vector<std::string>;

std::string gzip(const std::string& bytes) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY),
            Z_OK);
  std::string packed(deflateBound(&stream, bytes.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

std::string utf16(const std::string& ascii) {
  std::string wide;
  for (const char c : ascii) wide.append({'\0', c});
  return wide;
}

TEST(SitemapTest, ReadsPagesWithDateAndPriority) {
  const Sitemap sitemap = read(urlset(
      "\n <url>\n <loc> https://example.com/a?x=1&amp;y=2 </loc>\n <lastmod>2026-11-20</lastmod>\n"
      " <changefreq>daily</changefreq><priority>0.8</priority></url>" +
      page("https://example.com/\u00FC")));
  EXPECT_EQ(sitemap.kind, SitemapKind::kPages);
  ASSERT_EQ(urls(sitemap), (Urls{"https://example.com/a?x=1&y=2", "https://example.com/%C3%BC"}));
  EXPECT_EQ(sitemap.entries[0].lastmod, std::chrono::sys_days{2026y / 11 / 20});
  EXPECT_EQ(sitemap.entries[0].priority, 0.8);
  EXPECT_EQ(sitemap.entries[1].lastmod, std::nullopt);
  EXPECT_EQ(sitemap.entries[1].priority, 0.5);
  EXPECT_EQ(sitemap.problem, "");
}

TEST(SitemapTest, ReadsAnIndexOfSitemaps) {
  const Sitemap sitemap =
      read(kHead + "<sitemapindex" + kSpace +
           "><sitemap><loc>https://example.com/1.xml.gz</loc></sitemap></sitemapindex>");
  EXPECT_EQ(sitemap.kind, SitemapKind::kIndex);
  EXPECT_EQ(urls(sitemap), (Urls{"https://example.com/1.xml.gz"}));
}

TEST(SitemapTest, AnExtensionsLocIsNoPage) {
  const Sitemap sitemap = read(kHead + "<urlset" + kSpace +
                               " xmlns:i=\"urn:image\"><url><loc>https://example.com/a</loc>" +
                               "<i:image><i:loc>https://example.com/a.png</i:loc></"
                               "i:image><i:loc>https://example.com/b</i:loc>" +
                               "</url><i:url><loc>https://example.com/c</loc></i:url></urlset>");
  EXPECT_EQ(urls(sitemap), (Urls{"https://example.com/a"}));
}

TEST(SitemapTest, TheNamespaceMayBeAnotherOrNone) {
  EXPECT_EQ(urls(read("<urlset>" + page("https://example.com/a") + "</urlset>")),
            (Urls{"https://example.com/a"}));
  EXPECT_EQ(urls(read("<s:urlset xmlns:s='http://www.google.com/schemas/sitemap/0.84'><s:url>"
                      "<s:loc>https://example.com/a</s:loc></s:url></s:urlset>")),
            (Urls{"https://example.com/a"}));
}

TEST(SitemapTest, ReadsTextWithAUrlALine) {
  const Sitemap sitemap = read(
      "\xEF\xBB\xBFhttps://example.com/a\r\n\r\n  http://example.com/b \nnonsense\nhttps://o.org/"
      "\n/c");
  EXPECT_EQ(urls(sitemap),
            (Urls{"https://example.com/a", "http://example.com/b", "https://example.com/c"}));
  EXPECT_EQ(sitemap.invalid, 1u);
  EXPECT_EQ(sitemap.foreign, 1u);
}

TEST(SitemapTest, UnpacksGzipWhateverItsName) {
  EXPECT_EQ(urls(read(gzip(urlset(page("https://example.com/a"))))),
            (Urls{"https://example.com/a"}));
  EXPECT_EQ(urls(read(gzip("https://example.com/a\n"))), (Urls{"https://example.com/a"}));
}

// The protocol's cross-submission: robots.txt of the other host must have named this sitemap.
TEST(SitemapTest, SpeaksForItsOwnHostAndThoseThatNamedIt) {
  const std::string map = urlset(page("https://example.com/a") + page("http://example.com:8080/b") +
                                 page("https://www.example.com/c") + page("https://other.org/d"));
  const Sitemap own = read(map);
  EXPECT_EQ(urls(own), (Urls{"https://example.com/a", "http://example.com:8080/b"}));
  EXPECT_EQ(own.foreign, 2u);
  const Sitemap named = read(map, source({"other.org"}));
  EXPECT_EQ(urls(named).back(), "https://other.org/d");
  EXPECT_EQ(named.foreign, 1u);
}

// H114.
TEST(SitemapTest, AFeedIsASitemapOfThePagesThatItsEntriesLinkTo) {
  const Sitemap rss = read(
      "<rss version='2.0'><channel><link>https://example.com/</link><item><title>a</title>"
      "<link><![CDATA[ https://example.com/a ]]></link><guid>https://example.com/?p=1</guid>"
      "<pubDate>Fri, 20 Nov 2026 18:20:53 +0000</pubDate></item>"
      "<item><guid>https://example.com/b</guid></item>"
      "<item><guid isPermaLink='false'>https://example.com/c</guid></item></channel></rss>");
  EXPECT_EQ(urls(rss), (Urls{"https://example.com/a", "https://example.com/b"}));
  EXPECT_TRUE(rss.entries[0].lastmod);
  const std::string rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
  EXPECT_EQ(urls(read("<r:RDF xmlns:r='" + rdf +
                      "' xmlns='http://purl.org/rss/1.0/'><item><link>https://example.com/d</link>"
                      "</item></r:RDF>")),
            Urls{"https://example.com/d"});
  const std::string atom = "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='/blog/'>";
  EXPECT_EQ(urls(read(atom + "<link href='/'/><entry xml:base='2026/'><link rel='edit' href='x'/>"
                             "<link href='e'/><updated>2026-05-01</updated></entry></feed>")),
            Urls{"https://example.com/blog/2026/e"});
  const Sitemap json = read(
      R"({"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","url":"/e",)"
      R"("date_modified":"2026-05-01T00:00:00Z"},{"id":"https://example.com/f"},{"id":"2"},3]})");
  EXPECT_EQ(urls(json), (Urls{"https://example.com/e", "https://example.com/f"}));
  EXPECT_TRUE(json.entries[0].lastmod);
  EXPECT_FALSE(read_sitemap("{\"urls\":[]}", source()));
}

TEST(SitemapTest, ResolvesAPathAgainstTheSitemap) {
  EXPECT_EQ(urls(read(urlset(page("/a") + page("b")))),
            (Urls{"https://example.com/a", "https://example.com/maps/b"}));
}

TEST(SitemapTest, RefusesEverythingThatIsNoWebAddress) {
  const Sitemap sitemap =
      read(urlset(page("file:///etc/passwd") + page("javascript:alert(1)") + page("") +
                  page("https://") + page("https://example.com/ok") +
                  page("https://example.com/" + std::string(2048, 'x')) + "<url/>"));
  EXPECT_EQ(urls(sitemap), (Urls{"https://example.com/ok"}));
  EXPECT_EQ(sitemap.invalid, 6u);
}

TEST(SitemapTest, NonsenseInADateOrPriorityDoesNotCostTheEntry) {
  for (const char* value : {"", "soon", "nan", "-1", "1.1", "2026-13-01", "0.5x"}) {
    const std::string text(value);
    const Sitemap sitemap = read(urlset("<url><loc>https://example.com/a</loc><lastmod>" + text +
                                        "</lastmod><priority>" + text + "</priority></url>"));
    ASSERT_EQ(sitemap.entries.size(), 1u) << value;
    EXPECT_EQ(sitemap.entries[0].lastmod, std::nullopt) << value;
    EXPECT_EQ(sitemap.entries[0].priority, 0.5) << value;
  }
}

TEST(SitemapTest, KeepsWhatCameBeforeAnError) {
  const Sitemap cut_off =
      read(kHead + "<urlset" + kSpace + ">" + page("https://example.com/a") + "<url><lo");
  EXPECT_EQ(urls(cut_off), (Urls{"https://example.com/a"}));
  EXPECT_NE(cut_off.problem, "");

  std::string map;
  for (int i = 0; i < 20'000; ++i) map += page("https://example.com/" + std::to_string(i * 7919));
  std::string packed = gzip(urlset(map));
  packed.resize(packed.size() / 2);
  const Sitemap half = read(packed);
  EXPECT_GT(half.entries.size(), 1000u);
  EXPECT_LT(half.entries.size(), 20'000u);
  EXPECT_NE(half.problem, "");
}

TEST(SitemapTest, StopsAfterFiftyThousandEntries) {
  std::string map;
  for (std::size_t i = 0; i < kSitemapEntries; ++i)
    map += page("https://example.com/" + std::to_string(i));
  const Sitemap full = read(urlset(map));
  EXPECT_EQ(full.entries.size(), kSitemapEntries);
  EXPECT_EQ(full.problem, "");
  const Sitemap over = read(urlset(map + page("https://example.com/one-more")));
  EXPECT_EQ(over.entries.size(), kSitemapEntries);
  EXPECT_NE(over.problem, "");
}

TEST(SitemapTest, ReadsNoMoreThanFiftyMebibytes) {
  const std::string head = urlset(page("https://example.com/a"));
  const std::string filler(kSitemapBytes, ' ');
  const Sitemap sitemap = read(head + filler + "<!-- behind the limit -->");
  EXPECT_EQ(urls(sitemap), (Urls{"https://example.com/a"}));
  EXPECT_EQ(sitemap.problem, "more than 52428800 bytes");
}

TEST(SitemapTest, ABombOfGzipIsNotUnpacked) {
  const Result<Sitemap> bomb =
      read_sitemap(gzip(std::string(kSitemapBytes + (1 << 20), 'x')), source());
  ASSERT_FALSE(bomb.has_value());
  EXPECT_FALSE(bomb.error().message.empty());
}

TEST(SitemapTest, ReadsWhatIsNotQuiteXml) {
  const std::string a = page("https://example.com/a");
  const Urls wanted = {"https://example.com/a", "https://example.com/?b&c=1"};
  const std::string rest = page("https://example.com/?b&c=1") + "</urlset>";
  for (const std::string& map : {"\n <?xml version='1.0' encoding='UTF-8'?><urlset>" + a + rest,
                                 "<!DOCTYPE u [<!ENTITY a 'b'>]><urlset>" + a + rest,
                                 "<urlset>" + a + "<!-- \x0B \xFF -->&nbsp;\x01" + rest})
    EXPECT_EQ(urls(read(map)), wanted) << map;
  EXPECT_EQ(urls(read("\xFE\xFF" + utf16("https://example.com/a"))), Urls{"https://example.com/a"});
}

TEST(SitemapTest, VersionsInOtherLanguagesAreEntriesOfTheirOwn) {
  EXPECT_EQ(urls(read("<urlset xmlns:x='http://www.w3.org/1999/xhtml'><url>"
                      "<loc>https://example.com/a</loc><x:link rel='alternate' hreflang='de' "
                      "href='/de/a'/></url></urlset>")),
            (Urls{"https://example.com/de/a", "https://example.com/a"}));
}

TEST(SitemapTest, RefusesOtherRootsAndDepth) {
  std::string deep;
  for (int i = 0; i < 100; ++i) deep += "<a>";
  for (const std::string& refused :
       {std::string("<!DOCTYPE html><html><body>404</body></html>"), std::string("<html></html>"),
        "<urlset>" + deep, std::string("<"), std::string(), std::string("not found\n"),
        std::string("\x1F\x8B garbage"), std::string(1000, '\0')}) {
    const Result<Sitemap> sitemap = read_sitemap(refused, source());
    EXPECT_FALSE(sitemap.has_value()) << refused.substr(0, 60);
  }
}

TEST(SitemapTest, AnEmptyUrlsetIsASitemap) { EXPECT_TRUE(read(urlset("")).entries.empty()); }

// https://www.w3.org/TR/NOTE-datetime, its own examples among them: 19:20:30+01:00 is 18:20:30Z.
TEST(W3cDateTest, ReadsAllSixPrecisions) {
  const auto day = [](int y, unsigned m, unsigned d) {
    return WallTime(std::chrono::sys_days{std::chrono::year{y} / m / d});
  };
  EXPECT_EQ(*parse_w3c_date("1997"), day(1997, 1, 1));
  EXPECT_EQ(*parse_w3c_date("1997-07"), day(1997, 7, 1));
  EXPECT_EQ(*parse_w3c_date("1997-07-16"), day(1997, 7, 16));
  EXPECT_EQ(*parse_w3c_date("1997-07-16T19:20+01:00"), day(1997, 7, 16) + 18h + 20min);
  EXPECT_EQ(*parse_w3c_date("1997-07-16T19:20:30+01:00"), day(1997, 7, 16) + 18h + 20min + 30s);
  EXPECT_EQ(*parse_w3c_date("1997-07-16T19:20:30.45+01:00"), day(1997, 7, 16) + 18h + 20min + 30s);
  EXPECT_EQ(*parse_w3c_date("1997-07-16T23:30:00-01:30"), day(1997, 7, 17) + 1h);
  EXPECT_EQ(*parse_w3c_date("2024-02-29T00:00Z"), day(2024, 2, 29));
}

TEST(W3cDateTest, RefusesWhatIsNone) {
  for (const char* text :
       {"", "97", "1997-", "1997-13", "2023-02-29", "1997-07-16T", "1997-07-16T19",
        "1997-07-16T19:20", "1997-07-16T24:00Z", "1997-07-16T19:20:30.Z", "1997-07-16 ", "19970716",
        "1997-07-16T19:20+0100"}) {
    EXPECT_FALSE(parse_w3c_date(text).has_value()) << text;
  }
}

std::string date_in(const std::string& fragment) {
  const auto date = date_of_entry(fragment);
  return date ? format_time(*date) : "none";
}

TEST(FeedEntryTest, TakesTheLatestDate) {
  EXPECT_EQ(date_in("<published xmlns=\"http://www.w3.org/2005/Atom\">2026-11-20T10:00:00Z"
                    "</published><updated xmlns=\"http://www.w3.org/2005/Atom\">"
                    "2026-11-21T10:00:00+01:00</updated>"),
            "2026-11-21T09:00:00Z");
}

TEST(FeedEntryTest, ReadsTheDatesOfRss) {
  EXPECT_EQ(date_in("<pubDate>Fri, 20 Nov 2026 18:20:53 +0200</pubDate>"), "2026-11-20T16:20:53Z");
  EXPECT_EQ(date_in("<date xmlns=\"http://purl.org/dc/elements/1.1/\">2026-11-20</date>"),
            "2026-11-20T00:00:00Z");
}

TEST(FeedEntryTest, HasNoDateWhereNoneCanBeRead) {
  EXPECT_EQ(date_in(""), "none");
  EXPECT_EQ(date_in("<author><updated>2026-11-20</updated></author>"), "none");
  EXPECT_EQ(date_in("<pubDate>some day</pubDate>"), "none");
  EXPECT_EQ(date_in("<updated>2026-11-20"), "none");
}

Document added(const archive::HttpFields& fields, Document document = {}) {
  add_header_links(fields, *Url::parse("http://a.test/dir/page"), document);
  return document;
}

std::vector<std::string> urls_of(const Document& document) {
  std::vector<std::string> urls;
  for (const Link& link : document.links) urls.push_back(link.url);
  return urls;
}

TEST(HeaderLinksTest, ReadsLinksThatLeadSomewhere) {
  const Document document =
      added({{"link", "<next,1>; rel=\"next last\"; title=\"a, \\\"b\\\"\", </s.css>;rel=preload"},
             {"link", "<>;rel=alternate , </map>;REL=SiteMap,<x>;rel=next;anchor=\"#y\",<z>, <q"}});
  EXPECT_THAT(urls_of(document), ElementsAre("http://a.test/dir/next,1", "http://a.test/dir/page",
                                             "http://a.test/map"));
  EXPECT_EQ(document.links[0].title, "a, \"b\"");
  EXPECT_EQ(document.links[0].rel, "next last");
}

TEST(HeaderLinksTest, ThePageItselfComesBeforeItsHead) {
  const archive::HttpFields fields = {{"link", "</c>; rel=canonical"}, {"refresh", "0; url=/r"}};
  EXPECT_EQ(added(fields).canonical, "http://a.test/c");
  EXPECT_EQ(added(fields).refresh, "http://a.test/r");
  Document document;
  document.canonical = document.refresh = "http://a.test/own";
  EXPECT_EQ(added(fields, document).canonical, "http://a.test/own");
  EXPECT_EQ(added(fields, document).refresh, "http://a.test/own");
}

TEST(HeaderLinksTest, TakesNoScriptForAPage) {
  EXPECT_EQ(added({{"refresh", "0;url=javascript:alert(1)"}}).refresh, "");
  EXPECT_THAT(urls_of(added({{"link", "<javascript:x>;rel=next,<data:,x>;rel=next"}})),
              ElementsAre());
}

}  // namespace
}  // namespace porthole::gatherer
