// Attempts of clients on a front, beside those that are slow: requests in requests, all of its
// connections, all descriptors.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/answered_calls.h"
#include "tests/unit/http/server_fixture.h"

namespace porthole::http {
namespace {

using namespace std::chrono_literals;
using testing::Answers;
using testing::ask;
using testing::body_of;
using ::testing::EndsWith;
using testing::failing;
using testing::get_request;
using ::testing::HasSubstr;
using testing::LoopbackClient;
using ::testing::StartsWith;
using testing::with_answers;

// Shapes of request smuggling: where one reader of the bytes sees a body, another sees a request.
// Each first request is refused, and nothing that follows on its connection is answered.
TEST_F(HttpServerTest, NoRequestIsHiddenInAnother) {
  start();
  const std::string hidden = "GET /hidden HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const std::string length = "Content-Length: " + std::to_string(hidden.size()) + "\r\n";
  for (const std::string& fields : {length + "Transfer-Encoding: chunked\r\n",
                                    "Transfer-Encoding: chunked\r\n" + length,
                                    length + "Transfer-Encoding: identity\r\n",
                                    length + "Transfer-Encoding : chunked\r\n",
                                    length + "Transfer-Encoding:\tchunked\r\n",
                                    length + "TRANSFER-ENCODING: xchunked\r\n",
                                    length + " Transfer-Encoding: chunked\r\n",
                                    length + "A: b\nTransfer-Encoding: chunked\r\n",
                                    length + "A: b\rTransfer-Encoding: chunked\r\n",
                                    length + "Content-Length: 0\r\n",
                                    "Content-Length: 0\r\n" + length,
                                    std::string("Content-Length: +0\r\n"),
                                    std::string("Content-Length: 0x0\r\n"),
                                    std::string("Content-Length: 0,0\r\n"),
                                    std::string("Content-Length: 0 0\r\n"),
                                    std::string("Content-Length:\r\n"),
                                    std::string("Content-Length\r\n"),
                                    std::string("Content-Length : 0\r\n"),
                                    std::string("Content-Length: 0\x0b\r\n"),
                                    std::string("\r\n") + length}) {
    LoopbackClient client(port());
    client.send("POST / HTTP/1.1\r\nHost: localhost\r\n" + fields + "\r\n" + hidden);
    const std::string all = client.read_all();
    EXPECT_THAT(all, StartsWith("HTTP/1.1 4")) << fields;
    EXPECT_EQ(all.find("HTTP/1.1 ", 1), std::string::npos) << fields;
    EXPECT_THAT(all, ::testing::Not(HasSubstr("/hidden"))) << fields;
  }
}

// A read has no body: its bytes would be the next request.
TEST_F(HttpServerTest, NoRequestIsHiddenInARead) {
  start();
  for (const char* method : {"GET", "HEAD"}) {
    LoopbackClient client(port());
    client.send(std::string(method) +
                " / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n" +
                get_request("/hidden"));
    EXPECT_THAT(client.read_all(), StartsWith("HTTP/1.1 400")) << method;
  }
}

// All connections are busy: there is none to close for another.
TEST_F(HttpServerTest, AConnectionBeyondThoseThatAreAnsweredIsTurnedAway) {
  ServerOptions options;
  options.connections = 2;
  start(options);
  std::vector<LoopbackClient> busy;
  for (int i = 0; i < 2; ++i) busy.emplace_back(port()).send(get_request("/hang"));
  echo_->await_hanging(2);
  LoopbackClient third(port());
  EXPECT_THAT(third.read_all(), StartsWith("HTTP/1.1 503"));
  echo_->release();
  for (LoopbackClient& client : busy) EXPECT_THAT(client.read_answer(), EndsWith("/hang"));
}

// 127.0.0.1 is a client like any other where a limit is set for it.
TEST_F(HttpServerTest, AConnectionBeyondTheShareOfItsClientIsTurnedAway) {
  ServerOptions options;
  options.per_loopback = 1;
  start(options);
  LoopbackClient first(port());
  first.send(get_request("/first"));
  EXPECT_THAT(first.read_answer(), EndsWith("/first"));
  LoopbackClient second(port());
  EXPECT_THAT(second.read_all(), StartsWith("HTTP/1.1 503"));
  first.send(get_request("/again"));
  EXPECT_THAT(first.read_answer(), EndsWith("/again"));
}

TEST_F(HttpServerTest, ABodyMayComeInPieces) {
  start();
  LoopbackClient client(port());
  client.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n");
  for (const char* piece : {"h", "ell", "o"}) {
    std::this_thread::sleep_for(20ms);  // so that most runs read them one by one
    client.send(piece);
  }
  EXPECT_THAT(client.read_answer(), EndsWith("/hello"));
}

// As the web in a box, which takes no bodies and reads nothing behind a head.
TEST_F(HttpServerTest, AVerdictEndsAConnectionThatTheClientWouldKeep) {
  ServerOptions options;
  options.judge = [](std::string_view bytes) {
    HeadVerdict verdict = judge_head(bytes, {});
    verdict.ends_connection = true;
    return verdict;
  };
  start(options);
  LoopbackClient client(port());
  client.send(get_request("/first") + get_request("/second"));
  const std::string all = client.read_all();
  EXPECT_THAT(all, HasSubstr("\r\nConnection: close\r\n"));
  EXPECT_THAT(all, EndsWith("/first"));
}

// Closing at once would reset the connection, and the client would lose the answer.
TEST_F(HttpServerTest, AClientThatSendsOnBehindARefusalStillReadsIt) {
  start();
  LoopbackClient client(port());
  client.send("PUT / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  for (int i = 0; i < 10; ++i) {
    std::this_thread::sleep_for(5ms);
    client.send(std::string(1000, 'a'));
  }
  EXPECT_THAT(client.read_all(), StartsWith("HTTP/1.1 405"));
}

/// Takes all descriptors that the process may still open, while this lives.
class NoDescriptors {
 public:
  NoDescriptors() {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    const int highest = ::dup(0);
    taken_.push_back(highest);
    const rlimit few{static_cast<rlim_t>(highest) + 8, before_.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &few);
    for (int one = ::dup(0); one >= 0; one = ::dup(0)) taken_.push_back(one);
  }
  ~NoDescriptors() {
    ::setrlimit(RLIMIT_NOFILE, &before_);
    while (!taken_.empty()) free_one();
  }
  NoDescriptors(const NoDescriptors&) = delete;
  NoDescriptors& operator=(const NoDescriptors&) = delete;

  void free_one() {
    ::close(taken_.back());
    taken_.pop_back();
  }

 private:
  rlimit before_{};
  std::vector<int> taken_;
};

TEST_F(HttpServerTest, WithoutADescriptorAConnectionWaitsUntilThereIsOne) {
  start();
  std::unique_ptr<LoopbackClient> client;
  {
    NoDescriptors none;
    none.free_one();
    client = std::make_unique<LoopbackClient>(port());
    client->send(get_request("/later"));
    EXPECT_FALSE(client->has_news(300ms));
  }
  EXPECT_THAT(client->read_answer(), EndsWith("/later"));
}

TEST_F(HttpServerTest, WithoutADescriptorTheConnectionThatIdlesLongestIsClosed) {
  start();
  LoopbackClient idle(port());
  EXPECT_EQ(answered(1, 1), 1);  // By now it is accepted.
  NoDescriptors none;
  none.free_one();
  LoopbackClient client(port());
  client.send(get_request("/now"));
  EXPECT_THAT(client.read_answer(), EndsWith("/now"));
  EXPECT_TRUE(idle.is_closed());
}

/// The next accept() fails with `error`, once that is not 0.
Answers failing_accept(std::atomic<int>& error) {
  return {{SYS_accept4}, [&error](const seccomp_data&) -> std::optional<std::int64_t> {
            const int number = error.exchange(0);
            return number == 0 ? std::nullopt : std::optional<std::int64_t>(-number);
          }};
}

TEST_F(HttpServerTest, DoesNotBeginWithoutADescriptorToBeWokenBy) {
  with_answers(testing::all_failing({SYS_eventfd2}, EMFILE), [&] {
    const auto front = Server::start(echo_, {});
    ASSERT_FALSE(front);
    EXPECT_THAT(front.error().message, HasSubstr("Too many open files"));
  });
}

TEST_F(HttpServerTest, AConnectionThatTheSystemCannotWatchIsClosed) {
  std::atomic<bool> fails = false;
  const Answers answers = {{SYS_epoll_ctl},
                           [&](const seccomp_data&) -> std::optional<std::int64_t> {
                             return fails ? std::optional<std::int64_t>(-ENOSPC) : std::nullopt;
                           }};
  with_answers(answers, [&] {
    start();
    fails = true;
    LoopbackClient client(port());
    EXPECT_TRUE(client.is_closed());
    fails = false;
    EXPECT_EQ(answered(1, 1), 1);
    server_.reset();
  });
}

/// A client idles, accept() fails with `number`, and the next one is answered.
class FailingAcceptTest : public HttpServerTest {
 protected:
  enum class Idle { kIsClosed, kStays };
  void expect(int number, Idle expected) {
    std::atomic<int> error = 0;
    with_answers(failing_accept(error), [&] {
      ServerOptions options;
      options.head_time = 10min;
      start(options);
      LoopbackClient idle(port());
      EXPECT_EQ(answered(1, 1), 1);  // By now it is accepted.
      error = number;
      EXPECT_THAT(ask(port(), "/now"), EndsWith("/now")) << number;
      EXPECT_EQ(error.load(), 0) << number;
      if (expected == Idle::kIsClosed) {
        EXPECT_TRUE(idle.is_closed()) << number;
      } else {
        EXPECT_FALSE(idle.has_news(0ms)) << number;
      }
      server_.reset();
    });
  }
};

TEST_F(FailingAcceptTest, AShortageOfTheSystemClosesTheConnectionThatIdlesLongest) {
  for (const int shortage : {ENFILE, ENOBUFS, ENOMEM}) expect(shortage, Idle::kIsClosed);
}

TEST_F(FailingAcceptTest, AClientThatGoesBeforeItIsAcceptedCostsNobodyAConnection) {
  expect(ECONNABORTED, Idle::kStays);
}

TEST_F(HttpServerTest, AReadThatASignalInterruptsIsMadeAgain) {
  with_answers(failing(SYS_recvfrom, 1, EINTR), [&] {  // The client reads after the front alone.
    start();
    EXPECT_THAT(ask(port(), "/again"), EndsWith("/again"));
    server_.reset();
  });
}

TEST_F(HttpServerTest, AClientThatGoesInTheMiddleOfAnAnswerIsForgotten) {
  ServerOptions options;
  options.unsent_bytes = 9 << 20;
  start(options);
  for (int i = 0; i < 20; ++i) {
    LoopbackClient reader(port(), LoopbackClient::Buffer::kSmall);
    reader.send(get_request("/large"));
    ASSERT_TRUE(reader.has_news(1min));
  }
  // None of their answers counts any more: this one is not given up for another.
  LoopbackClient slow(port(), LoopbackClient::Buffer::kSmall);
  slow.send(get_request("/large"));
  EXPECT_EQ(body_of(slow.read_answer()).size(), kLarge);
}

TEST_F(HttpServerTest, AHeadIsTooLongWhoeverJudgesIt) {
  ServerOptions options;
  options.judge = [](std::string_view) { return HeadVerdict{}; };
  start(options);
  LoopbackClient client(port());
  client.send(std::string(kMaxHead, 'x'));
  EXPECT_THAT(client.read_all(), StartsWith("HTTP/1.1 431"));
}

TEST_F(HttpServerTest, SpeaksOverIpv6) {
  ServerOptions options;
  options.address = "::1";
  options.per_loopback = 1;
  auto started = Server::start(echo_, options);
  if (!started) GTEST_SKIP() << started.error().message;
  server_ = std::move(*started);
  EXPECT_THAT(server_->origin(), StartsWith("http://[::1]:"));
  const int client = ::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in6 place{};
  place.sin6_family = AF_INET6;
  place.sin6_port = htons(port());
  place.sin6_addr = in6addr_loopback;
  ASSERT_EQ(::connect(client, reinterpret_cast<const sockaddr*>(&place), sizeof place), 0);
  const std::string request = "GET /six HTTP/1.1\r\nHost: [::1]\r\nConnection: close\r\n\r\n";
  ASSERT_EQ(::send(client, request.data(), request.size(), 0),
            static_cast<ssize_t>(request.size()));
  std::string answer(1000, ' ');
  const ssize_t got = ::recv(client, answer.data(), answer.size(), MSG_WAITALL);
  answer.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  EXPECT_THAT(answer, EndsWith("/six"));
  ::close(client);
}

TEST_F(HttpServerTest, AnAddressThatIsNotOfThisMachineIsSaid) {
  for (const char* address : {"192.0.2.1", "localhost", "x"}) {
    ServerOptions options;
    options.address = address;
    const auto started = Server::start(echo_, options);
    ASSERT_FALSE(started) << address;
    EXPECT_EQ(started.error().code, ErrorCode::kInvalid) << address;
  }
}

}  // namespace
}  // namespace porthole::http
