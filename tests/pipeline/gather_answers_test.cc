// Responses that are not pages: redirects, errors, missing hosts.

#include "tests/pipeline/gather_fixture.h"

namespace porthole::testing {
namespace {

class GatherAnswersTest : public GatherFixture {};

TEST_F(GatherAnswersTest, KnowsARedirectAsAnAliasOfItsTarget) {
  web_.page("http://a.test/", linking("a", {"/old", "/older"}));
  web_.redirect("http://a.test/older", "/old", 302);
  web_.redirect("http://a.test/old", "http://b.test/new", 308);
  web_.page("http://b.test/new", linking("new", {}));
  const TestCollection collection(from({"http://a.test/"}));
  collection.gather();
  EXPECT_EQ(collection.pages(), (Pages{"http://a.test/", "http://b.test/new"}));
  EXPECT_EQ(collection.state("http://a.test/old"), "alias: redirect");
  EXPECT_EQ(collection.url("http://a.test/old").alias_of, collection.url("http://b.test/new").id);
  EXPECT_EQ(web_.times_asked("http://a.test/old"), 1);
  const auto said =
      collection.repository()->links().in_links(collection.url("http://b.test/new").id);
  ASSERT_TRUE(said);
  EXPECT_EQ(said->size(), 2u) << "what is said about the aliases is said about the page";
}

TEST_F(GatherAnswersTest, PutsEachRedirectThroughScopeAndRobotsAgain) {
  web_.robots("http://b.test", "User-agent: *\nDisallow: /closed\n");
  web_.page("http://a.test/", linking("a", {"/to-closed", "/to-elsewhere"}));
  web_.redirect("http://a.test/to-closed", "http://b.test/closed");
  web_.redirect("http://a.test/to-elsewhere", "http://elsewhere.test/");
  web_.page("http://b.test/closed", linking("closed", {}));
  web_.page("http://elsewhere.test/", linking("elsewhere", {}));
  SpecificationText text = from({"http://a.test/"});
  text.scope = "<accept host=\"a.test\"/><accept host=\"b.test\"/>";
  const TestCollection collection(text);
  collection.gather();
  EXPECT_EQ(collection.pages(), Pages{"http://a.test/"});
  EXPECT_EQ(web_.times_asked("http://b.test/closed"), 0);
  EXPECT_EQ(web_.times_asked("http://elsewhere.test/"), 0);
  EXPECT_EQ(web_.times_asked("http://elsewhere.test/robots.txt"), 0);
  EXPECT_EQ(collection.state("http://elsewhere.test/"), "dropped: out of scope");
}

TEST_F(GatherAnswersTest, DropsWhatIsGoneAtOnceAndWhatIsBusyAfterThreeTries) {
  web_.page("http://a.test/", linking("a", {"/404", "/410", "/500", "/503", "/recovers"}));
  for (const int status : {404, 410, 500, 503})
    web_.answer("http://a.test/" + std::to_string(status), status);
  web_.page("http://a.test/recovers", linking("recovers", {}));
  web_.fail_first("http://a.test/recovers", 2, 503);
  const TestCollection collection(from({"http://a.test/"}));
  const gatherer::GatherReport report = collection.gather();
  EXPECT_EQ(collection.pages(), (Pages{"http://a.test/", "http://a.test/recovers"}));
  EXPECT_EQ(report.requests.pages, 1 + 1 + 1 + 3 + 3 + 3);
  EXPECT_EQ(report.requests.failures, 1 + 1 + 3 + 3 + 2);
  EXPECT_EQ(report.requests.robots, 1);
  const auto counts = collection.repository()->counts();
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->requests, report.requests.pages);
  EXPECT_EQ(counts->failures, report.requests.failures);
  EXPECT_EQ(web_.times_asked("http://a.test/404"), 1);
  EXPECT_EQ(web_.times_asked("http://a.test/410"), 1);
  EXPECT_EQ(web_.times_asked("http://a.test/500"), 3);
  EXPECT_EQ(web_.times_asked("http://a.test/503"), 3);
  EXPECT_EQ(web_.times_asked("http://a.test/recovers"), 3);
  EXPECT_EQ(collection.state("http://a.test/404"), "dropped: http 404");
  EXPECT_EQ(collection.state("http://a.test/503"), "dropped: http 503");
  EXPECT_EQ(collection.state("http://a.test/recovers"), "fetched");
}

TEST_F(GatherAnswersTest, AsksOnceForAHostThatDoesNotExist) {
  web_.page("http://a.test/",
            linking("a", {"http://nowhere.test/1", "http://nowhere.test/2", "/b"}));
  web_.page("http://a.test/b", linking("b", {"http://nowhere.test/3"}));
  const TestCollection collection(from({"http://a.test/"}));
  collection.gather();
  int asked = 0;
  for (const SmallWeb::Asked& request : web_.asked())
    asked += request.url.find("nowhere") != std::string::npos;
  EXPECT_EQ(asked, 1);
  for (const char* page : {"1", "2", "3"}) {
    EXPECT_EQ(collection.state(std::string("http://nowhere.test/") + page),
              "dropped: unresolvable");
  }
}

TEST_F(GatherAnswersTest, FollowsALinkOfACopyWhenAnotherPageHasItToo) {
  const std::string same = "<title>same</title><a href=x>x</a>";
  web_.page("http://a.test/", linking("a", {"/one/", "/two/", "/last"}));
  web_.page("http://a.test/one/", same);
  web_.page("http://a.test/two/", same);
  web_.page("http://a.test/two/x", linking("x", {}));
  web_.page("http://a.test/last", linking("last", {"/two/x"}));
  const TestCollection collection(from({"http://a.test/"}));
  collection.gather();
  EXPECT_TRUE(collection.pages().contains("http://a.test/two/x"));
}

TEST_F(GatherAnswersTest, StoresNoUserNameAndNoPasswordOfAUrl) {
  web_.page("http://a.test/", linking("a", {"http://ann:SECRET@b.test/x", "/away"}) +
                                  "<link rel=canonical href='http://ann:SECRET@a.test/'>");
  web_.redirect("http://a.test/away", "http://ann:SECRET@b.test/y");
  web_.page("http://b.test/x", linking("x", {}));
  web_.page("http://b.test/y", linking("y", {}));
  SpecificationText text = from({"http://a.test/", "http://ann:SECRET@b.test/seed"});
  const TestCollection collection(text);
  const gatherer::GatherReport report = collection.gather();
  EXPECT_EQ(collection.pages(), (Pages{"http://a.test/", "http://b.test/x", "http://b.test/y"}));
  ASSERT_EQ(report.failed_seeds.size(), 1u);
  EXPECT_EQ(report.failed_seeds[0].first, "http://b.test/seed");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(collection.folder())) {
    const std::string name = entry.path().filename().string();
    if (!entry.is_regular_file() || name == "porthole.xml" || name.ends_with(".gz")) continue;
    EXPECT_EQ(read_whole_file(entry.path()).find("SECRET"), std::string::npos) << name;
  }
  for (const SmallWeb::Asked& asked : web_.asked())
    EXPECT_EQ(asked.url.find("SECRET"), std::string::npos);
}

TEST_F(GatherAnswersTest, SaysThatTheGatewayCannotBeReached) {
  SpecificationText text = from({"http://a.test/"});
  {
    const testing::SiteServer gone;
    text.network = gateway_to(gone.url("/"));
  }
  const TestCollection collection(text);
  const auto report = collection.try_gather();
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::kNetwork);
  EXPECT_NE(report.error().message.find("gateway"), std::string::npos);
  EXPECT_EQ(collection.state("http://a.test/"), "queued")
      << "nothing is given up for a gateway that is down";
  const auto run = collection.repository()->crawl().last_run().value().value();
  EXPECT_NE(run.ended, WallTime{}) << "a run that failed is over";
  EXPECT_EQ(run.stop_reason, repository::StopReason::kFailed);
  EXPECT_EQ(run.failure, report.error().message);
}

// The gateway answers robots.txt of the first host and is gone when the page is asked for.
TEST_F(GatherAnswersTest, GivesUpNoUrlWhenTheGatewayGoesAway) {
  auto gateway = std::make_unique<testing::SiteServer>();
  std::atomic<bool> answered = false;
  gateway->on("/robots.txt", [&](testing::SiteConnection& connection) {
    connection.send("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
    connection.close_after();
    answered = true;
  });
  SpecificationText text = from({"http://a.test/", "http://b.test/"});
  text.network = gateway_to(gateway->url("/"));
  text.politeness = "<politeness simulated=\"yes\" delay=\"1\"/>";
  const TestCollection collection(text);
  gatherer::GatherOptions options;
  // Called in the crawl's own thread, a few times a second: by then a host rests after its
  // robots.txt.
  options.progress = [&](const gatherer::Progress&) {
    if (answered) gateway.reset();
  };
  const auto report = collection.try_gather(options);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::kNetwork);
  EXPECT_EQ(collection.state("http://a.test/"), "queued");
  EXPECT_EQ(collection.state("http://b.test/"), "queued");
}

}  // namespace
}  // namespace porthole::testing
