// Gathering breadth-first from real servers: which pages are fetched, and under which URL.

#include "tests/pipeline/gather_fixture.h"

namespace porthole::testing {

namespace {

class GatherTest : public GatherFixture {};

TEST_F(GatherTest, GathersExactlyThePagesThatCanBeReached) {
  web_.page("http://a.test/", linking("a", {"/one", "http://b.test/"}));
  web_.page("http://a.test/one", linking("one", {"/two", "/#top", "/one"}));
  web_.page("http://a.test/two", linking("two", {"/", "mailto:x@a.test", "javascript:void(0)"}));
  web_.page("http://b.test/", linking("b", {"http://a.test/two#part"}));
  web_.page("http://a.test/island", linking("island", {}));
  const TestCollection collection(from({"http://a.test/"}));
  const gatherer::GatherReport report = collection.gather();
  EXPECT_EQ(collection.pages(),
            (Pages{"http://a.test/", "http://a.test/one", "http://a.test/two", "http://b.test/"}));
  EXPECT_EQ(report.fetched, 4);
  EXPECT_EQ(report.fetched_now, 4);
  EXPECT_EQ(report.queued, 0);
  EXPECT_EQ(report.stop_reason, repository::StopReason::kFrontierEmpty);
  for (const std::string& page : collection.pages()) EXPECT_EQ(web_.times_asked(page), 1) << page;
}

TEST_F(GatherTest, GoesByDistanceFromTheSeed) {
  web_.page("http://a.test/", linking("a", {"/1", "/2"}));
  web_.page("http://a.test/1", linking("1", {"/far"}));
  web_.page("http://a.test/2", linking("2", {}));
  web_.page("http://a.test/far", linking("far", {"/farther"}));
  web_.page("http://a.test/farther", linking("farther", {}));
  const TestCollection collection(from({"http://a.test/"}));
  collection.gather();
  EXPECT_EQ(collection.url("http://a.test/farther").hops, 3);
  // One connection a host: the order of requests is the order of the queue.
  std::vector<std::string> order;
  for (const SmallWeb::Asked& asked : web_.asked())
    order.push_back(std::string(Url::parse(asked.url)->path()));
  EXPECT_EQ(order, (std::vector<std::string>{"/robots.txt", "/", "/1", "/2", "/far", "/farther"}));
}

TEST_F(GatherTest, TakesNoMorePagesOfASiteThanItMayHave) {
  std::vector<std::string> targets;
  for (int i = 0; i < 9; ++i) {
    targets.push_back("/" + std::to_string(i));
    web_.page("http://a.test/" + std::to_string(i), linking("page " + std::to_string(i), {}));
  }
  targets.push_back("http://b.test/");
  web_.page("http://a.test/", linking("a", targets));
  web_.page("http://b.test/", linking("b", {}));
  SpecificationText text = from({"http://a.test/"});
  text.scope = "<limit pages-per-site=\"4\"/>";
  TestCollection collection(text);
  collection.gather();
  EXPECT_EQ(collection.pages().size(), 5u) << "four of a.test and one of b.test";
  EXPECT_TRUE(collection.pages().contains("http://b.test/"));
  EXPECT_EQ(web_.pages_asked(), 5) << "nothing is fetched that cannot be kept";
  EXPECT_EQ(collection.state("http://a.test/8"), "dropped: site cap");

  text.scope = "<limit pages-per-site=\"6\"/>";
  collection.respecify(text);
  collection.gather();
  EXPECT_EQ(collection.pages().size(), 7u) << "a limit that was raised lets more in";
}

TEST_F(GatherTest, MakesUpForPagesOfACappedSiteThatFail) {
  std::vector<std::string> targets;
  for (int i = 0; i < 6; ++i) targets.push_back("/missing" + std::to_string(i));
  for (int i = 0; i < 6; ++i) {
    targets.push_back("/" + std::to_string(i));
    web_.page("http://a.test/" + std::to_string(i), linking("page " + std::to_string(i), {}));
  }
  web_.page("http://a.test/", linking("a", targets));
  SpecificationText text = from({"http://a.test/"});
  text.scope = "<limit pages-per-site=\"4\"/>";
  const TestCollection collection(text);
  collection.gather();
  EXPECT_EQ(collection.pages().size(), 4u);
}

TEST_F(GatherTest, AQueueForADomainLeavesEachUrlItsHost) {
  web_.page("http://www.a.test/", linking("www", {"http://docs.a.test/"}));
  web_.page("http://docs.a.test/", linking("docs", {}));
  SpecificationText text = from({"http://www.a.test/"});
  text.politeness = "<politeness queue-mode=\"domain\"/>";
  const TestCollection collection(text);
  collection.gather();
  EXPECT_EQ(collection.url("http://docs.a.test/").host, "docs.a.test");
  EXPECT_EQ(collection.repository(repository::Access::kWrite)->remove_host("docs.a.test")->pages,
            1);
  EXPECT_EQ(collection.pages(), Pages{"http://www.a.test/"});
}

TEST_F(GatherTest, NoTwoPagesHaveOnePlaceInTheCrawl) {
  web_.page("http://a.test/", linking("a", {"/1", "/2", "/3"}));
  for (const char* page : {"1", "2", "3"})
    web_.page(std::string("http://a.test/") + page, linking(page, {}));
  const TestCollection collection(from({"http://a.test/"}));
  collection.gather(up_to(3));
  std::map<std::int64_t, std::string> by_order;
  const auto read_orders = [&] {
    by_order.clear();
    return collection.repository()->pages().for_each(
        {}, [&](const auto& url, const auto& page, auto, auto) {
          return by_order.emplace(page.order, url.key).second;
        });
  };
  ASSERT_TRUE(read_orders());
  ASSERT_TRUE(collection.repository(repository::Access::kWrite)->remove_url(by_order.at(2)));
  collection.gather();
  ASSERT_TRUE(read_orders());
  EXPECT_TRUE(by_order.contains(1) && by_order.contains(3) && by_order.contains(4));
  EXPECT_EQ(by_order.size(), 3u);
}

TEST_F(GatherTest, FollowsAMetaRefresh) {
  web_.page("http://a.test/",
            "<meta http-equiv=refresh content=\"0; url=/moved\"><title>Moved telescope</title>");
  web_.page("http://a.test/moved", linking("moved", {"/"}));
  const TestCollection collection(from({"http://a.test/"}));
  collection.gather();
  EXPECT_EQ(collection.pages(), (Pages{"http://a.test/", "http://a.test/moved"}));
  const auto said =
      collection.repository()->links().in_links(collection.url("http://a.test/moved").id);
  ASSERT_TRUE(said);
  ASSERT_EQ(said->size(), 1u);
  EXPECT_EQ((*said)[0].link.element, Element::kRedirect);
  EXPECT_EQ((*said)[0].link.anchor, "Moved telescope");
}

TEST_F(GatherTest, FetchesWhatWasFirstShownAsAnImageWhenALinkLeadsThere) {
  web_.page("http://a.test/",
            "<p>a</p><img src=/page alt=thing><img src=/picture.png>" + link("/b"));
  web_.page("http://a.test/b", linking("b", {"/page"}));
  web_.page("http://a.test/page", linking("page", {}));
  const TestCollection collection(from({"http://a.test/"}));
  collection.gather();
  EXPECT_TRUE(collection.pages().contains("http://a.test/page"));
  EXPECT_EQ(web_.times_asked("http://a.test/picture.png"), 0);
  EXPECT_EQ(collection.state("http://a.test/picture.png"), "dropped: no page");
}

TEST_F(GatherTest, FetchesTheImagesThatPagesShowWhenTheScopeAsksForThem) {
  web_.page("http://a.test/",
            "<p>a</p><img src=/mizar.png alt='A double star'><img src=http://b.test/x.png>");
  for (const char* image : {"http://a.test/mizar.png", "http://b.test/x.png"}) {
    web_.answer(image, 200, "Content-Type: text/plain\r\n",
                std::string("stands for an image: ") + image);
  }
  auto text = from({"http://a.test/"});
  text.scope = "<accept host=\"a.test\"/>";
  const TestCollection collection(text);
  collection.gather();
  EXPECT_EQ(collection.state("http://a.test/mizar.png"), "dropped: no page");
  text.scope_attributes = " images=\"yes\"";
  collection.respecify(text);
  collection.gather();
  EXPECT_EQ(collection.pages(), (Pages{"http://a.test/", "http://a.test/mizar.png"}))
      << "found by an earlier run";
  EXPECT_EQ(collection.state("http://b.test/x.png"), "dropped: out of scope");
  const auto said =
      collection.repository()->links().in_links(collection.url("http://a.test/mizar.png").id);
  ASSERT_TRUE(said && said->size() == 1);
  EXPECT_EQ(said->at(0).link.alt, "A double star");
}

TEST_F(GatherTest, NeverPassesItsBudget) {
  std::vector<std::string> targets;
  for (int i = 0; i < 30; ++i) {
    const std::string host = "http://h" + std::to_string(i) + ".test/";
    targets.push_back(host);
    web_.page(host, linking(host, {}));
  }
  web_.page("http://a.test/", linking("a", targets));
  const TestCollection collection(from({"http://a.test/"}));
  const gatherer::GatherReport report = collection.gather(testing::up_to(10));
  EXPECT_EQ(report.stop_reason, repository::StopReason::kBudget);
  EXPECT_EQ(collection.pages().size(), 10u);
  EXPECT_EQ(web_.pages_asked(), 10);
  EXPECT_EQ(report.queued, 21);
}

class GatherTwinsTest : public GatherFixture {};

TEST_F(GatherTwinsTest, CountsThePagesOfAHostWithTwoSchemesOnce) {
  for (const char* scheme : {"http", "https"}) {
    const std::string origin = std::string(scheme) + "://a.test";
    web_.page(origin + "/", "<title>front</title>" + link("http://a.test/1") +
                                link("https://a.test/1") + link("http://a.test/2") +
                                link("https://a.test/2"));
    web_.page(origin + "/1", linking("one", {}));
    web_.page(origin + "/2", linking("two", {}));
  }
  const TestCollection collection(from({"http://a.test/", "https://a.test/"}));
  collection.gather(testing::up_to(1));
  collection.gather(
      testing::up_to(2));  // one at a time: both front pages are compared before the rest
  collection.gather();
  EXPECT_EQ(collection.pages().size(), 3u);
  EXPECT_EQ(collection.state("https://a.test/"), "alias: scheme twin");
  EXPECT_EQ(web_.times_asked("http://a.test/1") + web_.times_asked("https://a.test/1"), 1);
  EXPECT_EQ(web_.times_asked("http://a.test/2") + web_.times_asked("https://a.test/2"), 1);
}

TEST_F(GatherTwinsTest, RecordsTheCanonicalUrlAndFollowsIt) {
  web_.page("http://a.test/",
            "<link rel=canonical href=\"http://a.test/front\">" + linking("a", {}));
  web_.page("http://a.test/front", linking("front", {}));
  const TestCollection collection(from({"http://a.test/"}));
  collection.gather();
  EXPECT_EQ(collection.page("http://a.test/").document.canonical, "http://a.test/front");
  EXPECT_EQ(collection.pages(), (Pages{"http://a.test/", "http://a.test/front"}));
}

}  // namespace
}  // namespace porthole::testing
