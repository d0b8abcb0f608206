// Attacks on consoles of other programs: each is refused.

#include <sys/stat.h>

#include <future>

#include "console/tests/console_fixture.h"

namespace porthole::console {
namespace {

const nlohmann::json kStart = {{"action", "start"}, {"work", "gather"}};

TEST_F(ConsoleTest, NothingIsShownOrChangedWithoutLogin) {
  for (const char* target : {"/api/v1/watch", "/api/v1/events", "/api/v1/job", "/api/v1/session"})
    EXPECT_EQ(get(target).status, 401) << target;
  EXPECT_EQ(post("/api/v1/job", kStart).status, 401);
}

TEST_F(ConsoleTest, AnAddressBeyondThisMachineIsRefused) {
  for (const char* address : {"0.0.0.0", "192.0.2.1", "::"}) {
    ConsoleOptions options;
    options.folders = {collection_.folder().string()};
    options.server.address = address;
    const auto started = Console::start(options);
    ASSERT_FALSE(started) << address;
    EXPECT_EQ(started.error().code, ErrorCode::kUsage);
  }
}

TEST_F(ConsoleTest, TheSecretIsLongPrivateAndUsedOnce) {
  EXPECT_EQ(secret_.size(), 64U);  // 256 bits
  struct stat status {};
  ASSERT_EQ(::stat((own_folder() / "operate.secret").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600U);
  log_in();
  EXPECT_FALSE(std::filesystem::exists(own_folder() / "operate.secret"));
  cookie_.clear();
  EXPECT_EQ(log_in(secret_).status, 401);
}

TEST_F(ConsoleTest, TwoLoginsAtOnceWithOneSecretGiveOneSession) {
  const auto one = [&] {
    return send("POST", "/api/v1/login", own_fields(), nlohmann::json{{"secret", secret_}}.dump())
        .status;
  };
  std::future<int> first = std::async(std::launch::async, one);
  std::future<int> second = std::async(std::launch::async, one);
  EXPECT_EQ(first.get() + second.get(), 200 + 401);
}

TEST_F(ConsoleTest, NoPasswordIsGoodByDefault) {
  for (const char* guess : {"", "admin", "porthole", "secret"})
    EXPECT_EQ(log_in(guess).status, 401) << guess;
}

TEST_F(ConsoleTest, WrongLoginsAreLimitedAndLockNobodyOut) {
  for (int i = 0; i < 5; ++i) EXPECT_EQ(log_in("guess").status, 401);
  EXPECT_EQ(log_in("guess").status, 429);
  EXPECT_EQ(log_in(secret_).status, 200);
  EXPECT_EQ(log_in("guess").status, 429);
  clock_.advance(std::chrono::minutes(1));
  EXPECT_EQ(log_in("guess").status, 401);
}

TEST_F(ConsoleTest, AChangeFromAPageOfAnotherSiteIsRefused) {
  log_in();
  const std::string body = kStart.dump();
  const Fields good = own_fields();
  const auto status = [&](const Fields& fields) {
    return send("POST", "/api/v1/job", fields, body).status;
  };
  EXPECT_EQ(status(with(good, "Origin", "https://evil.example")), 403);
  EXPECT_EQ(status(with(good, "Origin", "null")), 403);
  EXPECT_EQ(status(own_fields("Origin")), 403);
  EXPECT_EQ(status(with(good, "Sec-Fetch-Site", "cross-site")), 403);
  EXPECT_EQ(status(with(good, "Sec-Fetch-Site", "same-site")), 403);
  EXPECT_EQ(status(own_fields("X-Porthole-Token")), 403);
  EXPECT_EQ(status(with(good, "X-Porthole-Token", "login")), 403);
  EXPECT_EQ(status(with(good, "Content-Type", "application/x-www-form-urlencoded")), 415);
  EXPECT_EQ(status(with(good, "Content-Type", "text/plain")), 415);
  EXPECT_EQ(get("/api/v1/job").json()["state"], "idle");
  EXPECT_EQ(status(good), 200);
}

TEST_F(ConsoleTest, AnotherOriginOfThisMachineCannotLogAnybodyIn) {
  const std::string body = nlohmann::json{{"secret", secret_}}.dump();
  const Fields other = with(own_fields(), "Origin", "http://127.0.0.1:1");
  EXPECT_EQ(send("POST", "/api/v1/login", other, body).status, 403);
  EXPECT_EQ(log_in(secret_).status, 200);
}

TEST_F(ConsoleTest, AGetChangesNothing) {
  log_in();
  EXPECT_EQ(get("/api/v1/login?secret=" + secret_).status, 405);
  const Answered reading = get("/api/v1/logout");
  EXPECT_EQ(reading.status, 405);
  EXPECT_NE(reading.head.find("\r\nAllow: POST\r\n"), std::string::npos);
  EXPECT_EQ(get("/api/v1/job?action=start&work=gather").json()["state"], "idle");
  EXPECT_EQ(get("/api/v1/session").status, 200);
}

TEST_F(ConsoleTest, PagesOfOtherSitesCannotReadIt) {
  log_in();
  const Fields foreign = {{"Host", host()}, {"Cookie", cookie_}, {"Sec-Fetch-Site", "cross-site"}};
  EXPECT_EQ(send("GET", "/api/v1/watch", foreign).status, 403);
  const std::string head = get("/api/v1/watch").head;
  EXPECT_EQ(head.find("Access-Control"), std::string::npos);
  EXPECT_NE(head.find("Cross-Origin-Resource-Policy: same-origin"), std::string::npos);
}

TEST_F(ConsoleTest, ANameThatDnsPointsHereIsRefused) {
  log_in();
  const auto status = [&](const std::string& name) {
    return send("GET", "/api/v1/watch", {{"Host", name}, {"Cookie", cookie_}}).status;
  };
  for (const char* name : {"evil.example", "127.0.0.1.evil.example", "192.0.2.1", "localhost.evil"})
    EXPECT_EQ(status(name), 421) << name;
  EXPECT_EQ(send("GET", "/", {{"Host", "evil.example"}}).status, 421);
  EXPECT_EQ(send("GET", "/", {{"Host", "192.0.2.1"}}).status, 421);
  for (const char* name : {"localhost", "127.0.0.1", "127.1.2.3:80", "[::1]", "console.example"})
    EXPECT_EQ(send("GET", "/", {{"Host", name}}).status, 200) << name;
}

TEST_F(ConsoleTest, TheCookieIsForThisHostAndForNoScript) {
  const Answered answered = log_in(secret_);
  const std::size_t at = answered.head.find("Set-Cookie: " + cookie_name() + "=");
  ASSERT_NE(at, std::string::npos) << answered.head;
  const std::string line = answered.head.substr(at, answered.head.find("\r\n", at) - at);
  for (const char* part : {"; Path=/", "; Secure", "; HttpOnly", "; SameSite=Strict"})
    EXPECT_NE(line.find(part), std::string::npos) << part;
  EXPECT_EQ(line.find("Domain"), std::string::npos);
}

TEST_F(ConsoleTest, ALoginGetsANewSession) {
  cookie_ = cookie_name() + "=" + std::string(64, 'a');  // fixed by somebody else
  log_in();
  EXPECT_EQ(cookie_.find("aaaa"), std::string::npos);
  const std::string first = cookie_;
  const auto link = new_link(collection_.folder().string(), Role::kOperate);
  ASSERT_TRUE(link);
  ASSERT_EQ(log_in(link->substr(link->find('=') + 1)).status, 200);
  EXPECT_NE(cookie_, first);
  cookie_ = first;
  EXPECT_EQ(get("/api/v1/session").status, 401);
}

TEST_F(ConsoleTest, ASessionThatWasLoggedOutIsOverForTheServer) {
  log_in();
  EXPECT_EQ(post("/api/v1/logout", nlohmann::json::object()).status, 200);
  EXPECT_EQ(get("/api/v1/session").status, 401);
}

TEST_F(ConsoleTest, ASessionEndsAfterHalfAnHourWithoutUse) {
  log_in();
  clock_.advance(std::chrono::minutes(29));
  EXPECT_EQ(get("/api/v1/session").status, 200);
  clock_.advance(std::chrono::minutes(29));
  EXPECT_EQ(get("/api/v1/session").status, 200);
  clock_.advance(std::chrono::minutes(30));
  EXPECT_EQ(get("/api/v1/session").status, 401);
}

TEST_F(ConsoleTest, ASessionEndsAfterTwelveHoursHoweverItIsUsed) {
  log_in();
  for (int i = 0; i < 35; ++i) {
    clock_.advance(std::chrono::minutes(20));
    EXPECT_EQ(get("/api/v1/session").status, 200);
  }
  clock_.advance(std::chrono::minutes(20));
  EXPECT_EQ(get("/api/v1/session").status, 401);
}

TEST_F(ConsoleTest, NoPageMayFrameItAndNoScriptMayBeInline) {
  const Answered answered = get("/");
  EXPECT_EQ(answered.status, 200);
  EXPECT_NE(answered.head.find("frame-ancestors 'none'"), std::string::npos);
  EXPECT_NE(answered.head.find("script-src 'self'; "), std::string::npos);
  EXPECT_EQ(answered.head.find("unsafe"), std::string::npos);
  EXPECT_EQ(answered.body.find("<style"), std::string::npos);
  EXPECT_EQ(answered.body.find("style="), std::string::npos);
  EXPECT_EQ(answered.body.find("onload="), std::string::npos);
}

TEST_F(ConsoleTest, ARequestThatIsTooLargeIsRefused) {
  log_in();
  std::string request = "POST /api/v1/job HTTP/1.1\r\n";
  for (const auto& [name, value] : own_fields()) request += name + ": " + value + "\r\n";
  testing::LoopbackClient client(console_->port());
  client.send(request + "Content-Length: 10000000\r\n\r\n");
  EXPECT_TRUE(client.read_answer().starts_with("HTTP/1.1 413 "));
}

// Copies of a value that is nested so deep would use up the stack of a thread.
TEST_F(ConsoleTest, JsonThatIsNestedDeepIsRefused) {
  const auto body = [](std::size_t deep) {
    return R"({"secret":)" + std::string(deep, '[') + std::string(deep, ']') + "}";
  };
  EXPECT_EQ(send("POST", "/api/v1/login", own_fields(), body(2000)).status, 400);
  log_in();
  EXPECT_EQ(send("POST", "/api/v1/job", own_fields(), body(1'000'000)).status, 400);
  EXPECT_EQ(get("/healthz").status, 200);
}

// A body of 4 MiB of "[0,0,..." takes more than 60 MiB once it is read. The audit log would have
// its beginning.
TEST_F(ConsoleTest, NoBodyIsReadBeforeALogin) {
  const std::string large = "{\"work\":\"" + std::string(100'000, 'x') + "\"}";
  EXPECT_EQ(send("POST", "/api/v1/job", own_fields(), large).status, 401);
  EXPECT_EQ(send("POST", "/api/v1/job", own_fields(), "not JSON").status, 401);
  EXPECT_EQ(send("POST", "/api/v1/logout", own_fields(), "not JSON").status, 401);
  EXPECT_EQ(send("POST", "/api/v1/login", own_fields(), large).status, 413);
  for (const nlohmann::json& line : audit()) EXPECT_EQ(line["detail"], nlohmann::json::object());
  log_in();
  EXPECT_EQ(send("POST", "/api/v1/job", own_fields(), "not JSON").status, 400);
}

TEST_F(ConsoleTest, NoPathAndNoCommandComesFromTheWeb) {
  log_in();
  const auto status = [&](const nlohmann::json& body) { return post("/api/v1/job", body).status; };
  EXPECT_EQ(status({{"action", "start"}, {"work", "sh"}}), 422);
  EXPECT_EQ(status({{"action", "start"}, {"work", "gather; id"}}), 422);
  EXPECT_EQ(status({{"action", "start"}, {"work", "gather"}, {"more", "5; id"}}), 400);
  EXPECT_EQ(status({{"action", "start"}, {"work", "gather"}, {"more", -1}}), 400);
  EXPECT_EQ(get("/api/v1/watch?collection=../collection").status, 404);
  EXPECT_EQ(get("/api/v1/watch?collection=/etc").status, 404);
  nlohmann::json elsewhere = kStart;
  elsewhere["collection"] = "/etc";
  EXPECT_EQ(status(elsewhere), 404);
}

TEST_F(ConsoleTest, ASecondStartAndASecondPauseAreConflicts) {
  log_in();
  EXPECT_EQ(post("/api/v1/job", {{"action", "pause"}}).status, 409);
  EXPECT_EQ(post("/api/v1/job", {{"action", "resume"}}).status, 409);
  EXPECT_EQ(post("/api/v1/job", kStart).status, 200);
  EXPECT_EQ(post("/api/v1/job", kStart).status, 409);
  EXPECT_EQ(post("/api/v1/job", {{"action", "resume"}}).status, 409);
}

TEST_F(ConsoleTest, TwoStartsAtOnceStartOneCrawl) {
  log_in();
  const auto one = [&] { return post("/api/v1/job", kStart).status; };
  std::future<int> first = std::async(std::launch::async, one);
  std::future<int> second = std::async(std::launch::async, one);
  EXPECT_EQ(first.get() + second.get(), 200 + 409);
}

TEST_F(ConsoleTest, ARoleThatReadsChangesNothing) {
  log_in_to_read();
  EXPECT_EQ(get("/api/v1/watch").status, 200);
  EXPECT_EQ(post("/api/v1/job", kStart).status, 403);
  EXPECT_EQ(get("/api/v1/job").json()["state"], "idle");
}

TEST_F(ConsoleTest, ChangesAreLimitedInAMinute) {
  log_in();
  int refused = 0;
  for (int i = 0; i < 130; ++i)
    refused += post("/api/v1/job", {{"action", "pause"}}).status == 429 ? 1 : 0;
  EXPECT_EQ(refused, 10);
  clock_.advance(std::chrono::minutes(1));
  EXPECT_EQ(post("/api/v1/job", {{"action", "pause"}}).status, 409);
}

TEST_F(ConsoleTest, TheAuditLogHasEveryChangeAndEveryRefusal) {
  log_in("wrong\r\nguess");
  log_in();
  post("/api/v1/job", kStart);
  send("POST", "/api/v1/job", with(own_fields(), "Origin", "https://evil.example"), kStart.dump());
  get("/api/v1/watch");
  const std::vector<nlohmann::json> lines = audit();
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0]["action"], "login");
  EXPECT_EQ(lines[0]["status"], 401);
  EXPECT_EQ(lines[0]["client"], "127.0.0.1");
  EXPECT_EQ(lines[1]["actor"], "operate-1");
  EXPECT_EQ(lines[1]["result"], "done");
  EXPECT_EQ(lines[2]["detail"]["work"], "gather");
  EXPECT_EQ(lines[2]["time"], "2026-11-20T12:00:00Z");
  EXPECT_EQ(lines[3]["status"], 403);
  const std::string text = testing::read_whole_file(own_folder() / "audit.jsonl");
  EXPECT_EQ(text.find(secret_), std::string::npos);
  EXPECT_EQ(text.find("guess"), std::string::npos);
  EXPECT_EQ(text.find(token_), std::string::npos);
}

TEST_F(ConsoleTest, ALineOfTheAuditLogCannotBeForged) {
  log_in();
  post("/api/v1/job", {{"action", "start\r\n{\"actor\":\"root\"}"}, {"work", "gather\n"}});
  const std::vector<nlohmann::json> lines = audit();
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[1]["detail"]["action"], "start\r\n{\"actor\":\"root\"}");
}

TEST_F(ConsoleTest, TheAuditLogIsAppendedToByTheNextConsole) {
  log_in();
  const std::size_t before = audit().size();
  start();
  log_in();
  EXPECT_EQ(audit().size(), before + 1);
  struct stat status {};
  ASSERT_EQ(::stat((own_folder() / "audit.jsonl").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600U);
}

}  // namespace
}  // namespace porthole::console
