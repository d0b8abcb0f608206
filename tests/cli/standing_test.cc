#include "tests/cli/served.h"
#include "tests/support/site_server.h"

namespace porthole::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

class StandingTest : public CommandLineTest {
 protected:
  /// Marks the first page as on topic, which is a new row of the question below.
  static void mark_first_page(const std::string& folder) {
    auto repository =
        repository::open_sqlite(folder + "/repository.db", repository::Access::kWrite);
    ASSERT_TRUE(repository);
    repository::Batch batch;
    repository::PageRecord page = (*repository)->pages().get(1).value().value();
    page.relevant = true;
    batch.pages.push_back(page);
    ASSERT_TRUE((*repository)->crawl().apply(batch));
  }
  static ProgramResult add(const std::string& folder, const std::vector<std::string>& more) {
    const std::string sql =
        "SELECT key AS url, title FROM page JOIN url USING (id) WHERE relevant <> 0";
    std::vector<std::string> words = {"standing", "add", folder, "good", sql};
    words.insert(words.end(), more.begin(), more.end());
    return porthole(words);
  }
};

TEST_F(StandingTest, TellsNewRowsByWebhookUntilItTakesThem) {
  SiteServer hook;
  hook.answer_and_close("/rows", "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n");
  const std::string folder = gathered_collection();
  const ProgramResult added = add(folder, {"--webhook", hook.url("/rows")});
  ASSERT_EQ(added.code, 0) << added.err;
  EXPECT_THAT(added.out, HasSubstr("1 row now"));
  EXPECT_EQ(porthole({"standing", "answer", folder}).code, 0) << "nothing is new";
  EXPECT_TRUE(hook.requests().empty());
  mark_first_page(folder);
  const ProgramResult refused = porthole({"standing", "answer", folder, "--json"});
  EXPECT_EQ(refused.code, 1);
  EXPECT_EQ(json::parse(refused.out)["new_rows"], 1);
  EXPECT_THAT(refused.out, HasSubstr("status 503"));
  hook.answer_and_close("/rows", "HTTP/1.1 204 No Content\r\n\r\n");
  for (int i = 0; i < 2; ++i) {
    const ProgramResult again = porthole({"standing", "answer", folder});
    EXPECT_EQ(again.code, 0) << again.out << again.err;
  }
  ASSERT_EQ(hook.requests().size(), 2U) << "a second time because of 503, and no third";
  const SiteRequest sent = hook.requests().back();
  EXPECT_EQ(sent.method, "POST");
  EXPECT_EQ(sent.header("content-type"), "application/json");
  const json told = json::parse(sent.body);
  EXPECT_EQ(told["question"], "good");
  ASSERT_EQ(told["rows"].size(), 1U);
  EXPECT_EQ(told["rows"][0]["url"], "https://a.org/");
}

TEST_F(StandingTest, IsServedAsFeeds) {
  const std::string folder = gathered_collection();
  ASSERT_EQ(add(folder, {}).code, 0);
  mark_first_page(folder);
  EXPECT_EQ(porthole({"standing", "answer", folder}).code, 0);
  ASSERT_EQ(porthole({"summarize", folder}).code, 0);
  ASSERT_EQ(porthole({"index", folder, "--all"}).code, 0);
  EXPECT_THAT(porthole({"standing", "show", folder, "good"}).out, HasSubstr("https://a.org/"));
  Served served(folder);
  const Fetched atom = served.get("/standing.atom?name=good");
  EXPECT_THAT(atom.type, HasSubstr("application/atom+xml"));
  EXPECT_THAT(atom.body, HasSubstr("<link rel=\"alternate\" href=\"https://a.org/\"/>"));
  EXPECT_THAT(atom.body, HasSubstr("Wheels, spokes and &quot;hubs&quot;"));
  const Fetched feed = served.get("/standing.json?name=good");
  EXPECT_THAT(feed.type, HasSubstr("application/feed+json"));
  const json parsed = json::parse(feed.body);
  ASSERT_EQ(parsed["items"].size(), 1U);
  EXPECT_EQ(parsed["items"][0]["url"], "https://a.org/");
  EXPECT_EQ(served.get("/standing.json?name=none").status, 404);
  EXPECT_EQ(served.get("/standing.atom?name=..%2F..%2Fporthole").status, 404);
}

TEST_F(StandingTest, RefusesWhatIsNotAQuestion) {
  const std::string folder = gathered_collection();
  EXPECT_EQ(porthole({"standing", "add", folder, "bad"}).code, 2);
  EXPECT_EQ(add(folder, {"--webhook", "file:///etc/passwd"}).code, 3);
  EXPECT_THAT(porthole({"standing", "list", folder}).out, HasSubstr("no standing question yet"));
  ASSERT_EQ(add(folder, {}).code, 0);
  EXPECT_EQ(add(folder, {}).code, 2) << "there is one of that name";
  EXPECT_THAT(porthole({"standing", "list", folder}).out, HasSubstr("good: good"));
  EXPECT_EQ(porthole({"standing", "remove", folder, "good"}).code, 0);
  EXPECT_THAT(porthole({"standing", "list", folder}).out, HasSubstr("no standing question yet"));
}

}  // namespace
}  // namespace porthole::testing
