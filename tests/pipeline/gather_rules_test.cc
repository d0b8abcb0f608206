// The URLs that sitemaps name; rules of robots.txt, nofollow and noindex.

#include "tests/pipeline/gather_fixture.h"

namespace porthole::testing {

namespace {

class GatherSitemapsTest : public GatherFixture {};

TEST_F(GatherSitemapsTest, TakesTheUrlsOfSitemaps) {
  web_.robots("http://a.test", "Sitemap: http://a.test/sitemap.xml\n");
  web_.page("http://a.test/", linking("a", {}));
  web_.answer("http://a.test/sitemap.xml", 200, "Content-Type: application/xml\r\n",
              "<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
              "<sitemap><loc>http://a.test/sitemap1.xml</loc></sitemap></sitemapindex>");
  web_.answer("http://a.test/sitemap1.xml", 200, "Content-Type: application/xml\r\n",
              "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
              "<url><loc>http://a.test/only-here</loc></url><url><loc>http://evil.test/</loc></"
              "url></urlset>");
  web_.page("http://a.test/only-here", linking("only here", {}));
  web_.page("http://evil.test/", linking("evil", {}));
  const TestCollection collection(from({"http://a.test/"}));
  collection.gather();
  EXPECT_EQ(collection.pages(), (Pages{"http://a.test/", "http://a.test/only-here"}));
  EXPECT_EQ(web_.times_asked("http://a.test/sitemap.xml"), 1);
  EXPECT_EQ(collection.state("http://a.test/sitemap1.xml"), "dropped: sitemap");
  EXPECT_EQ(collection.url("http://a.test/only-here").hops, 1);
}

// RFC 9309 2.2.2: a sitemap is a URL like any other.
TEST_F(GatherSitemapsTest, AsksForNoSitemapThatRobotsTxtForbids) {
  web_.robots("http://a.test",
              "User-agent: *\nDisallow: /maps/\nSitemap: http://a.test/maps/1.xml\n");
  web_.page("http://a.test/", linking("a", {}));
  const TestCollection collection(from({"http://a.test/"}));
  collection.gather();
  EXPECT_EQ(web_.times_asked("http://a.test/maps/1.xml"), 0);
  EXPECT_EQ(collection.url("http://a.test/maps/1.xml").detail, "robots.txt");
}

// sitemaps.org, "Sitemaps & Cross Submits": the robots.txt of a host may name a sitemap elsewhere.
TEST_F(GatherSitemapsTest, TakesASitemapOfAnotherHostThatRobotsTxtNames) {
  web_.robots("http://a.test", "Sitemap: http://maps.test/sitemap-a.xml\n");
  web_.page("http://a.test/", linking("a", {"http://maps.test/"}));
  web_.page("http://a.test/only-here", linking("only here", {}));
  web_.page("http://maps.test/", linking("maps", {}));
  web_.answer("http://maps.test/sitemap-a.xml", 200, "Content-Type: application/xml\r\n",
              "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
              "<url><loc>http://a.test/only-here</loc></url></urlset>");
  const TestCollection collection(from({"http://a.test/"}));
  collection.gather();
  EXPECT_TRUE(collection.pages().contains("http://a.test/only-here"));
}

/// A sitemap of pages, or of sitemaps.
std::string sitemap_of(const std::vector<std::string>& urls, const std::string& root = "urlset",
                       const std::string& entry = "url") {
  std::string xml = "<" + root + " xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>";
  for (const std::string& url : urls)
    xml += "<" + entry + "><loc>" + url + "</loc></" + entry + ">";
  return xml + "</" + root + ">";
}
std::string index_of(const std::vector<std::string>& urls) {
  return sitemap_of(urls, "sitemapindex", "sitemap");
}

constexpr const char* kXml = "Content-Type: application/xml\r\n";

TEST_F(GatherSitemapsTest, FollowsTheRedirectsOfASitemapThroughScopeAndRobots) {
  web_.page("http://a.test/", linking("a", {}));
  web_.page("http://a.test/only-here", linking("only here", {}));
  web_.redirect("http://a.test/1.xml", "/moved.xml");
  web_.redirect("http://a.test/moved.xml", "/again.xml", 302);
  web_.answer("http://a.test/again.xml", 200, kXml, sitemap_of({"http://a.test/only-here"}));
  web_.robots("http://a.test",
              "User-agent: *\nDisallow: /closed\nSitemap: http://a.test/1.xml\n"
              "Sitemap: http://a.test/2.xml\nSitemap: http://a.test/3.xml\n");
  web_.redirect("http://a.test/2.xml", "/closed.xml");
  web_.answer("http://a.test/closed.xml", 200, kXml, sitemap_of({"http://a.test/never"}));
  web_.redirect("http://a.test/3.xml", "http://outside.test/3.xml");
  web_.answer("http://outside.test/3.xml", 200, kXml, sitemap_of({"http://a.test/never"}));
  SpecificationText text = from({"http://a.test/"});
  text.scope = "<accept host=\"a.test\"/>";
  const TestCollection collection(text);
  collection.gather();
  EXPECT_EQ(collection.pages(), (Pages{"http://a.test/", "http://a.test/only-here"}));
  EXPECT_EQ(web_.times_asked("http://a.test/closed.xml"), 0);
  EXPECT_EQ(web_.times_asked("http://outside.test/3.xml"), 0);
  EXPECT_EQ(collection.url("http://a.test/again.xml").detail, "1 URLs");
  EXPECT_EQ(collection.url("http://a.test/1.xml").detail, "redirect to http://a.test/moved.xml");
}

TEST_F(GatherSitemapsTest, EndsOnSitemapsThatRedirectForEver) {
  web_.robots("http://a.test", "Sitemap: http://a.test/1.xml\n");
  web_.page("http://a.test/", linking("a", {}));
  web_.redirect("http://a.test/1.xml", "/2.xml");
  web_.redirect("http://a.test/2.xml", "/1.xml");
  const TestCollection collection(from({"http://a.test/"}));
  collection.gather();
  EXPECT_EQ(web_.times_asked("http://a.test/1.xml") + web_.times_asked("http://a.test/2.xml"), 6);
  collection.gather(more(1));
  EXPECT_EQ(web_.times_asked("http://a.test/1.xml"), 3) << "it is not asked for again";
}

TEST_F(GatherSitemapsTest, ReadsAnIndexOnceAllItsSitemapsWereRead) {
  web_.robots("http://a.test", "Sitemap: http://a.test/index.xml\n");
  web_.page("http://a.test/", linking("a", {"/b"}));
  web_.page("http://a.test/b", linking("b", {"/c"}));
  web_.page("http://a.test/c", linking("c", {"/d"}));
  web_.page("http://a.test/d", linking("d", {}));
  web_.answer("http://a.test/index.xml", 200, kXml,
              index_of({"http://a.test/1.xml", "http://a.test/2.xml"}));
  web_.answer("http://a.test/1.xml", 200, kXml, sitemap_of({}));
  web_.answer("http://a.test/2.xml", 200, kXml, sitemap_of({}));
  web_.fail_first("http://a.test/2.xml", 1, 0);  // no HTTP status: the answer is broken
  const TestCollection collection(from({"http://a.test/"}));
  collection.gather(up_to(2));
  EXPECT_EQ(web_.times_asked("http://a.test/index.xml"), 1);
  collection.gather(up_to(3));
  EXPECT_EQ(web_.times_asked("http://a.test/index.xml"), 2) << "one of its sitemaps was not read";
  EXPECT_EQ(web_.times_asked("http://a.test/1.xml"), 1);
  EXPECT_EQ(web_.times_asked("http://a.test/2.xml"), 2);
  collection.gather(up_to(4));
  EXPECT_EQ(web_.times_asked("http://a.test/index.xml"), 2);
  EXPECT_EQ(collection.url("http://a.test/index.xml").detail, "an index of 2 sitemaps");
}

TEST_F(GatherSitemapsTest, KnowsNoMoreUrlsOfAHostFromSitemapsThanItsCapIsWorth) {
  web_.robots("http://a.test", "Sitemap: http://a.test/1.xml\n");
  web_.page("http://a.test/", linking("a", {"/linked"}));
  std::vector<std::string> urls;
  for (int i = 0; i < 50; ++i) urls.push_back("http://a.test/" + std::to_string(i));
  web_.answer("http://a.test/1.xml", 200, kXml, sitemap_of(urls));
  SpecificationText text = from({"http://a.test/"});
  text.scope = "<limit pages-per-site=\"2\"/>";
  const TestCollection collection(text);
  collection.gather();
  int known = 0;
  EXPECT_TRUE(collection.repository()->urls().for_each([&](const repository::UrlRecord& url) {
    known += url.found_on == 0 && !url.seed && url.reason != repository::DropReason::kSitemap;
    return true;
  }));
  EXPECT_EQ(known, 40);
}

TEST_F(GatherSitemapsTest, ReadsASitemapInTheNextRunWhenItWasStoppedBefore) {
  web_.robots("http://a.test", "Sitemap: http://a.test/sitemap.txt\n");
  web_.page("http://a.test/", linking("a", {"/b"}));
  web_.page("http://a.test/b", linking("b", {}));
  web_.answer("http://a.test/sitemap.txt", 200, "Content-Type: text/plain\r\n",
              "http://a.test/only-here\n");
  web_.page("http://a.test/only-here", linking("only here", {}));
  web_.fail_first("http://a.test/sitemap.txt", 1, 0);  // no HTTP status: the answer is broken
  const TestCollection collection(from({"http://a.test/"}));
  collection.gather(testing::up_to(1));
  EXPECT_FALSE(collection.pages().contains("http://a.test/only-here"));
  collection.gather();
  EXPECT_TRUE(collection.pages().contains("http://a.test/only-here"));
  EXPECT_EQ(web_.times_asked("http://a.test/sitemap.txt"), 2);
}

class GatherRobotsTest : public GatherFixture {};

TEST_F(GatherRobotsTest, ObeysRobotsTxt) {
  web_.robots("http://a.test", "User-agent: *\nDisallow: /private\nAllow: /private/open\n");
  web_.page("http://a.test/", linking("a", {"/private/x", "/private/open", "/public"}));
  web_.page("http://a.test/private/x", linking("x", {}));
  web_.page("http://a.test/private/open", linking("open", {}));
  web_.page("http://a.test/public", linking("public", {}));
  const TestCollection collection(from({"http://a.test/"}));
  collection.gather();
  EXPECT_EQ(collection.pages(),
            (Pages{"http://a.test/", "http://a.test/private/open", "http://a.test/public"}));
  EXPECT_EQ(web_.times_asked("http://a.test/private/x"), 0);
  EXPECT_EQ(collection.state("http://a.test/private/x"), "dropped: robots.txt");
  EXPECT_EQ(collection.url("http://a.test/private/x").detail, "line 2: Disallow: /private");
}

// A challenge in its place says nothing of what is allowed.
TEST_F(GatherRobotsTest, FetchesNothingOfAHostWhoseRobotsTxtIsAPageOrAccepted) {
  web_.page("http://a.test/", linking("a", {}));
  web_.page("http://a.test/robots.txt", "<!doctype html><title>Just a moment...</title>");
  web_.page("http://b.test/", linking("b", {}));
  web_.answer("http://b.test/robots.txt", 202);
  const TestCollection collection(from({"http://a.test/", "http://b.test/"}));
  collection.gather();
  EXPECT_EQ(collection.pages(), Pages());
  EXPECT_EQ(web_.times_asked("http://a.test/robots.txt"), 1);
  for (const char* url : {"http://a.test/", "http://b.test/"})
    EXPECT_EQ(collection.state(url), "dropped: robots.txt unreachable");
  EXPECT_EQ(collection.url("http://a.test/").detail, "robots.txt unreachable: it is an HTML page");
}

TEST_F(GatherRobotsTest, ReadsRulesThatAreSentInAPage) {
  web_.page("http://a.test/", linking("a", {"/no"}));
  web_.page("http://a.test/no", linking("no", {}));
  web_.page("http://a.test/robots.txt", "<pre>\nUser-agent: *\nDisallow: /no\n</pre>");
  const TestCollection collection(from({"http://a.test/"}));
  collection.gather();
  EXPECT_EQ(collection.pages(), Pages{"http://a.test/"});
}

// An annotation of a nofollow link counts when another link leads to the page, also when a later
// run replays it.
TEST_F(GatherRobotsTest, HearsWhatALinkWithNofollowSaysOnceAnotherMayBeFollowed) {
  web_.page("http://a.test/", link("/x", "a telescope", " rel=nofollow") + link("/b", "to b"));
  web_.page("http://a.test/b", link("/x", "there"));
  SpecificationText text = from({"http://a.test/"});
  text.strategy = "<strategy name=\"rw\"><option name=\"threshold\" value=\"0\"/></strategy>";
  const TestCollection collection(text);
  collection.gather(up_to(2));
  EXPECT_EQ(collection.url("http://a.test/x").priority, 1) << "telescope is a word of the topic";
  collection.gather(up_to(2));
  EXPECT_EQ(collection.url("http://a.test/x").priority, 1);
}

TEST_F(GatherRobotsTest, KeepsAPageThatIsNotToBeIndexedOutOfTheSummaries) {
  web_.page("http://a.test/", linking("a", {"/meta", "/header"}));
  web_.page("http://a.test/meta", "<meta name=robots content=noindex>" + linking("meta", {"/on"}));
  web_.page("http://a.test/header", linking("header", {}), "X-Robots-Tag: noindex, noarchive\r\n");
  web_.page("http://a.test/on", linking("on", {}));
  const TestCollection collection(from({"http://a.test/"}));
  collection.gather();
  EXPECT_EQ(collection.pages().size(), 4u);
  EXPECT_TRUE(collection.page("http://a.test/meta").noindex);
  EXPECT_TRUE(collection.page("http://a.test/header").noindex);
  EXPECT_TRUE(collection.page("http://a.test/header").noarchive);
  const auto stale = collection.repository()->summaries().stale_pages(100);
  ASSERT_TRUE(stale);
  EXPECT_EQ(*stale, (std::vector<repository::UrlId>{collection.url("http://a.test/").id,
                                                    collection.url("http://a.test/on").id}));
}

}  // namespace
}  // namespace porthole::testing
