// Robots rules during a gather: robots.txt, nofollow, noindex.

#include "tests/pipeline/gather_fixture.h"

namespace porthole::testing {
namespace {

class GatherRobotsTest : public GatherFixture {};

TEST_F(GatherRobotsTest, AsksForRobotsTxtBeforeTheFirstPageOfEachHostAndOnce) {
  web_.page("http://a.test/", linking("a", {"/one", "http://b.test/", "http://b.test/two"}));
  web_.page("http://a.test/one", linking("one", {}));
  web_.page("http://b.test/", linking("b", {}));
  web_.page("http://b.test/two", linking("two", {}));
  const TestCollection collection(from({"http://a.test/"}));
  collection.gather();
  std::set<std::string> with_robots;
  for (const SmallWeb::Asked& asked : web_.asked()) {
    const std::string host(Url::parse(asked.url)->host());
    if (asked.url.ends_with("/robots.txt")) {
      EXPECT_TRUE(with_robots.insert(host).second)
          << "robots.txt of " << host << " was asked for twice";
    } else {
      EXPECT_TRUE(with_robots.contains(host)) << asked.url << " came before robots.txt";
    }
  }
  EXPECT_EQ(with_robots, (Pages{"a.test", "b.test"}));
}

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

TEST_F(GatherRobotsTest, FollowsNoLinkThatSaysNofollowUnlessAnotherLeadsThere) {
  web_.page("http://a.test/", link("/no", "no", " rel=\"nofollow\"") +
                                  link("/both", "both", " rel=\"ugc nofollow\"") + link("/yes"));
  web_.page("http://a.test/no", linking("no", {}));
  web_.page("http://a.test/both", linking("both", {}));
  web_.page("http://a.test/yes", linking("yes", {"/both"}));
  const TestCollection collection(from({"http://a.test/"}));
  collection.gather();
  EXPECT_EQ(collection.pages(),
            (Pages{"http://a.test/", "http://a.test/both", "http://a.test/yes"}));
  EXPECT_EQ(collection.state("http://a.test/no"), "dropped: nofollow");
  EXPECT_EQ(collection.url("http://a.test/no").detail,
            "rel=nofollow of the link on http://a.test/");
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
