#include "http/http_head.h"

#include <gtest/gtest.h>

#include <string>

namespace porthole::http {
namespace {

int status_of(const std::string& head) {
  const HeadVerdict verdict = judge_head(head, {"search.example"});
  if (verdict.state == HeadState::kGood) return 200;
  return verdict.state == HeadState::kIncomplete ? 0 : verdict.status;
}
std::string request(const std::string& line, const std::string& fields = "Host: localhost\r\n") {
  return line + "\r\n" + fields + "\r\n";
}

TEST(HttpHeadTest, TakesPlainReads) {
  EXPECT_EQ(status_of(request("GET / HTTP/1.1")), 200);
  EXPECT_EQ(status_of(request("HEAD /search?q=%2e%2e%2f HTTP/1.1")), 200);
  EXPECT_EQ(status_of(request("GET / HTTP/1.0", "")), 200);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nHost: loc"), 0);
  EXPECT_EQ(status_of(""), 0);
}

TEST(HttpHeadTest, TakesTheDefaultPortAndTabsInValues) {
  EXPECT_EQ(status_of(request("GET / HTTP/1.1", "Host: localhost:80\r\n")), 200);
  EXPECT_EQ(status_of(request("GET / HTTP/1.1", "Host: LOCALHOST\r\n")), 200);
  EXPECT_EQ(status_of(request("GET / HTTP/1.1", "Host: localhost\r\nA: b\tc\r\n")), 200);
}

TEST(HttpHeadTest, TakesAPostWhereBodiesAreTaken) {
  const std::string post = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\n";
  EXPECT_EQ(judge_head(post, {}, 10).state, HeadState::kGood);
  EXPECT_EQ(judge_head(post, {}, 2).state, HeadState::kBad);
  EXPECT_EQ(judge_head(post, {}, 0).status, 405);
  EXPECT_EQ(judge_head("PUT / HTTP/1.1\r\nHost: localhost\r\n\r\n", {}, 10).status, 405);
}

// RFC 9112, sections 3 and 5; reliability F8.
TEST(HttpHeadTest, RefusesWhatIsMalformed) {
  EXPECT_EQ(status_of("GET / HTTP/1.1\nHost: localhost\n\n"), 400);  // LF only
  EXPECT_EQ(status_of(request("GET / HTTP/9.9")), 505);
  EXPECT_EQ(status_of(request("GET /")), 400);
  EXPECT_EQ(status_of(request("GET  / HTTP/1.1 x")), 400);
  EXPECT_EQ(status_of(request("GET")), 400);
  EXPECT_EQ(status_of(request("G\tT / HTTP/1.1")), 400);
  EXPECT_EQ(status_of(request("GET / http/1.1")), 400);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nHost: localhost\nA: b\r\n\r\n"), 400) << "a bare LF";
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\n\nHost: localhost\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET / HTTP/1.1\nHost: localhost\r\n\r\n"), 400) << "in the first line";
  EXPECT_EQ(status_of(request("GET / HTTP/1.1", "Host: localhost\r\nA: b\x7F\r\n")), 400);
  EXPECT_EQ(status_of(request("POST / HTTP/1.1")), 405);
  EXPECT_EQ(status_of(request("TRACE / HTTP/1.1")), 405);
  EXPECT_EQ(status_of(request("CONNECT a:1 HTTP/1.1")), 405);
  EXPECT_EQ(status_of(request("PRI * HTTP/2.0")), 505);
  EXPECT_EQ(status_of(request(std::string(3000, 'M') + " / HTTP/1.1")), 501);
  EXPECT_EQ(status_of("\x16\x03\x01"), 400);  // TLS
  EXPECT_EQ(status_of(request("GET / HTTP/1.1", "Host: localhost\r\n folded\r\n")), 400);
  EXPECT_EQ(status_of(request("GET / HTTP/1.1", "Host : localhost\r\n")), 400);
  EXPECT_EQ(status_of(request("GET / HTTP/1.1", "Host: localhost\r\n: b\r\n")), 400);
  EXPECT_EQ(status_of(request(std::string("GET /\0 HTTP/1.1", 15))), 400);
  EXPECT_EQ(status_of(request("GET / HTTP/1.1") + "\n\n"), 200) << "it is behind the head";
  EXPECT_EQ(status_of(request("GET / HTTP/1.1", std::string("Host: localhost\r\nA: b\0c\r\n", 25))),
            400);
}

TEST(HttpHeadTest, RefusesBodiesAndExpectations) {
  const std::string host = "Host: localhost\r\n";
  EXPECT_EQ(status_of(request("GET / HTTP/1.1", host + "Content-Length: 0\r\n")), 200);
  EXPECT_EQ(status_of(request("GET / HTTP/1.1", host + "Content-Length: 5\r\n")), 400);
  EXPECT_EQ(status_of(request("GET / HTTP/1.1", host + "Content-Length: -5\r\n")), 400);
  EXPECT_EQ(status_of(request("GET / HTTP/1.1", host + "Transfer-Encoding: chunked\r\n")), 400);
  EXPECT_EQ(status_of(request("GET / HTTP/1.1", host + "Expect: 100-continue\r\n")), 417);
}

// Reliability F4.
TEST(HttpHeadTest, RefusesTargetsThatAreNoPlainPath) {
  for (const char* target :
       {"/../etc/passwd", "/%2e%2e%2fetc", "/a%00b", "/a\\b", "https://localhost/",
        "http://localhost//x", "http://localhost/../x", "//evil.example/", "*", "/a#b", "/a b",
        "/a\x7F", "/%2Fa", "/%5C..%5C", "/\xC3\xA4"}) {
    EXPECT_EQ(status_of(request(std::string("GET ") + target + " HTTP/1.1")), 400) << target;
  }
}

// RFC 9112, section 3.2.2.
TEST(HttpHeadTest, TakesWholeUrlsOfItsOwnNames) {
  const auto with_target = [](const std::string& target, const std::string& host) {
    return status_of(request("GET " + target + " HTTP/1.1", "Host: " + host + "\r\n"));
  };
  EXPECT_EQ(with_target("http://search.example/?q=a", "search.example"), 200);
  EXPECT_EQ(with_target("HTTP://localhost:8080", "localhost:8080"), 200);
  EXPECT_EQ(with_target("http://localhost/", "evil.example"), 200) << "the field is ignored";
  EXPECT_EQ(with_target("http://evil.example/", "localhost"), 421);
  EXPECT_EQ(with_target("http://", "localhost"), 421);
  EXPECT_EQ(with_target("http://user@localhost/", "localhost"), 421);
  EXPECT_EQ(status_of(request("GET http://localhost/ HTTP/1.1", "")), 400) << "Host is required";
}

// Reliability M4: a foreign name that resolves to this machine is not ours (DNS rebinding).
TEST(HttpHeadTest, TakesOnlyNamesThatAreOurs) {
  for (const char* good :
       {"localhost", "localhost:8080", "127.0.0.1:1", "[::1]:8080", "search.example",
        "SEARCH.example:80", "search.example:443", "127.0.0.1:80", "x.localhost", "192.168.1.5"}) {
    EXPECT_EQ(status_of(request("GET / HTTP/1.1", std::string("Host: ") + good + "\r\n")), 200)
        << good;
  }
  for (const char* bad :
       {"evil.example", "localhost.evil.example", "evil.example@localhost", "localhost/x", "",
        "a b", "127.0.0.1#x", "127.0.0.1/x/..", "127.0.0.1\\x\\..", "@127.0.0.1", ":@127.0.0.1",
        "127.0.0.1?", "127.0.0.1/", "127.0.0.1:8080:80", "0x7f.1", "%6cocalhost",
        // Names that are ours only once Unicode is mapped: full width, circled, other dots, a soft
        // hyphen, an overlong "o".
        "\357\275\214\357\275\217calhost", "\342\223\233ocalhost",
        "127\343\200\2020\343\200\2020\343\200\2021", "local\302\255host", "l\301\257calhost",
        "localhost.", "127.0.0.1.", "xn--localhost-", "[::1%25lo]", "[::ffff:127.0.0.1]",
        "localhost:", "localhost:0x50", "localhost:99999", ":80"}) {
    EXPECT_EQ(status_of(request("GET / HTTP/1.1", std::string("Host: ") + bad + "\r\n")), 421)
        << bad;
  }
  EXPECT_EQ(status_of(request("GET / HTTP/1.1", "")), 400);
  EXPECT_EQ(status_of(request("GET / HTTP/1.1", "Host: localhost\r\nHost: localhost\r\n")), 400);
}

// Reliability F9: Poco 1.11 would decode these, line breaks and all.
TEST(HttpHeadTest, RefusesEncodedWords) {
  EXPECT_EQ(
      status_of(request("GET / HTTP/1.1",
                        "Host: localhost\r\nUser-Agent: =?utf-8?B?YQ0KSW5qZWN0ZWQ6IHllcw==?=\r\n")),
      400);
}

TEST(HttpHeadTest, HoldsItsLimits) {
  const auto line = [](std::size_t bytes) {  // with its CRLF
    return "GET /" + std::string(bytes - 5 - 9 - 2, 'a') + " HTTP/1.1";
  };
  EXPECT_EQ(status_of(request(line(kMaxRequestLine))), 200);
  EXPECT_EQ(status_of(request(line(kMaxRequestLine + 1))), 414);
  EXPECT_EQ(status_of(std::string(kMaxRequestLine, 'G')), 414);
  const std::string host = "Host: localhost\r\n";
  const std::size_t rest =
      kMaxHead - 16 - host.size() - 2 - 5;  // "GET / HTTP/1.1" CRLF, last CRLF, "A: " CRLF
  EXPECT_EQ(status_of(request("GET / HTTP/1.1", host + "A: " + std::string(rest, 'x') + "\r\n")),
            200);
  EXPECT_EQ(
      status_of(request("GET / HTTP/1.1", host + "A: " + std::string(rest + 1, 'x') + "\r\n")),
      431);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\n" + host + "A: " + std::string(kMaxHead, 'x')), 431);
  std::string fields = host;
  for (std::size_t i = 1; i < kMaxFields; ++i) fields += "A: b\r\n";
  EXPECT_EQ(status_of(request("GET / HTTP/1.1", fields)), 200);
  EXPECT_EQ(status_of(request("GET / HTTP/1.1", fields + "A: b\r\n")), 431);
}

}  // namespace
}  // namespace porthole::http
