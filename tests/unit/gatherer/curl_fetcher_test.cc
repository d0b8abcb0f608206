#include "gatherer/fetch/curl_fetcher.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "tests/support/answered_calls.h"
#include "tests/support/fetching.h"
#include "tests/support/site_server.h"

namespace porthole::gatherer {
namespace {

using std::chrono::milliseconds;
using testing::curl_options;
using testing::drain;
using testing::fetch;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::request_for;
using testing::SiteConnection;
using testing::SiteServer;
using ::testing::StartsWith;

/// A port of 127.0.0.1 that nobody listens on.
std::string closed_port() {
  const SiteServer server;
  return std::to_string(server.port());
}

TEST(CurlFetcherTest, KeepsBothHeadsAsTheyWereOnTheWire) {
  SiteServer server;
  const std::string answer = SiteServer::page("x", "ODD-case:  spaced \r\n");
  server.answer("/", answer);
  const FetchResponse response = fetch(server.url("/"));
  EXPECT_EQ(response.request_head, server.requests().at(0).head);
  EXPECT_EQ(response.response_head + "x", answer);
}

TEST(CurlFetcherTest, SaysWhoAsksAndWhatItCanDecode) {
  SiteServer server;
  CurlFetcherOptions options = curl_options();
  options.accept_language = "en, de;q=0.5";
  fetch(server.url("/"), options);
  const testing::SiteRequest request = server.requests().at(0);
  EXPECT_EQ(request.header("User-Agent"), options.user_agent);
  EXPECT_EQ(request.header("Accept-Encoding"), "gzip, deflate, br");
  EXPECT_EQ(request.header("Accept-Language"), "en, de;q=0.5");
  EXPECT_EQ(request.header("Host"), "127.0.0.1:" + std::to_string(server.port()));
  EXPECT_THAT(request.head, StartsWith("GET / HTTP/1.1\r\n"));
}

TEST(CurlFetcherTest, AsksConditionallyOnlyWhenToldTo) {
  SiteServer server;
  server.answer("/", "HTTP/1.1 304 Not Modified\r\nETag: \"e\"\r\n\r\n");
  CurlFetcher fetcher(curl_options());
  FetchRequest request = request_for(server.url("/"));
  request.etag = "\"e\"";
  request.last_modified = "Tue, 14 Jan 1997 19:42:44 GMT";
  EXPECT_EQ(fetch(fetcher, request).http_status, 304);
  fetch(fetcher, server.url("/"));
  EXPECT_EQ(server.requests().at(0).header("If-None-Match"), "\"e\"");
  EXPECT_EQ(server.requests().at(0).header("If-Modified-Since"), "Tue, 14 Jan 1997 19:42:44 GMT");
  EXPECT_EQ(server.requests().at(1).header("If-None-Match"), "");
  EXPECT_EQ(server.requests().at(1).header("If-Modified-Since"), "");
}

TEST(CurlFetcherTest, KeepsTheConnectionForTheNextRequest) {
  SiteServer server;
  CurlFetcher fetcher(curl_options());
  for (int i = 0; i < 3; ++i) EXPECT_EQ(fetch(fetcher, server.url("/")).http_status, 404);
  EXPECT_EQ(server.connections(), 1);
}

TEST(CurlFetcherTest, SendsNothingWhenItMayNotAskAnyMore) {
  SiteServer server;
  CurlFetcherOptions options = curl_options();
  options.may_ask = [] { return false; };
  EXPECT_EQ(fetch(server.url("/"), options).status, FetchStatus::kBroken);
  EXPECT_TRUE(server.requests().empty());
}

TEST(CurlFetcherTest, AsksBeforeEachRequestOfAConnectionWhetherItMay) {
  SiteServer server;
  server.answer("/", SiteServer::page("fine"));
  CurlFetcherOptions options = curl_options();
  int left = 1;
  options.may_ask = [&left] { return left-- > 0; };
  CurlFetcher fetcher(options);
  EXPECT_EQ(fetch(fetcher, server.url("/")).body, "fine");
  EXPECT_EQ(fetch(fetcher, server.url("/")).status, FetchStatus::kBroken);
  EXPECT_EQ(server.requests().size(), 1u);
}

// RFC 9112 9.3.1: a server may close a connection just as the next request comes.
TEST(CurlFetcherTest, ARequestThatIsRepeatedOnANewConnectionIsKeptOnce) {
  SiteServer server;
  server.answer("/1", SiteServer::page("one"));
  server.on("/2", [](SiteConnection& connection) {
    if (connection.request().connection == 1) {
      connection.close_after();
    } else {
      connection.send(SiteServer::page("two"));
    }
  });
  CurlFetcher fetcher(curl_options());
  EXPECT_EQ(fetch(fetcher, server.url("/1")).body, "one");
  const FetchResponse response = fetch(fetcher, server.url("/2"));
  EXPECT_EQ(response.body, "two") << response.detail;
  ASSERT_EQ(server.requests().size(), 3u);
  EXPECT_EQ(response.request_head, server.requests().at(2).head);
}

TEST(CurlFetcherTest, JoinsChunksAndLeavesTrailersOut) {
  SiteServer server;
  server.answer(
      "/",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n"
      "X-Trailer: late\r\n\r\n");
  const FetchResponse response = fetch(server.url("/"));
  EXPECT_EQ(response.body, "abcde");
  EXPECT_EQ(response.header("x-trailer"), "");
  EXPECT_THAT(response.response_head, Not(HasSubstr("X-Trailer")));
}

// RFC 9112 2.2: a recipient may take LF alone for a line's end.
TEST(CurlFetcherTest, AHeadWhoseLinesEndInLfAloneEndsBeforeTheBody) {
  SiteServer server;
  const std::string head = "HTTP/1.1 200 OK\nX-Colour: red\nTransfer-Encoding: chunked\n\n";
  server.answer("/", head + "2\r\nab\r\n0\r\nX-Trailer: late\r\n\r\n");
  const FetchResponse response = fetch(server.url("/"));
  EXPECT_EQ(response.body, "ab") << response.detail;
  EXPECT_EQ(response.header("x-colour"), "red");
  EXPECT_EQ(response.response_head, head);
}

TEST(CurlFetcherTest, KeepsOnlyTheHeadOfTheFinalAnswer) {
  SiteServer server;
  server.answer(
      "/", "HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n" + SiteServer::page("final"));
  const FetchResponse response = fetch(server.url("/"));
  EXPECT_EQ(response.body, "final");
  EXPECT_EQ(response.header("link"), "");
  EXPECT_THAT(response.response_head, StartsWith("HTTP/1.1 200"));
}

TEST(CurlFetcherTest, AnswersManyRequestsAtOnceEachWithItsTicket) {
  SiteServer server;
  CurlFetcherOptions options = curl_options();
  options.max_connections = 4;
  CurlFetcher fetcher(options);
  constexpr int kRequests = 50;
  for (int i = 0; i < kRequests; ++i) {
    const std::string target = "/" + std::to_string(i);
    server.answer(target, SiteServer::page("page " + std::to_string(i)));
    fetcher.start(request_for(server.url(target), i));
  }
  EXPECT_EQ(fetcher.under_way(), kRequests);
  auto answers = drain(fetcher);
  for (int i = 0; i < kRequests; ++i) EXPECT_EQ(answers.at(i).body, "page " + std::to_string(i));
  EXPECT_LE(server.connections(), 4);
}

TEST(CurlFetcherTest, WakesForOtherDescriptorsAndForTheirHangUp) {
  CurlFetcher fetcher(curl_options());
  SiteServer server;
  server.on("/silent", [](SiteConnection& connection) { connection.wait_for_hang_up(); });
  fetcher.start(request_for(server.url("/silent")));
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe(pipe.data()), 0);
  std::vector<pollfd> others = {{pipe[0], POLLIN, 0}};
  std::vector<FetchResponse> done;
  ASSERT_EQ(::write(pipe[1], "x", 1), 1);
  fetcher.poll(std::chrono::minutes(1), others, done);
  EXPECT_EQ(others[0].revents, POLLIN);
  char byte = 0;
  ASSERT_EQ(::read(pipe[0], &byte, 1), 1);
  ::close(pipe[1]);
  fetcher.poll(std::chrono::minutes(1), others, done);
  EXPECT_EQ(others[0].revents, POLLHUP);
  EXPECT_TRUE(done.empty());
  ::close(pipe[0]);
}

TEST(CurlFetcherTest, TakesNoProxyFromTheEnvironment) {
  SiteServer server;
  SiteServer proxy;
  ::setenv("http_proxy", proxy.url("").c_str(), 1);
  fetch(server.url("/"));
  ::unsetenv("http_proxy");
  EXPECT_EQ(proxy.connections(), 0);
  EXPECT_EQ(server.requests().size(), 1u);
}

// RFC 6265 would have the cookie come back; a crawler has no session (case H42 of docs/limits.md).
TEST(CurlFetcherTest, SendsNoCookieBack) {
  SiteServer server;
  server.answer("/", SiteServer::page("x", "Set-Cookie: a=b\r\n"));
  CurlFetcher fetcher(curl_options());
  fetch(fetcher, server.url("/"));
  fetch(fetcher, server.url("/"));
  EXPECT_EQ(server.requests().at(1).header("Cookie"), "");
}

TEST(CurlFetcherTest, SendsNoCredentialsOfTheUrl) {
  SiteServer server;
  server.answer(
      "/", "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n");
  const std::string url = "http://user:secret@127.0.0.1:" + std::to_string(server.port()) + "/";
  EXPECT_EQ(fetch(url).http_status, 401);
  ASSERT_EQ(server.requests().size(), 1u);
  EXPECT_EQ(server.requests().at(0).header("Authorization"), "");
}

TEST(CurlFetcherTest, LeavesThePathAsItIs) {
  SiteServer server;
  server.answer("/a%2Fb//c;d?e|f", SiteServer::page("as is"));
  EXPECT_EQ(fetch(server.url("/a%2Fb//c;d?e|f")).body, "as is");
}

TEST(CurlFetcherTest, AsksTheFilterAboutTheAddressItConnectsTo) {
  SiteServer server;
  CurlFetcherOptions options = curl_options();
  std::vector<std::string> asked;
  options.address_allowed = [&asked](const sockaddr* address, socklen_t, std::string& why) {
    std::array<char, INET6_ADDRSTRLEN> text{};
    if (address->sa_family == AF_INET) {
      inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in*>(address)->sin_addr, text.data(),
                text.size());
    }
    asked.emplace_back(text.data());
    why = "a loopback address";
    return false;
  };
  CurlFetcher fetcher(options);
  // Spellings of 127.0.0.1 that a URL may use (case H37): the decision falls on what is connected
  // to.
  for (const char* host : {"127.0.0.1", "2130706433", "0x7f.1", "0177.0.0.1"}) {
    const FetchResponse response =
        fetch(fetcher, "http://" + std::string(host) + ":" + std::to_string(server.port()) + "/");
    EXPECT_EQ(response.status, FetchStatus::kForbidden) << host;
    EXPECT_EQ(response.detail, "a loopback address");
  }
  EXPECT_EQ(asked, std::vector<std::string>(4, "127.0.0.1"));
  EXPECT_EQ(server.connections(), 0);
}

TEST(CurlFetcherTest, ARefusalWithoutAReasonIsStillNamed) {
  CurlFetcherOptions options = curl_options();
  options.address_allowed = [](const sockaddr*, socklen_t, std::string&) { return false; };
  const FetchResponse response = fetch("http://127.0.0.1:" + closed_port() + "/", options);
  EXPECT_EQ(response.status, FetchStatus::kForbidden);
  EXPECT_EQ(response.detail, "the address may not be connected to");
}

// RFC 6761 6.3: localhost is 127.0.0.1 and ::1, and libcurl asks nobody for it.
TEST(CurlFetcherTest, ReachesAHostAtTheAddressThatTheFilterAllows) {
  SiteServer server;
  server.answer("/", SiteServer::page("here"));
  CurlFetcherOptions options = curl_options();
  options.address_allowed = [](const sockaddr* address, socklen_t, std::string&) {
    return address->sa_family == AF_INET;
  };
  const FetchResponse response =
      fetch("http://localhost:" + std::to_string(server.port()) + "/", options);
  EXPECT_EQ(response.body, "here") << response.detail;
  EXPECT_EQ(response.address, "127.0.0.1");
}

TEST(CurlFetcherTest, AHostIsNotForbiddenThatHasAnAddressWhichMayBeTried) {
  CurlFetcherOptions options = curl_options();
  std::set<int> families;
  options.address_allowed = [&families](const sockaddr* address, socklen_t, std::string& why) {
    families.insert(address->sa_family);
    why = "not that one";
    return address->sa_family == AF_INET;
  };
  const FetchResponse response = fetch("http://localhost:" + closed_port() + "/", options);
  if (!families.contains(AF_INET6)) GTEST_SKIP() << "localhost has no IPv6 address here";
  EXPECT_EQ(response.status, FetchStatus::kConnectFailed);
  EXPECT_THAT(response.detail, Not(HasSubstr("not that one")));
}

TEST(CurlFetcherTest, TellsASocketThatCannotBeHadFromDescriptorsThatAreUsedUp) {
  struct Case {
    int error;
    FetchStatus status;
  };
  for (const Case& c :
       {Case{EMFILE, FetchStatus::kExhausted}, Case{ENFILE, FetchStatus::kExhausted},
        Case{EACCES, FetchStatus::kConnectFailed}}) {
    testing::with_answers(testing::all_failing({SYS_socket}, c.error), [&c] {
      const FetchResponse response = fetch("http://127.0.0.1:9/");
      EXPECT_EQ(response.status, c.status) << response.detail;
    });
  }
}

TEST(CurlFetcherTest, RefusesProtocolsThatAreNotTheWebs) {
  for (const char* url :
       {"file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/", "data:,x"}) {
    EXPECT_EQ(fetch(url).status, FetchStatus::kForbidden) << url;
  }
}

TEST(CurlFetcherTest, TellsAPortThatNobodyListensOn) {
  const FetchResponse response = fetch("http://127.0.0.1:" + closed_port() + "/");
  EXPECT_EQ(response.status, FetchStatus::kConnectFailed);
  EXPECT_NE(response.detail, "");
  EXPECT_TRUE(worth_retrying(response.status));
}

// RFC 6761 6.4: names under .invalid never resolve.
TEST(CurlFetcherTest, TellsANameThatHasNoAddress) {
  const FetchResponse response = fetch("http://nowhere.invalid/");
  EXPECT_EQ(response.status, FetchStatus::kUnresolvable) << response.detail;
  EXPECT_FALSE(worth_retrying(response.status));
}

// The URL standard allows the name, and libcurl does not.
TEST(CurlFetcherTest, TellsANameThatNoResolverIsAskedFor) {
  const FetchResponse response = fetch("http://a!b.invalid/");
  EXPECT_EQ(response.status, FetchStatus::kUnresolvable);
  EXPECT_NE(response.detail, "");
}

TEST(CurlFetcherGatewayTest, SendsEveryHostThereOverOneConnection) {
  SiteServer server;
  server.answer("/x?y", SiteServer::page("boxed"));
  CurlFetcherOptions options = curl_options();
  options.gateway = Url::parse(server.url("/")).value();
  options.address_allowed = [](const sockaddr*, socklen_t, std::string&) { return false; };
  CurlFetcher fetcher(options);
  EXPECT_EQ(fetch(fetcher, "https://docs.example.org/x?y").body, "boxed");
  EXPECT_EQ(fetch(fetcher, "http://www.example.net:8080/x?y").body, "boxed");
  ASSERT_EQ(server.requests().size(), 2u);
  EXPECT_EQ(server.connections(), 1);
  EXPECT_EQ(server.requests()[0].header("Host"), "docs.example.org");
  EXPECT_EQ(server.requests()[0].header("X-Forwarded-Proto"), "https");
  EXPECT_EQ(server.requests()[1].header("Host"), "www.example.net:8080");
  EXPECT_EQ(server.requests()[1].header("X-Forwarded-Proto"), "");
}

TEST(CurlFetcherGatewayTest, TakesUnknownHostForANameThatDoesNotResolve) {
  SiteServer server;
  server.answer("/",
                "HTTP/1.1 502 Bad Gateway\r\nX-Webbox: unknown-host\r\nContent-Length: 0\r\n\r\n");
  server.answer("/other", "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
  CurlFetcherOptions options = curl_options();
  options.gateway = Url::parse(server.url("/")).value();
  CurlFetcher fetcher(options);
  EXPECT_EQ(fetch(fetcher, "https://gone.example.org/").status, FetchStatus::kUnresolvable);
  EXPECT_EQ(fetch(fetcher, "https://gone.example.org/other").http_status, 502);
}

TEST(CurlFetcherGatewayTest, WithoutAGatewayTheSameAnswerIsJustAnAnswer) {
  SiteServer server;
  server.answer("/",
                "HTTP/1.1 502 Bad Gateway\r\nX-Webbox: unknown-host\r\nContent-Length: 0\r\n\r\n");
  EXPECT_EQ(fetch(server.url("/")).http_status, 502);
}

}  // namespace
}  // namespace porthole::gatherer
