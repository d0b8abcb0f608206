#include <Poco/Net/SocketAddress.h>
#include <Poco/Net/StreamSocket.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>
#include <tuple>

#include "base/json/json.h"
#include "search/site/site.h"
#include "tests/unit/search/server_fixture.h"

namespace porthole::search {
namespace {

using namespace std::string_literals;
using summarizer::Summary;
using test::summary_of;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// RFC 9110, sections 8.8.3 and 13.1.2.
TEST_F(ServerTest, SendsNoAnswerAgainToThoseWhoHaveIt) {
  const auto asked_with = [&](const std::string& etag) {
    return exchange(
        "GET /feed.atom?q=gear HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        "If-None-Match: " +
        etag + "\r\n\r\n");
  };
  const std::string first = get("/feed.atom?q=gear");
  const std::size_t at = first.find("ETag: \"");
  ASSERT_NE(at, std::string::npos) << first;
  const std::string etag = first.substr(at + 6, first.find('\r', at) - at - 6);
  EXPECT_THAT(first, HasSubstr("Cache-Control: private, no-cache\r\n"));
  for (const std::string& names : {etag, "\"other\", W/" + etag, "*"s}) {
    const std::string same = asked_with(names);
    EXPECT_THAT(same, StartsWith("HTTP/1.1 304 Not Modified\r\n")) << names;
    EXPECT_THAT(same, HasSubstr("ETag: " + etag));
    EXPECT_THAT(same, AllOf(Not(HasSubstr("Content-Length")), Not(HasSubstr("Content-Type:"))))
        << names;
    EXPECT_EQ(body_of(same), "") << names;
  }
  EXPECT_THAT(asked_with("\"other\""), StartsWith("HTTP/1.1 200 OK\r\n"));
  index_.add({summary_of("https://new.example/", "News", "another gear")});
  const std::string next = asked_with(etag);
  EXPECT_THAT(next, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(next, HasSubstr("https://new.example/"));
  EXPECT_THAT(next, Not(HasSubstr(etag)));
}

TEST_F(ServerTest, PagesOfOneMomentHaveNoNames) {
  for (const char* target :
       {"/", "/page?url=https://hubs.example/gears?a=1%26b=2", "/nowhere", "/search?q=nofield:x"}) {
    EXPECT_THAT(get(target), AllOf(Not(HasSubstr("ETag")), HasSubstr("Cache-Control: no-store")))
        << target;
  }
}

TEST_F(ServerTest, ServesAPagesDetailsWithWhatOthersSayAndWhatItSays) {
  const std::string page =
      get("/page?url=https%3A%2F%2Fhubs.example%2Fgears%3Fa%3D1%26b%3D2&q=gear");
  EXPECT_THAT(page, HasSubstr("In the text of links to it"));
  EXPECT_THAT(page, HasSubstr("silent transmission"));
  EXPECT_THAT(page, HasSubstr("Above the lists that link to it"));
  EXPECT_THAT(page, HasSubstr("sprocket sizes"));
  EXPECT_THAT(page, Not(HasSubstr(">next<")));
  EXPECT_THAT(page, Not(HasSubstr(">|<")));
  EXPECT_THAT(page, HasSubstr("</cite> and 2 more pages of its site</li>"));
  EXPECT_THAT(page, Not(HasSubstr("menu.test</span><bdi class=\"path\">/2")));
  EXPECT_THAT(page, HasSubstr("/page.rdf?url"));
  EXPECT_THAT(get("/page?url=https://unknown.example/"), StartsWith("HTTP/1.1 404"));
}

TEST_F(ServerTest, ShowsWhatAPageIsAndLinksEachValueToTheQueryForIt) {
  const std::string page = get("/page?url=https%3A%2F%2Fhubs.example%2Fgears%3Fa%3D1%26b%3D2");
  EXPECT_THAT(page, HasSubstr("<a href=\"/search?q=type%3AJavaClass\">JavaClass</a>"));
  EXPECT_THAT(page, HasSubstr("<a href=\"/search?q=type%3AProgramSource\">ProgramSource</a>"));
  EXPECT_THAT(
      page,
      HasSubstr("<a href=\"/search?q=author%3A%22Kento%20Tamura%22\"><bdi>Kento Tamura</bdi></a>"));
  EXPECT_THAT(
      page,
      HasSubstr(
          "<a class=\"out\" href=\"https://schema.org/Recipe\" rel=\"noopener noreferrer\">"));
  EXPECT_THAT(page, HasSubstr("<li><bdi>12</bdi></li>")) << "lines are not a valid field";
  EXPECT_THAT(page, HasSubstr("<li><a href=\"https://spec.test/1\" rel=\"noopener noreferrer\">"));
  EXPECT_THAT(get("/search?q=author%3A%22Kento%20Tamura%22"), HasSubstr("One page"));
}

TEST_F(ServerTest, SaysWhichFieldsThereAre) {
  const std::string page = get("/fields");
  EXPECT_THAT(page, HasSubstr("<kbd>implements:</kbd>"));
  EXPECT_THAT(
      page,
      HasSubstr(
          "<a href=\"/search?q=implements%3Anotation\"><bdi>notation</bdi></a> <span>1</span>"));
  EXPECT_THAT(page, HasSubstr("<kbd>width:</kbd>")) << "no page has it, and it is listed";
  EXPECT_THAT(get("/fields?name=AUTHOR"), HasSubstr("kento tamura"));
  EXPECT_THAT(get("/fields?name=zeppelin"), StartsWith("HTTP/1.1 404"));
}

TEST_F(ServerTest, AnswersAFieldThatIsNoneWithThoseThatAreNear) {
  const std::string page = get("/search?q=implemnts%3ANotation");
  EXPECT_THAT(page, StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(page, HasSubstr("There is no field &quot;implemnts&quot; to search in."));
  EXPECT_THAT(
      page,
      HasSubstr("Did you mean <a "
                "href=\"/search?q=implements%3ANotation\"><bdi>implements:Notation</bdi></a>"));
  EXPECT_THAT(page, HasSubstr("<a href=\"/fields\">"));
  EXPECT_THAT(page, HasSubstr("value=\"implemnts:Notation\""));
  const std::string answer = get("/api/v1/search?q=implemnts%3ANotation");
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 400"));
  const auto error = nlohmann::json::parse(body_of(answer))["error"];
  EXPECT_EQ(error["code"], "unknown-field");
  EXPECT_THAT(error["hint"], HasSubstr("did you mean implements:?"));
  EXPECT_THAT(error["hint"], HasSubstr("/api/v1/fields"));
}

TEST_F(ServerTest, ServesTheSameForMachines) {
  const auto results = nlohmann::json::parse(body_of(get("/api/v1/search?q=silent&size=5")));
  EXPECT_EQ(results["results"][0]["url"], "https://hubs.example/gears?a=1&b=2");
  const auto page = nlohmann::json::parse(
      body_of(get("/api/v1/page?url=https%3A%2F%2Fhubs.example%2Fgears%3Fa%3D1%26b%3D2")));
  EXPECT_EQ(page["own_annotations"][0]["annotatee"], "https://c.test/");
  EXPECT_EQ(page["annotations_by_others"][1]["kind"], "heading");
  EXPECT_THAT(get("/api/v1/page?url=https%3A%2F%2Fnowhere.example%2F"), StartsWith("HTTP/1.1 404"));
  for (const char* target : {"/api/v1/page", "/api/v1/page?url=", "/api/v1/page?url=x"}) {
    const std::string answer = get(target);
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 400")) << target;
    EXPECT_EQ(nlohmann::json::parse(body_of(answer))["error"]["code"], "bad-url") << target;
  }
  EXPECT_EQ(nlohmann::json::parse(body_of(get("/api/v2/x")))["error"]["code"], "not-found");
  EXPECT_THAT(get("/page.rdf?url=https%3A%2F%2Fhubs.example%2Fgears%3Fa%3D1%26b%3D2"),
              HasSubstr("application/rdf+xml"));
  EXPECT_THAT(get("/opensearch.xml"),
              HasSubstr("template=\"http://localhost/search?q={searchTerms}&amp;"));
  EXPECT_EQ(body_of(get("/healthz")), "ok\n");
}

// Reliability F1, F2: nothing that was crawled or asked becomes markup.
TEST_F(ServerTest, EscapesWhatWasCrawledAndWhatWasAsked) {
  const std::string trap = "%22%3E%3Cscript%3Ealert(1)%3C/script%3E";
  for (const std::string& target :
       {std::string("/search?q=planetary"), "/search?q=" + trap,
        "/search?q=title:" + trap + "+planetary",
        std::string("/page?url=https%3A%2F%2Fevil.example%2F%253Cscript%253E&q=") + trap,
        "/page?url=" + trap, std::string("/api/v1/search?q=planetary"), "/api/v1/search?q=" + trap,
        "/fields?name=" + trap, std::string("/fields?name=author"), std::string("/fields"),
        std::string("/search?q=unknownfield%3A") + trap, "/api/v1/search?q=unknownfield%3A" + trap,
        std::string("/api/v1/complete?q=author%3A"), "/api/v1/complete?q=" + trap,
        std::string("/api/v1/fields?values=9"),
        std::string("/api/v1/page?url=https%3A%2F%2Fevil.example%2F%253Cscript%253E")}) {
    const std::string answer = get(target);
    EXPECT_THAT(answer, Not(HasSubstr("<script>"))) << target;
    EXPECT_THAT(answer, Not(HasSubstr("<img src=x"))) << target;
    EXPECT_THAT(answer, Not(ContainsRegex("href=\"(javascript|data):"))) << target;
    EXPECT_THAT(answer, HasSubstr("default-src 'none'")) << target;
  }
  const std::string details = get("/page?url=https%3A%2F%2Fevil.example%2F%253Cscript%253E");
  EXPECT_THAT(details, HasSubstr("&lt;script&gt;"));
  EXPECT_THAT(details, Not(HasSubstr("href=\"\"")));
}

// Reliability F13.
TEST_F(ServerTest, SendsItsSafetyFieldsWithEveryAnswer) {
  for (const std::string& answer :
       {get("/"), get("/style.css"), get("/nowhere"), exchange("BREW / HTTP/1.1\r\n\r\n"),
        get("/api/v1/search?q=x"), get("/page.rdf?url=x")}) {
    for (const char* field : {"Content-Security-Policy: default-src 'none'",
                              "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer",
                              "Cross-Origin-Opener-Policy: same-origin", "charset=utf-8"}) {
      EXPECT_THAT(answer, HasSubstr(field));
    }
    EXPECT_THAT(answer, Not(HasSubstr("Access-Control")));
    EXPECT_THAT(answer, Not(HasSubstr("Poco")));
    EXPECT_THAT(answer, Not(HasSubstr("Server:")));
  }
}

TEST_F(ServerTest, ErrorPagesNameTheCollection) {
  for (const std::string& answer : {get("/nowhere"), get("/page?url=https://unknown.example/"),
                                    exchange("GET / HTTP/9.9\r\nHost: localhost\r\n\r\n"),
                                    exchange("POST / HTTP/1.1\r\nHost: localhost\r\n\r\n")}) {
    EXPECT_THAT(answer, HasSubstr("<strong>cycling</strong>")) << answer;
    EXPECT_THAT(answer, Not(HasSubstr(" pages")));
  }
  EXPECT_THAT(get("/help"), HasSubstr("<strong>cycling</strong> \xC2\xB7 2 pages"));
}

// Whichever of its searchers answers: the first request opens one, those that come together open
// more.
TEST_F(ServerTest, TheNextQueryFindsWhatWasCommittedWhileItRuns) {
  std::vector<std::thread> clients;
  for (int i = 0; i < 4; ++i)
    clients.emplace_back(
        [this] { EXPECT_THAT(get("/search?q=freewheel"), HasSubstr("Nothing found")); });
  for (std::thread& client : clients) client.join();
  Summary page = summary_of("https://new.example/", "Freewheel", "A freewheel.");
  index_.add({page});
  for (int i = 0; i < 4; ++i)
    clients[static_cast<std::size_t>(i)] = std::thread([this] {
      EXPECT_THAT(get("/search?q=freewheel"), HasSubstr("https://new.example/"));
      EXPECT_THAT(get("/api/v1/search?q=freewheel"), HasSubstr("\"documents\":3"));
    });
  for (std::thread& client : clients) client.join();
  page.title = "Coaster brake";
  index_.add({page});
  EXPECT_THAT(get("/search?q=title:coaster"), HasSubstr("https://new.example/"));
}

// schemas/openapi.yaml: a program reads why it is refused, also where no handler sees the request.
TEST_F(ServerTest, RefusesRequestsOfTheApiAsJson) {
  const std::string own = " HTTP/1.1\r\nHost: localhost\r\n";
  const std::tuple<std::string, int, std::string> cases[] = {
      {"POST /api/v1/search?q=gear" + own + "Content-Length: 3\r\n\r\nq=x", 405,
       "method-not-allowed"},
      {"DELETE /api/v1/nothing" + own + "\r\n", 405, "method-not-allowed"},
      {"POST /backlinks.jsonld" + own + "\r\n", 405, "method-not-allowed"},
      {"GET /api/v1/search HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421, "foreign-host"},
      {"GET /suggest.json HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421, "foreign-host"},
      {"GET /api/v1/search HTTP/9.9\r\nHost: localhost\r\n\r\n", 505, "bad-request"},
      {"GET /api/v1/search?q=" + std::string(10'000, 'a') + own + "\r\n", 414, "too-long"},
      {"GET /api/v1/nothing" + own + "Connection: close\r\n\r\n", 404, "not-found"}};
  for (const auto& [bytes, status, code] : cases) {
    const std::string answer = exchange(bytes);
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 " + std::to_string(status))) << bytes.substr(0, 80);
    EXPECT_THAT(answer, HasSubstr("Content-Type: application/json; charset=utf-8\r\n"));
    const auto said = nlohmann::json::parse(body_of(answer), nullptr, false);
    ASSERT_TRUE(said.is_object()) << answer;
    EXPECT_EQ(said["error"]["code"], code) << bytes.substr(0, 80);
    EXPECT_NE(said["error"]["message"], "");
    EXPECT_NE(said["error"]["hint"], "");
  }
  EXPECT_THAT(exchange("DELETE /search" + own + "\r\n"), HasSubstr("Content-Type: text/html"));
}

TEST_F(ServerTest, NamesItsPublicAddressInFeedsAndDescriptionsWhateverTheRequestSays) {
  http::ServerOptions options;
  options.public_origin = "https://search.example.org";
  server_ = start_server({{"cycling", index_.path(), nullptr}}, options).value();
  const std::string fields =
      " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Forwarded-Proto: gopher\r\n"
      "X-Forwarded-Host: evil.example\r\n\r\n";
  for (const char* target : {"/feed.atom?q=gear", "/feed.json?q=gear", "/opensearch.xml"}) {
    const std::string answer = exchange("GET " + std::string(target) + fields);
    EXPECT_THAT(answer, HasSubstr("https://search.example.org/"));
    EXPECT_THAT(answer, Not(HasSubstr("http://localhost"))) << target;
    EXPECT_THAT(answer, Not(HasSubstr("gopher"))) << target;
  }
  server_ = start_server({{"cycling", index_.path(), nullptr}}, {}).value();
  EXPECT_THAT(get("/feed.atom?q=gear"), HasSubstr("http://localhost/feed.atom"));
  // The client's Host is in it, so that it is for this client alone.
  EXPECT_THAT(get("/opensearch.xml"), HasSubstr("Cache-Control: no-store"));
}

TEST_F(ServerTest, NamesABusyPortAndTheRemedy) {
  http::ServerOptions options;
  options.port = server_->port();
  const auto second = start_server({{"cycling", index_.path(), nullptr}}, options);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::kBusy);
  EXPECT_THAT(second.error().message, HasSubstr(std::to_string(server_->port())));
  EXPECT_THAT(second.error().hint, HasSubstr("--listen 127.0.0.1:"));
}

TEST(ServerStartTest, RefusesWhatIsNoAddress) {
  test::IndexFolder index;
  index.add({});
  http::ServerOptions options;
  options.address = "no-address";
  const auto server = start_server({{"x", index.path(), nullptr}}, options);
  ASSERT_FALSE(server);
  EXPECT_EQ(server.error().code, ErrorCode::kInvalid);
}

}  // namespace
}  // namespace porthole::search
