#include <unistd.h>

#include "collection/open_collection.h"
#include "console/tests/console_fixture.h"
#include "repository/lock.h"
#include "tests/support/index_folder.h"
#include "tests/support/summaries.h"

namespace porthole::console {
namespace {

std::string data_of(const std::string& events) {
  const std::size_t at = events.find("data: ");
  if (at == std::string::npos) return "[]";
  return events.substr(at + 6, events.find('\n', at) - at - 6);
}

TEST_F(ConsoleTest, ThePagesComeAsServerSentEvents) {
  log_in();
  const Answered answered = get("/api/v1/events");
  EXPECT_EQ(answered.status, 200);
  EXPECT_NE(answered.head.find("Content-Type: text/event-stream"), std::string::npos);
  EXPECT_NE(answered.body.find("retry: 1000\n"), std::string::npos);
  EXPECT_NE(answered.body.find("id: 20\n"), std::string::npos);
  const auto rows = nlohmann::json::parse(data_of(answered.body));
  ASSERT_EQ(rows.size(), 20U);
  EXPECT_EQ(rows[1][0], 2);
  EXPECT_EQ(rows[1][2], 0.75);
  EXPECT_EQ(rows[1][3], 1);
}

TEST_F(ConsoleTest, ABrowserThatAsksAgainGetsThePagesSince) {
  log_in();
  const Fields again = {{"Host", host()}, {"Cookie", cookie_}, {"Last-Event-ID", "18"}};
  const auto rows = nlohmann::json::parse(data_of(send("GET", "/api/v1/events", again).body));
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0][0], 19);
  const Fields all = {{"Host", host()}, {"Cookie", cookie_}, {"Last-Event-ID", "20"}};
  EXPECT_EQ(data_of(send("GET", "/api/v1/events", all).body), "[]");
}

TEST_F(ConsoleTest, TheWatchHasCountsHostsAndStates) {
  log_in();
  const nlohmann::json seen = get("/api/v1/watch").json();
  EXPECT_EQ(seen["title"], "Astronomy");
  EXPECT_EQ(seen["counts"]["fetched"], 20);
  EXPECT_EQ(seen["counts"]["relevant"], 10);
  ASSERT_EQ(seen["hosts"].size(), 1U);
  EXPECT_EQ(seen["hosts"][0][0], "a.test");
  EXPECT_EQ(seen["hosts"][0][2], 20);
}

// The collection of the fixture has no queued URL.
TEST_F(ConsoleTest, TheWatchHasAlarmsWithWhatHelps) {
  log_in();
  const nlohmann::json alarms = get("/api/v1/watch").json()["alarms"];
  ASSERT_EQ(alarms.size(), 1U);
  EXPECT_EQ(alarms[0]["kind"], "stands still");
  EXPECT_FALSE(alarms[0]["remedies"].empty());
}

TEST_F(ConsoleTest, ACrawlGoesOnByAnotherStrategy) {
  log_in();
  nlohmann::json start = {{"action", "start"}, {"work", "gather"}, {"strategy", "$(id)"}};
  EXPECT_EQ(post("/api/v1/job", start).status, 422);
  start["strategy"] = "rwb";
  ASSERT_EQ(post("/api/v1/job", start).status, 200);
  const std::string said = "gather " + collection_.folder().string() + " --strategy rwb\n";
  EXPECT_EQ(job_that_is("running", said)["output"], said);
  ASSERT_EQ(post("/api/v1/job", {{"action", "pause"}}).status, 200);
}

TEST_F(ConsoleTest, TheMapHasSitesByAuthorityAndTheLinksBetweenThem) {
  repository::Batch batch;
  repository::UrlRecord url;
  url.id = 21;
  url.key = url.href = "https://b.test/";
  url.host = url.site = "b.test";
  url.state = repository::UrlState::kFetched;
  batch.new_urls.push_back(url);
  repository::PageRecord page;
  page.id = page.order = 21;
  page.topic = "sky";
  page.relevant = true;
  for (const int target : {2, 3, 21}) {
    repository::LinkRecord link;
    link.source = page.id;
    link.target = target;
    link.position = target;
    batch.links.push_back(link);
  }
  batch.pages.push_back(page);
  const auto repository = collection_.repository(repository::Access::kWrite);
  ASSERT_TRUE(repository->crawl().apply(batch));
  log_in();
  const nlohmann::json map = get("/api/v1/sites").json();
  ASSERT_EQ(map["sites"].size(), 2U);
  EXPECT_EQ(map["sites"][0], nlohmann::json::parse(R"(["a.test","",20,10,0.0])"));
  EXPECT_EQ(map["sites"][1], nlohmann::json::parse(R"(["b.test","sky",1,1,0.0])"));
  EXPECT_EQ(map["links"], nlohmann::json::parse("[[1,0,2]]")) << "links within a site are left out";
}

TEST_F(ConsoleTest, ADotLeadsToItsPage) {
  log_in();
  EXPECT_EQ(get("/api/v1/dot?order=7").json()["url"], "https://a.test/7");
  EXPECT_EQ(get("/api/v1/dot?order=21").status, 404);
  for (const char* order : {"abc", "", "0", "-1", "7x"}) {
    const Answered answered = get(std::string("/api/v1/dot?order=") + order);
    EXPECT_EQ(answered.status, 422);
    EXPECT_EQ(answered.json()["error"]["message"],
              std::string("not a valid place in the crawl: order=") + order);
  }
}

TEST_F(ConsoleTest, AJobIsStartedPausedAndResumed) {
  log_in();
  const nlohmann::json start = {
      {"action", "start"}, {"work", "gather"}, {"more", 50}, {"minutes", 3}};
  ASSERT_EQ(post("/api/v1/job", start).status, 200);
  const std::string said = "gather " + collection_.folder().string() + " --more 50 --for 3m\n";
  EXPECT_EQ(job_that_is("running", said)["output"], said);
  ASSERT_EQ(post("/api/v1/job", {{"action", "pause"}}).status, 200);
  const nlohmann::json paused = job_that_is("idle");
  EXPECT_EQ(paused["was_stopped"], true);
  EXPECT_EQ(paused["exit_code"], 0);
  ASSERT_EQ(post("/api/v1/job", {{"action", "resume"}}).status, 200);
  EXPECT_EQ(job_that_is("running")["more"], 50);
}

// As after a console that was killed, whose crawl lives on.
TEST_F(ConsoleTest, ACrawlThatTheConsoleHasNotStartedIsNamedByWhatItRefuses) {
  log_in();
  const auto lock = repository::Lock::take(collection::storage_of(collection_.open()).lock_file());
  ASSERT_TRUE(lock) << lock.error().to_string();
  for (const nlohmann::json& body :
       {nlohmann::json{{"action", "pause"}}, nlohmann::json{{"action", "resume"}},
        nlohmann::json{{"action", "start"}, {"work", "gather"}}}) {
    const Answered answered = post("/api/v1/job", body);
    EXPECT_EQ(answered.status, 409);
    const nlohmann::json error = answered.json()["error"];
    EXPECT_EQ(error["message"], "process " + std::to_string(::getpid()) +
                                    " writes into this collection, and this console has not "
                                    "started it");
    EXPECT_NE(error["hint"], "start a crawl");
  }
}

TEST_F(ConsoleTest, AnUpdateThatTrainsFirstGoesOnByItself) {
  log_in();
  nlohmann::json start = {{"action", "start"}, {"work", "gather"}, {"train_first", true}};
  EXPECT_EQ(post("/api/v1/job", start).status, 422);
  start["work"] = "update";
  start["more"] = 30;
  ASSERT_EQ(post("/api/v1/job", start).status, 200);
  const std::string folder = collection_.folder().string();
  const std::string all = "train " + folder + "\nupdate " + folder + " --more 30\n";
  // Nobody asks the console meanwhile.
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (testing::read_whole_file(own_folder() / "job.log") != all &&
         std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  const nlohmann::json job = job_that_is("running", all);
  EXPECT_EQ(job["work"], "update");
  EXPECT_EQ(job["then"], "");
  ASSERT_EQ(post("/api/v1/job", {{"action", "pause"}}).status, 200);
  ASSERT_EQ(job_that_is("idle")["was_stopped"], true);
  ASSERT_EQ(post("/api/v1/job", {{"action", "resume"}}).status, 200);
  EXPECT_EQ(job_that_is("running", "update " + folder + " --more 30\n")["work"], "update")
      << "it was trained already";
}

TEST_F(ConsoleTest, TheSearchPageIsServedOnceThereIsAnIndex) {
  log_in();
  EXPECT_EQ(get("/api/v1/job").json()["search"], "");
  test::IndexFolder index;
  index.add({testing::full_summary()});
  std::filesystem::copy(index.path(), collection_.open().index_folder(),
                        std::filesystem::copy_options::recursive);
  const nlohmann::json job = get("/api/v1/job").json();
  const std::string url = job["search"];
  ASSERT_TRUE(url.starts_with("http://127.0.0.1:")) << job;
  EXPECT_EQ(get("/api/v1/job").json()["search"], url);
  testing::LoopbackClient client(static_cast<std::uint16_t>(std::stoi(url.substr(17))));
  client.send("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(client.read_all().substr(0, 12), "HTTP/1.1 200");
}

TEST_F(ConsoleTest, TheProgramIsCalledAsOnTheCommandLine) {
  log_in();
  ASSERT_EQ(post("/api/v1/job", {{"action", "start"}, {"work", "judge"}}).status, 200);
  const nlohmann::json ended = job_that_is("idle");
  EXPECT_EQ(ended["exit_code"], 3);
  EXPECT_EQ(ended["output"], "judge " + collection_.folder().string() + "\n");
}

TEST_F(ConsoleTest, ThePageIsBuiltFromTheSourcesThatAreHere) {
  const std::filesystem::path web = std::filesystem::path(PORTHOLE_SOURCE_DIR) / "console/web";
  const std::string command = (web / "sources_digest").string();
  FILE* const pipe = ::popen(command.c_str(), "r");
  ASSERT_NE(pipe, nullptr);
  char digest[65] = {};
  ASSERT_EQ(std::fread(digest, 1, 64, pipe), 64U);
  ::pclose(pipe);
  EXPECT_EQ(testing::read_whole_file(web / "built" / "sources.sha256"), std::string(digest) + "\n")
      << "run tools/build_console, and commit console/web/built";
}

}  // namespace
}  // namespace porthole::console
