// Servers that misbehave, by the case numbers of docs/limits.md.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "archive/content_decoder.h"
#include "archive/gzip_member.h"
#include "gatherer/fetch/curl_fetcher.h"
#include "tests/support/fetching.h"
#include "tests/support/site_server.h"

namespace porthole::gatherer {
namespace {

using std::chrono::milliseconds;
using testing::curl_options;
using testing::fetch;
using ::testing::HasSubstr;
using testing::request_for;
using testing::SiteConnection;
using testing::SiteServer;

std::string gzipped(std::string_view content) {
  archive::GzipMemberWriter writer;
  std::string member;
  writer.append({content}, archive::Compression::kFast, member);
  return member;
}

std::string repeated(std::string_view piece, int times) {
  std::string all;
  all.reserve(piece.size() * static_cast<std::size_t>(times));
  for (int i = 0; i < times; ++i) all += piece;
  return all;
}

/// Time limits that a silent server meets soon, and an honest one on the same machine does not.
CurlFetcherOptions impatient_options() {
  CurlFetcherOptions options = curl_options();
  options.timeouts.first_byte = milliseconds(300);
  options.timeouts.low_speed_window = milliseconds(300);
  return options;
}

/// A server that says `bytes` for "/" and closes the connection.
struct HostileAnswer {
  const char* name;
  std::string bytes;
  FetchStatus status = FetchStatus::kBroken;
  std::size_t more = 0;  ///< So many further bytes; each process of this program has all cases.
};
void PrintTo(const HostileAnswer& answer, std::ostream* out) { *out << answer.name; }
std::string name_of(const ::testing::TestParamInfo<HostileAnswer>& info) { return info.param.name; }

class BrokenAnswerTest : public ::testing::TestWithParam<HostileAnswer> {};

TEST_P(BrokenAnswerTest, IsNeverTakenForAPage) {
  SiteServer server;
  server.answer_and_close("/", GetParam().bytes + std::string(GetParam().more, 'a'));
  server.answer("/next", SiteServer::page("still here"));
  CurlFetcher fetcher(curl_options());
  const FetchResponse response = fetch(fetcher, server.url("/"));
  EXPECT_EQ(response.status, GetParam().status) << response.detail;
  EXPECT_NE(response.detail, "");
  EXPECT_EQ(response.body, "");
  EXPECT_EQ(response.http_status, 0);
  EXPECT_EQ(fetch(fetcher, server.url("/next")).body, "still here");
}

INSTANTIATE_TEST_SUITE_P(
    Cases, BrokenAnswerTest,
    ::testing::Values(
        HostileAnswer{"H7HeaderLineOf32MiB", "HTTP/1.1 200 OK\r\nX: ", FetchStatus::kBroken,
                      32 << 20},
        HostileAnswer{"H9NoBody", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"},
        HostileAnswer{"H11LengthThatIsNoNumber",
                      "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nabc",
                      FetchStatus::kMalformed},
        HostileAnswer{"H11NegativeLength", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nabc",
                      FetchStatus::kMalformed},
        HostileAnswer{
            "H14BadChunkSize",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nabc\r\n0\r\n\r\n"},
        HostileAnswer{
            "H15OverflowingChunkSize",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffffff\r\nabc"},
        HostileAnswer{"H24Http09", "<html>no head at all</html>", FetchStatus::kMalformed},
        HostileAnswer{"H25NoNumberForAStatus", "HTTP/1.1 abc OK\r\nContent-Length: 0\r\n\r\n",
                      FetchStatus::kMalformed},
        HostileAnswer{"H25StatusZero", "HTTP/1.1 000 Nothing\r\nContent-Length: 0\r\n\r\n",
                      FetchStatus::kMalformed},
        HostileAnswer{"H25StatusThatRunsIntoItsReason",
                      "HTTP/1.1 200OK\r\nContent-Length: 2\r\n\r\nok", FetchStatus::kMalformed},
        HostileAnswer{"H25AnotherProtocolThatNobodyAskedFor",
                      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\nbytes",
                      FetchStatus::kMalformed},
        HostileAnswer{"H26Status999", "HTTP/1.1 999 Denied\r\nContent-Length: 2\r\n\r\nno",
                      FetchStatus::kMalformed},
        HostileAnswer{"H26Status600", "HTTP/1.1 600 Beyond\r\nContent-Length: 2\r\n\r\nno",
                      FetchStatus::kMalformed},
        HostileAnswer{"H27NulInAHeader",
                      std::string("HTTP/1.1 200 OK\r\nX: a\0b\r\nContent-Length: 1\r\n\r\nx", 46),
                      FetchStatus::kMalformed},
        HostileAnswer{"H28HeaderWithoutColon", SiteServer::page("x", "no colon here\r\n"),
                      FetchStatus::kMalformed},
        HostileAnswer{"H30EmptyReply", ""},
        HostileAnswer{"H51SshBanner", "SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n",
                      FetchStatus::kMalformed}),
    name_of);

TEST(HostileServerTest, H1SilenceInTheMiddleOfTheHeadIsATimeout) {
  SiteServer server;
  server.on("/", [](SiteConnection& connection) {
    connection.send("HTTP/1.1 200 OK\r\nContent-");
    connection.wait_for_hang_up();
  });
  EXPECT_EQ(fetch(server.url("/"), impatient_options()).status, FetchStatus::kTimeout);
}

TEST(HostileServerTest, H2SilenceInTheMiddleOfTheBodyIsATimeout) {
  SiteServer server;
  server.on("/", [](SiteConnection& connection) {
    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nsome");
    connection.wait_for_hang_up();
  });
  const FetchResponse response = fetch(server.url("/"), impatient_options());
  EXPECT_EQ(response.status, FetchStatus::kTimeout);
  EXPECT_THAT(response.detail, HasSubstr("256 bytes a second"));
  EXPECT_EQ(response.body, "");
}

TEST(HostileServerTest, H2BytesOfAnEarlierWindowDoNotMakeUpForSilence) {
  SiteServer server;
  server.on("/", [](SiteConnection& connection) {
    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 200000\r\n\r\n");
    connection.send(std::string(100'000, 'x'));
    connection.wait_for_hang_up();
  });
  const FetchResponse response = fetch(server.url("/"), impatient_options());
  EXPECT_EQ(response.status, FetchStatus::kTimeout);
  EXPECT_EQ(response.detail, "less than 256 bytes a second for 300 ms");
}

TEST(HostileServerTest, H3SilenceIsATimeoutAndHoldsUpNoOtherRequest) {
  SiteServer server;
  server.on("/silent", [](SiteConnection& connection) { connection.wait_for_hang_up(); });
  server.answer("/", SiteServer::page("fine"));
  CurlFetcherOptions options = curl_options();
  options.timeouts.first_byte = std::chrono::seconds(3);  // enough for an answer on a busy machine
  CurlFetcher fetcher(options);
  fetcher.start(request_for(server.url("/silent"), 1));
  fetcher.start(request_for(server.url("/"), 2));
  std::vector<pollfd> others;
  std::vector<FetchResponse> done;
  while (fetcher.under_way() > 1) fetcher.poll(std::chrono::minutes(1), others, done);
  EXPECT_EQ(done.at(0).ticket, 2u);
  EXPECT_EQ(done.at(0).body, "fine");
  const FetchResponse silent = testing::drain(fetcher).at(1);
  EXPECT_EQ(silent.status, FetchStatus::kTimeout);
  EXPECT_EQ(silent.detail, "no answer within 3 s");
}

TEST(HostileServerTest, H3TheWholeTransferHasADeadlineOfItsOwn) {
  SiteServer server;
  server.on("/", [](SiteConnection& connection) { connection.wait_for_hang_up(); });
  CurlFetcherOptions options = curl_options();
  options.timeouts.whole = milliseconds(200);
  EXPECT_EQ(fetch(server.url("/"), options).status, FetchStatus::kTimeout);
}

TEST(HostileServerTest, H4AnEndlessBodyIsCutAtTheLimit) {
  SiteServer server;
  server.on("/", [](SiteConnection& connection) {
    connection.send("HTTP/1.1 200 OK\r\n\r\n");
    const std::string piece(10'000, 'x');
    while (connection.send(piece)) {
    }
    connection.close_after();
  });
  const FetchResponse response = fetch(server.url("/"));
  EXPECT_EQ(response.status, FetchStatus::kAnswer);
  EXPECT_TRUE(response.truncated);
  EXPECT_EQ(response.body.size(), 4u << 20);
}

TEST(HostileServerTest, H5EndlessChunksAreCutAtTheLimit) {
  SiteServer server;
  server.on("/", [](SiteConnection& connection) {
    connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    const std::string chunks = repeated("4\r\nabcd\r\n", 1000);
    while (connection.send(chunks)) {
    }
    connection.close_after();
  });
  CurlFetcher fetcher(curl_options());
  FetchRequest request = request_for(server.url("/"));
  request.body_limit = 100'000;
  const FetchResponse response = fetch(fetcher, request);
  EXPECT_EQ(response.status, FetchStatus::kAnswer);
  EXPECT_TRUE(response.truncated);
  EXPECT_EQ(response.body.size(), 100'000u);
}

TEST(HostileServerTest, H6EndlessHeadersEndTheTransfer) {
  SiteServer server;
  server.on("/", [](SiteConnection& connection) {
    connection.send("HTTP/1.1 200 OK\r\n");
    while (connection.send("X-More: and more\r\n")) {
    }
    connection.close_after();
  });
  const FetchResponse response = fetch(server.url("/"));
  EXPECT_EQ(response.status, FetchStatus::kMalformed);
  EXPECT_EQ(response.detail, "more than 200 header lines");
}

// The status line and the empty line count as lines, too.
TEST(HostileServerTest, H6TwoHundredHeaderLinesAreFineAndOneMoreIsNot) {
  SiteServer server;
  const std::string fields = repeated("X: y\r\n", 200 - 2 - 2);  // page() adds two fields.
  server.answer("/200", SiteServer::page("ok", fields));
  server.answer("/201", SiteServer::page("ok", fields + "X: y\r\n"));
  EXPECT_EQ(fetch(server.url("/200")).status, FetchStatus::kAnswer);
  EXPECT_EQ(fetch(server.url("/201")).status, FetchStatus::kMalformed);
}

TEST(HostileServerTest, H6HeaderBytesAreLimited) {
  SiteServer server;
  const std::string line = "X: " + std::string(65'000, 'y') + "\r\n";
  server.answer("/4", SiteServer::page("ok", repeated(line, 4)));
  server.answer("/5", SiteServer::page("ok", repeated(line, 5)));
  EXPECT_EQ(fetch(server.url("/4")).status, FetchStatus::kAnswer);
  const FetchResponse response = fetch(server.url("/5"));
  EXPECT_EQ(response.status, FetchStatus::kMalformed);
}

TEST(HostileServerTest, H8EndlessInterimAnswersEndTheTransfer) {
  SiteServer server;
  server.on("/", [](SiteConnection& connection) {
    while (connection.send("HTTP/1.1 100 Continue\r\n\r\n")) {
    }
    connection.close_after();
  });
  EXPECT_EQ(fetch(server.url("/")).status, FetchStatus::kMalformed);
}

TEST(HostileServerTest, H10SurplusBytesAreNoPartOfTheBodyNorOfTheNextAnswer) {
  SiteServer server;
  server.answer("/",
                SiteServer::page("right") + "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nsmuggled");
  server.answer("/next", SiteServer::page("next"));
  CurlFetcher fetcher(curl_options());
  EXPECT_EQ(fetch(fetcher, server.url("/")).body, "right");
  EXPECT_EQ(fetch(fetcher, server.url("/next")).body, "next");
}

TEST(HostileServerTest, H12OfTwoLengthsTheLastFramesTheBody) {
  SiteServer server;
  server.answer("/", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 5\r\n\r\nabcde");
  server.answer("/next", SiteServer::page("next"));
  CurlFetcher fetcher(curl_options());
  EXPECT_EQ(fetch(fetcher, server.url("/")).body, "abcde");
  EXPECT_EQ(fetch(fetcher, server.url("/next")).body, "next");
}

// RFC 9112 6.3: Transfer-Encoding overrides Content-Length.
TEST(HostileServerTest, H13ChunksGoBeforeALength) {
  SiteServer server;
  server.answer_and_close(
      "/",
      "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n"
      "5\r\nabcde\r\n0\r\n\r\n");
  EXPECT_EQ(fetch(server.url("/")).body, "abcde");
}

TEST(HostileServerTest, H17EndlessTrailersEndTheTransfer) {
  SiteServer server;
  server.on("/", [](SiteConnection& connection) {
    connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n");
    while (connection.send("X-Trailer: more\r\n")) {
    }
    connection.close_after();
  });
  const FetchResponse response = fetch(server.url("/"));
  EXPECT_EQ(response.status, FetchStatus::kMalformed);
  EXPECT_EQ(response.detail, "more than 200 header lines");
}

TEST(HostileServerTest, H18ADecompressionBombIsRefused) {
  SiteServer server;
  const std::string bomb = gzipped(std::string(64 << 20, '\0'));
  server.answer("/", SiteServer::page(bomb, "Content-Encoding: gzip\r\n"));
  const FetchResponse response = fetch(server.url("/"));
  EXPECT_EQ(response.status, FetchStatus::kDecodeFailed);
  EXPECT_EQ(response.detail, "a decompression bomb");
  EXPECT_EQ(response.body, "");
}

TEST(HostileServerTest, H19LayersOfCodingAreUndoneAsFarAsTheyAreTold) {
  SiteServer server;
  const std::string twice = gzipped(gzipped("text"));
  server.answer("/told", SiteServer::page(twice, "Content-Encoding: gzip, gzip\r\n"));
  server.answer("/split",
                SiteServer::page(twice, "Content-Encoding: gzip\r\nContent-Encoding: gzip\r\n"));
  server.answer("/untold", SiteServer::page(twice, "Content-Encoding: gzip\r\n"));
  EXPECT_EQ(fetch(server.url("/told")).body, "text");
  EXPECT_EQ(fetch(server.url("/split")).body, "text");
  EXPECT_EQ(fetch(server.url("/untold")).body, "text");
}

TEST(HostileServerTest, H22ReadsWhatBrowsersReadOfABodyThatIsNotQuiteInItsCoding) {
  SiteServer server;
  server.answer("/cut",
                SiteServer::page(gzipped("some text").substr(0, 20), "Content-Encoding: gzip\r\n"));
  server.answer("/plain", SiteServer::page("plain text", "Content-Encoding: br\r\n"));
  server.answer_and_close("/short", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this");
  const std::string chunks = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  server.answer_and_close("/cut-chunk", chunks + "5\r\nab");
  server.answer_and_close("/no-last-chunk", chunks + "2\r\nab\r\n");
  server.answer("/odd", SiteServer::page("x", "Content-Encoding: compress-o-matic\r\n"));
  const FetchResponse cut = fetch(server.url("/cut"));
  EXPECT_TRUE(cut.truncated);
  EXPECT_EQ(cut.body.substr(0, 4), "some");
  EXPECT_EQ(fetch(server.url("/plain")).body, "plain text");
  EXPECT_EQ(fetch(server.url("/odd")).body, "x");
  EXPECT_EQ(fetch(server.url("/short")).body, "only this");
  EXPECT_EQ(fetch(server.url("/cut-chunk")).body, "ab");
  EXPECT_TRUE(fetch(server.url("/no-last-chunk")).broke_off);
}

class UndecodableTest : public ::testing::TestWithParam<HostileAnswer> {};

TEST_P(UndecodableTest, IsFinalAndLeavesNoBytesBehind) {
  SiteServer server;
  server.answer("/", GetParam().bytes);
  const FetchResponse response = fetch(server.url("/"));
  EXPECT_EQ(response.status, FetchStatus::kDecodeFailed) << response.detail;
  EXPECT_EQ(response.body, "");
  EXPECT_EQ(response.raw_body, "");
  EXPECT_FALSE(worth_retrying(response.status));
}

INSTANTIATE_TEST_SUITE_P(
    Cases, UndecodableTest,
    ::testing::Values(
        HostileAnswer{
            "H20AHundredCodings",
            SiteServer::page("x", "Content-Encoding: " + repeated("gzip,", 100) + "gzip\r\n")},
        HostileAnswer{"H21Corrupt",
                      SiteServer::page(gzipped("some text").replace(10, 3, "\xff\xff\xff"),
                                       "Content-Encoding: gzip\r\n")},
        HostileAnswer{"H21Cut", SiteServer::page(gzipped("some text").substr(0, 10),
                                                 "Content-Encoding: gzip\r\n")},
        HostileAnswer{"H23NotUndone", SiteServer::page("x", "Content-Encoding: compress\r\n")}),
    name_of);

TEST(HostileServerTest, H29AResetInTheMiddleIsABrokenAnswer) {
  SiteServer server;
  server.on("/", [](SiteConnection& connection) {
    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nsome");
    connection.reset_after();
  });
  EXPECT_EQ(fetch(server.url("/")).status, FetchStatus::kBroken);
}

TEST(HostileServerTest, H46OddStatusesComeAsTheyAre) {
  SiteServer server;
  for (const int status : {203, 206, 226, 299, 300, 304, 418, 451, 511, 599}) {
    const std::string target = "/" + std::to_string(status);
    server.answer_and_close(
        target, "HTTP/1.1 " + std::to_string(status) + " Odd\r\nContent-Length: 0\r\n\r\n");
    EXPECT_EQ(fetch(server.url(target)).http_status, status);
  }
}

TEST(HostileServerTest, H52AConnectionClosedDespiteKeepAliveLosesNoPage) {
  SiteServer server;
  server.answer_and_close("/1", SiteServer::page("one", "Connection: keep-alive\r\n"));
  server.answer_and_close("/2", SiteServer::page("two", "Connection: keep-alive\r\n"));
  CurlFetcher fetcher(curl_options());
  EXPECT_EQ(fetch(fetcher, server.url("/1")).body, "one");
  EXPECT_EQ(fetch(fetcher, server.url("/2")).body, "two");
}

}  // namespace
}  // namespace porthole::gatherer
