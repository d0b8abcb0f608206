#include "http/server.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tests/unit/http/server_fixture.h"

namespace porthole::http {
namespace {

using namespace std::chrono_literals;
using testing::ask;
using testing::body_of;
using ::testing::EndsWith;
using testing::get_request;
using ::testing::HasSubstr;
using testing::LoopbackClient;
using testing::ManyOpenFiles;
using ::testing::StartsWith;

TEST_F(HttpServerTest, KeepsAConnectionForTheNextRequest) {
  start();
  LoopbackClient client(port());
  for (int i = 0; i < 100; ++i) {
    client.send(get_request("/" + std::to_string(i)));
    EXPECT_THAT(client.read_answer(), EndsWith("\r\n\r\n/" + std::to_string(i)));
  }
}

// RFC 9112, section 9.3.2.
TEST_F(HttpServerTest, AnswersRequestsThatCameTogetherInTheirOrder) {
  start();
  LoopbackClient client(port());
  client.send("POST /1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc" +
              get_request("/2") + "HEAD /3 HTTP/1.1\r\nHost: local");
  EXPECT_THAT(client.read_answer(), EndsWith("\r\n\r\n/1abc"));
  EXPECT_THAT(client.read_answer(), EndsWith("\r\n\r\n/2"));
  client.send("host\r\nConnection: close\r\n\r\n");
  const std::string last = client.read_all();
  EXPECT_THAT(last, HasSubstr("X-Method: HEAD\r\nContent-Length: 2\r\n"));
  EXPECT_EQ(body_of(last), "");
}

// RFC 9112, section 9.6.
TEST_F(HttpServerTest, ClosesAfterAnAnswerWhereTheClientWantsIt) {
  start();
  for (const char* head : {"GET / HTTP/1.0\r\n\r\n",
                           "GET / HTTP/1.1\r\nHost: localhost\r\n"
                           "connection: Close\r\n\r\n"}) {
    LoopbackClient client(port());
    client.send(head);
    EXPECT_THAT(client.read_all(), HasSubstr("\r\nConnection: close\r\n"));
  }
}

TEST_F(HttpServerTest, NothingIsAnsweredBehindARequestThatEndsTheConnection) {
  start();
  LoopbackClient client(port());
  client.send("GET /last HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" +
              get_request("/behind"));
  const std::string all = client.read_all();
  EXPECT_THAT(all, EndsWith("\r\n\r\n/last"));
  EXPECT_EQ(all.find("HTTP/1.1 ", 1), std::string::npos);
}

// The form is that of the target, whether the head is good, bad or has not ended.
TEST_F(HttpServerTest, RefusesInTheFormThatTheTargetHas) {
  ServerOptions options;
  options.head_time = 700ms;
  start(options);
  const auto refused = [&](const std::string& bytes) {
    LoopbackClient client(port());
    client.send(bytes);
    const std::string answer = client.read_all();
    return answer.substr(9, 4) + std::string(body_of(answer));
  };
  const std::string host = "Host: localhost\r\n";
  const std::pair<std::string, std::string> forms[] = {{"/", "refused"}, {"/api/", "{}"}};
  for (const auto& [target, body] : forms) {
    EXPECT_EQ(refused("PUT " + target + " HTTP/1.1\r\n" + host + "\r\n"), "405 " + body);
    EXPECT_EQ(refused("GET " + target + " HTTP/1.1\r\nHost: evil.example\r\n\r\n"), "421 " + body);
    EXPECT_EQ(refused("GET http://localhost" + target + " HTTP/9.9\r\n\r\n"), "505 " + body);
    EXPECT_EQ(refused("GET " + target + std::string(10'000, 'a')), "414 " + body);
    EXPECT_EQ(refused("GET " + target + " HTTP/1.1\r\nHo"), "408 " + body);
    EXPECT_EQ(refused("POST " + target + " HTTP/1.1\r\n" + host + "Content-Length: 2\r\n\r\na"),
              "408 " + body);
    EXPECT_EQ(refused("GET " + target + "throw HTTP/1.1\r\n" + host + "\r\n"), "500 " + body);
  }
}

TEST_F(HttpServerTest, TakesBodiesUpToTheLengthThatTheOptionsAllow) {
  start();
  const auto post = [&](const std::string& fields, const std::string& body) {
    LoopbackClient client(port());
    client.send("POST / HTTP/1.1\r\nHost: localhost\r\n" + fields + "\r\n");
    client.send(body);
    return client.read_answer();
  };
  EXPECT_THAT(post("Content-Length: 100\r\n", std::string(100, 'a')),
              EndsWith("/" + std::string(100, 'a')));
  EXPECT_THAT(post("Content-Length: 0\r\n", ""), StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(post("Content-Length: 101\r\n", std::string(101, 'a')),
              StartsWith("HTTP/1.1 413 Content Too Large\r\n"));
  EXPECT_THAT(post("Content-Length: 99999999999999999999999\r\n", ""), StartsWith("HTTP/1.1 413"));
  EXPECT_THAT(post("Content-Length: 1\r\nContent-Length: 1\r\n", "a"), StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(post("Content-Length: 1x\r\n", "a"), StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(post("", ""), StartsWith("HTTP/1.1 411"));
  EXPECT_THAT(post("Transfer-Encoding: chunked\r\n", "0\r\n\r\n"), StartsWith("HTTP/1.1 400"));
}

TEST_F(HttpServerTest, AnswersOthersBesideACrowdThatIdlesAndIsSlow) {
  const ManyOpenFiles files;
  ASSERT_GT(ManyOpenFiles::most(), 4000u) << "the limit on open files is too low for this test";
  start();
  std::vector<LoopbackClient> idle, slow;
  for (int i = 0; i < 1000; ++i) idle.emplace_back(port());
  for (int i = 0; i < 200; ++i) slow.emplace_back(port()).send("GET /slow HTTP/1.1\r\nHo");
  for (int round = 0; round < 5; ++round) {
    EXPECT_EQ(answered(), 80);
    for (LoopbackClient& client : slow) client.send("s");
  }
}

// The connection that idles longest makes room: here, the first ones.
TEST_F(HttpServerTest, ACrowdAboveTheLimitOfConnectionsLosesItsOldest) {
  const ManyOpenFiles files;
  ServerOptions options;
  options.connections = 50;
  options.head_time = 10min;
  start(options);
  std::vector<LoopbackClient> idle;
  for (int i = 0; i < 400; ++i) idle.emplace_back(port());
  EXPECT_EQ(answered(), 80);
  for (std::size_t i = 0; i < 350; ++i) EXPECT_TRUE(idle[i].is_closed()) << i;
  LoopbackClient last(port());
  EXPECT_THAT(ask(port(), "/"), StartsWith("HTTP/1.1 200"));
  last.send(get_request("/last"));
  EXPECT_THAT(last.read_answer(), EndsWith("/last"));
}

// Ten heads of 10 KiB each do not fit into 50.
TEST_F(HttpServerTest, HeadsThatDoNotEndHaveALimitInBytes) {
  ServerOptions options;
  options.head_time = 10min;
  options.unread_bytes = 50 << 10;
  start(options);
  std::vector<LoopbackClient> slow;
  for (int i = 0; i < 10; ++i) {
    slow.emplace_back(port());
    slow.back().send("GET / HTTP/1.1\r\nA: " + std::string(10 << 10, 'a'));
    EXPECT_EQ(answered(1, 1), 1);
  }
  for (std::size_t i = 0; i < 5; ++i) EXPECT_TRUE(slow[i].is_closed()) << i;
  slow.back().send("\r\nHost: localhost\r\n\r\n");
  EXPECT_THAT(slow.back().read_answer(), EndsWith("\r\n\r\n/"));
}

TEST_F(HttpServerTest, AHeadHasOneDeadlineHoweverItsBytesCome) {
  ServerOptions options;
  options.head_time = 300ms;
  start(options);
  LoopbackClient client(port());
  client.send("GET / HTTP/1.1\r\nHost: localhost\r\nA: ");
  while (!client.has_news(20ms) && client.send("a")) continue;
  EXPECT_THAT(client.read_answer(), StartsWith("HTTP/1.1 408 Request Timeout\r\n"));
  LoopbackClient silent(port());
  EXPECT_TRUE(silent.is_closed());
}

TEST_F(HttpServerTest, ReadersThatTakeNothingOfALargeAnswerDoNotStopOthers) {
  const ManyOpenFiles files;
  start();
  std::vector<LoopbackClient> readers;
  for (int i = 0; i < 100; ++i)
    readers.emplace_back(port(), LoopbackClient::Buffer::kSmall).send(get_request("/large"));
  for (int round = 0; round < 3; ++round) EXPECT_EQ(answered(), 80);
}

TEST_F(HttpServerTest, AnAnswerHasADeadline) {
  ServerOptions options;
  options.answer_time = 300ms;
  options.least_rate = 1;
  start(options);
  LoopbackClient reader(port(), LoopbackClient::Buffer::kSmall);
  reader.send(get_request("/large"));
  EXPECT_TRUE(reader.is_ended_unread()) << "only what the system holds comes, and then the end";
}

TEST_F(HttpServerTest, AnAnswerHasALeastRate) {
  ServerOptions options;
  options.slow_time = 300ms;
  options.least_rate = 1 << 30;
  start(options);
  LoopbackClient reader(port(), LoopbackClient::Buffer::kSmall);
  reader.send(get_request("/large"));
  // It reads on, and slowly: the bytes that come are fewer than the answer's.
  std::size_t came = 0;
  while (reader.has_news(1min) && came < kLarge) {
    const std::string piece = reader.read_some(16 << 10);
    if (piece.empty()) break;
    came += piece.size();
    std::this_thread::sleep_for(10ms);
  }
  EXPECT_LT(came, kLarge);
}

TEST_F(HttpServerTest, AReaderWithinItsRateGetsALargeAnswerWhole) {
  start();
  const std::string answer = ask(port(), "/large");
  EXPECT_EQ(body_of(answer).size(), kLarge);
}

// Four answers of 4 MiB do not fit into 9: the oldest is given up for the newest.
TEST_F(HttpServerTest, AnswersThatWaitToBeReadHaveALimitInBytes) {
  ServerOptions options;
  options.unsent_bytes = 9 << 20;
  start(options);
  std::vector<LoopbackClient> readers;
  for (int i = 0; i < 4; ++i) {
    readers.emplace_back(port(), LoopbackClient::Buffer::kSmall).send(get_request("/large"));
    ASSERT_TRUE(readers.back().has_news(1min));
  }
  EXPECT_TRUE(readers[0].is_ended_unread());
  EXPECT_EQ(readers[3].read_answer().substr(0, 15), "HTTP/1.1 200 OK");
  EXPECT_EQ(answered(), 80);
}

TEST_F(HttpServerTest, AnAnswerAboveTheLimitIsSentWhileItIsTheOnlyOne) {
  ServerOptions options;
  options.unsent_bytes = 1 << 20;
  start(options);
  LoopbackClient reader(port());
  reader.send(get_request("/large"));
  ASSERT_TRUE(reader.has_news(1min));
  EXPECT_EQ(body_of(reader.read_answer()).size(), kLarge);
}

TEST_F(HttpServerTest, RequestsBeyondThreadsAndQueueAreToldToComeBack) {
  ServerOptions options;
  options.threads = 2;
  options.queued = 1;
  start(options);
  std::vector<LoopbackClient> taken;
  for (int i = 0; i < 2; ++i) taken.emplace_back(port()).send(get_request("/hang"));
  echo_->await_hanging(2);
  std::vector<LoopbackClient> others;
  for (int i = 0; i < 5; ++i) others.emplace_back(port()).send(get_request("/other"));
  const auto is_told = [](const LoopbackClient& client) { return client.has_news(1ms); };
  while (std::none_of(others.begin(), others.end(), is_told)) continue;
  echo_->release();
  int answers = 0, refusals = 0;
  for (LoopbackClient& client : others) {
    const std::string answer = client.read_answer();
    answers += answer.starts_with("HTTP/1.1 200") ? 1 : 0;
    refusals += answer.starts_with("HTTP/1.1 503 Service Unavailable") ? 1 : 0;
  }
  EXPECT_GE(answers, 1);
  EXPECT_GE(refusals, 1);
  EXPECT_EQ(answers + refusals, 5);
  for (LoopbackClient& client : taken) EXPECT_THAT(client.read_answer(), EndsWith("/hang"));
}

// The client's own word (1.1.1.1 here) counts for nothing; nor does a field from elsewhere.
TEST_F(HttpServerTest, AClientOfANamedProxyHasALimitOfItsOwn) {
  ServerOptions options;
  options.per_peer = 2;
  options.proxies = {"127.0.0.0/8"};
  start(options);
  const auto from = [](const std::string& address, const std::string& target) {
    return "GET " + target + " HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 1.1.1.1, " +
           address + "\r\n\r\n";
  };
  std::vector<LoopbackClient> hanging;
  for (int i = 0; i < 2; ++i) hanging.emplace_back(port()).send(from("203.0.113.9", "/hang"));
  echo_->await_hanging(2);
  LoopbackClient proxy(port());
  proxy.send(from("203.0.113.10", "/other"));
  EXPECT_THAT(proxy.read_answer(), EndsWith("/other"));
  proxy.send(from("203.0.113.9", "/more"));
  EXPECT_THAT(proxy.read_answer(), StartsWith("HTTP/1.1 503"));
  echo_->release();
  for (LoopbackClient& client : hanging) {
    EXPECT_THAT(client.read_answer(), EndsWith("/hang"));
    client.send(from("203.0.113.9", "/again"));
    EXPECT_THAT(client.read_answer(), EndsWith("/again"));
  }
}

TEST_F(HttpServerTest, AHandlerThatThrowsIsAnErrorOfTheServer) {
  start();
  EXPECT_THAT(ask(port(), "/throw"), StartsWith("HTTP/1.1 500 Internal Server Error\r\n"));
  EXPECT_EQ(answered(1, 1), 1);
}

TEST_F(HttpServerTest, StopsWhateverItsClientsDo) {
  start();
  std::vector<LoopbackClient> idle, half, readers;
  for (int i = 0; i < 100; ++i) idle.emplace_back(port());
  for (int i = 0; i < 100; ++i) half.emplace_back(port()).send("GET /half HTTP/1.1\r\n");
  for (int i = 0; i < 40; ++i) {
    readers.emplace_back(port(), LoopbackClient::Buffer::kSmall).send(get_request("/large"));
    ASSERT_TRUE(readers.back().has_news(1min));
  }
  EXPECT_EQ(answered(1, 1), 1);
  auto stopped = std::async(std::launch::async, [this] { server_->stop(); });
  ASSERT_EQ(stopped.wait_for(1min), std::future_status::ready) << "clients are still there";
  EXPECT_TRUE(idle.front().is_closed());
  EXPECT_TRUE(half.front().is_closed());
  EXPECT_TRUE(readers.front().is_closed());
  EXPECT_THROW(ask(port(), "/"), std::runtime_error);
  server_->stop();
}

TEST_F(HttpServerTest, AnswersUnderWayAreFinishedWhenItStops) {
  ServerOptions options;
  options.stop_time = 1min;
  start(options);
  LoopbackClient client(port());
  client.send(get_request("/hang"));
  echo_->await_hanging(1);
  LoopbackClient idle(port());
  auto stopped = std::async(std::launch::async, [this] { server_->stop(); });
  EXPECT_TRUE(idle.is_closed());
  echo_->release();
  EXPECT_THAT(client.read_all(), EndsWith("/hang"));
  stopped.get();
}

TEST_F(HttpServerTest, ARequestBehindTheOneUnderWayIsNotAnsweredWhenItStops) {
  ServerOptions options;
  options.stop_time = 1min;
  start(options);
  LoopbackClient client(port());
  client.send(get_request("/hang") + get_request("/behind"));
  echo_->await_hanging(1);
  LoopbackClient idle(port());
  auto stopped = std::async(std::launch::async, [this] { server_->stop(); });
  EXPECT_TRUE(idle.is_closed());
  echo_->release();
  EXPECT_THAT(client.read_all(), EndsWith("\r\n\r\n/hang"));
  stopped.get();
}

// The loop accepts 64 of them before it looks at the others again.
TEST_F(HttpServerTest, ClientsThatCameWhileTheLoopWasBusyAreAllAnswered) {
  const ManyOpenFiles files;
  std::atomic<bool> is_judging = false;
  std::promise<void> going_on;
  ServerOptions options;
  options.judge = [&](std::string_view bytes) {  // holds the loop in its first judgement
    if (!is_judging.exchange(true)) going_on.get_future().wait();
    return judge_head(bytes, {});
  };
  start(options);
  LoopbackClient first(port());
  first.send(get_request("/first"));
  while (!is_judging) std::this_thread::yield();
  std::vector<LoopbackClient> crowd;
  for (int i = 0; i < 100; ++i) {
    crowd.emplace_back(port());
    crowd.back().send(get_request("/" + std::to_string(i)));
  }
  going_on.set_value();
  EXPECT_THAT(first.read_answer(), EndsWith("\r\n\r\n/first"));
  for (std::size_t i = 0; i < crowd.size(); ++i)
    EXPECT_THAT(crowd[i].read_answer(), EndsWith("\r\n\r\n/" + std::to_string(i)));
}

}  // namespace
}  // namespace porthole::http
