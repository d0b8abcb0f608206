#include "gatherer/routing_fetcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

#include "gatherer/curl_fetcher.h"
#include "tests/support/fetching.h"
#include "tests/support/site_server.h"

namespace porthole::gatherer {
namespace {

using testing::drain;
using testing::fetch;
using ::testing::HasSubstr;
using testing::request_for;
using testing::SiteServer;
using namespace std::chrono_literals;

using Script = std::function<ProtocolAnswer(const ProtocolRequest&)>;

class ScriptedHandler final : public ProtocolHandler {
 public:
  explicit ScriptedHandler(Script script) : script_(std::move(script)) {}
  PluginAbout about() const override { return {}; }
  Manners manners() const override { return {}; }
  ProtocolAnswer fetch(const ProtocolRequest& request) override { return script_(request); }

 private:
  Script script_;
};

Protocol speaking(const std::string& scheme, Script script) {
  return {{scheme}, scheme + "::Handler", std::make_unique<ScriptedHandler>(std::move(script))};
}

/// The web by curl, and one more protocol.
class RoutingFetcherTest : public ::testing::Test {
 protected:
  RoutingFetcher& with(Script script, std::chrono::milliseconds patience = 1min) {
    std::vector<Protocol> protocols;
    protocols.push_back(speaking("test", std::move(script)));
    fetcher_ = std::make_unique<RoutingFetcher>(
        std::make_unique<CurlFetcher>(testing::curl_options()), std::move(protocols), patience);
    return *fetcher_;
  }
  FetchResponse answered(ProtocolAnswer answer) {
    RoutingFetcher& fetcher = with([&](const ProtocolRequest&) { return answer; });
    FetchRequest request = request_for("test:x");
    request.body_limit = 10;
    return fetch(fetcher, std::move(request));
  }

  std::unique_ptr<RoutingFetcher> fetcher_;
};

TEST_F(RoutingFetcherTest, SendsEachSchemeToWhoSpeaksIt) {
  SiteServer server;
  server.answer("/", SiteServer::page("<p>web"));
  RoutingFetcher& fetcher = with([](const ProtocolRequest& request) {
    return ProtocolAnswer{200, {}, request.url, false};
  });
  fetcher.start(request_for(server.url("/"), 1));
  fetcher.start(request_for("test:hello#part", 2));
  fetcher.start(request_for("ftp://a.test/", 3));
  EXPECT_EQ(fetcher.under_way(), 3);
  const auto answers = drain(fetcher);
  EXPECT_EQ(answers.at(1).body, "<p>web");
  EXPECT_EQ(answers.at(2).body, "test:hello") << "without its fragment";
  EXPECT_EQ(answers.at(3).status, FetchStatus::kForbidden) << "a scheme that nobody speaks";
  EXPECT_EQ(fetcher.under_way(), 0);
}

TEST_F(RoutingFetcherTest, SendsEachPluggedInSchemeToItsOwnHandler) {
  std::vector<Protocol> protocols;
  protocols.push_back(speaking("one", [](auto&) { return ProtocolAnswer{200, {}, "1", false}; }));
  protocols.back().schemes.push_back("uno");
  protocols.push_back(speaking("two", [](auto&) { return ProtocolAnswer{200, {}, "2", false}; }));
  RoutingFetcher fetcher(std::make_unique<CurlFetcher>(testing::curl_options()),
                         std::move(protocols), 1min);
  EXPECT_EQ(fetch(fetcher, "one:x").body, "1");
  EXPECT_EQ(fetch(fetcher, "two:x").body, "2");
  EXPECT_EQ(fetch(fetcher, "uno:x").body, "1");
}

TEST_F(RoutingFetcherTest, GivesAnAnswerTheFormOfTheWebs) {
  const FetchResponse response =
      answered({404, {{"Content-Type", "text/plain"}, {"Last-Modified", "never"}}, "no", false});
  EXPECT_EQ(response.status, FetchStatus::kAnswer);
  EXPECT_EQ(response.http_status, 404);
  EXPECT_EQ(response.header("content-type"), "text/plain");
  EXPECT_EQ(response.body, "no");
  EXPECT_FALSE(response.truncated);
  EXPECT_EQ(response.response_head,
            "HTTP/1.1 404 \r\ncontent-type: text/plain\r\nlast-modified: never\r\n\r\n")
      << "as the archive keeps it: RFC 9112 4";
}

TEST_F(RoutingFetcherTest, LetsNoHeaderForgeAnother) {
  const FetchResponse response = answered(
      {200,
       {{"location", "a\r\nset: b\r\n\r\n<p>"}, {"bad name", "x"}, {"bad:", "x"}, {"", "x"}},
       "",
       false});
  EXPECT_EQ(response.response_head, "HTTP/1.1 200 \r\nlocation: a  set: b    <p>\r\n\r\n");
  EXPECT_EQ(response.headers.size(), 1u);
}

// The body is as it is: a field that says how it was sent would make the archive decode it.
TEST_F(RoutingFetcherTest, LeavesOutFieldsThatDescribeATransfer) {
  const FetchResponse response = answered(
      {200,
       {{"Content-Encoding", "gzip"}, {"Transfer-Encoding", "chunked"}, {"Content-Length", "3"}},
       "plain",
       false});
  EXPECT_TRUE(response.headers.empty());
  EXPECT_EQ(response.body, "plain");
}

TEST_F(RoutingFetcherTest, CutsABodyAtItsLimit) {
  for (const auto& [size, cut] : std::map<std::size_t, bool>{{9, false}, {10, false}, {11, true}}) {
    const FetchResponse response = answered({200, {}, std::string(size, 'x'), false});
    EXPECT_EQ(response.body.size(), std::min<std::size_t>(size, 10));
    EXPECT_EQ(response.truncated, cut) << size;
  }
}

TEST_F(RoutingFetcherTest, TakesNoNonsenseForAnAnswer) {
  for (const int status : {-1, 0, 100, 199, 600}) {
    const FetchResponse response = answered({status, {}, "", false});
    EXPECT_EQ(response.status, FetchStatus::kBroken) << status;
    EXPECT_EQ(response.http_status, 0);
  }
  EXPECT_EQ(answered({200, {300, {"x", "y"}}, "", false}).status, FetchStatus::kBroken);
  EXPECT_EQ(answered({200, {{"x", std::string(300'000, 'y')}}, "", false}).status,
            FetchStatus::kBroken);
}

TEST_F(RoutingFetcherTest, LosesOnePageToAnException) {
  RoutingFetcher& fetcher = with([](const ProtocolRequest& request) -> ProtocolAnswer {
    if (request.url == "test:throw") throw std::runtime_error("out of ideas");
    if (request.url == "test:throw-int") throw 7;
    return {200, {}, "fine", false};
  });
  const FetchResponse thrown = fetch(fetcher, "test:throw");
  EXPECT_EQ(thrown.status, FetchStatus::kBroken);
  EXPECT_THAT(thrown.detail, HasSubstr("out of ideas"));
  EXPECT_EQ(fetch(fetcher, "test:throw-int").status, FetchStatus::kBroken);
  EXPECT_EQ(fetch(fetcher, "test:x").body, "fine");
}

TEST_F(RoutingFetcherTest, SetsAHandlerAsideAfterTenFailuresInARow) {
  std::atomic<int> asked = 0;
  RoutingFetcher& fetcher = with([&](const ProtocolRequest& request) -> ProtocolAnswer {
    ++asked;
    if (request.url == "test:good") return {200, {}, "", false};
    throw std::runtime_error("broken beyond repair");
  });
  const auto fail_times = [&](int times) {
    for (int i = 0; i < times; ++i)
      EXPECT_EQ(fetch(fetcher, "test:bad").status, FetchStatus::kBroken);
  };
  fail_times(ProtocolWorker::kMostFailures - 1);
  EXPECT_EQ(fetch(fetcher, "test:good").status, FetchStatus::kAnswer)
      << "a success: counted from 0 again";
  fail_times(ProtocolWorker::kMostFailures);
  const int before = asked;
  const FetchResponse refused = fetch(fetcher, "test:good");
  EXPECT_EQ(refused.status, FetchStatus::kForbidden);
  EXPECT_THAT(refused.detail, AllOf(HasSubstr("test::Handler"), HasSubstr("broken beyond repair")));
  EXPECT_EQ(asked, before);
}

TEST_F(RoutingFetcherTest, AnswersWhatWaitsBehindAHandlerThatIsSetAside) {
  RoutingFetcher& fetcher = with([](const ProtocolRequest&) -> ProtocolAnswer { throw 1; });
  for (std::uint64_t ticket = 1; ticket <= 25; ++ticket)
    fetcher.start(request_for("test:x", ticket));
  const auto answers = drain(fetcher);
  ASSERT_EQ(answers.size(), 25u);
  EXPECT_EQ(answers.at(10).status, FetchStatus::kBroken);
  EXPECT_EQ(answers.at(11).status, FetchStatus::kForbidden);
  EXPECT_EQ(answers.at(25).status, FetchStatus::kForbidden);
}

TEST_F(RoutingFetcherTest, DoesNotLetAHandlerHoldUpTheWeb) {
  SiteServer server;
  server.answer("/", SiteServer::page("<p>web"));
  std::promise<void> release;
  RoutingFetcher& fetcher =
      with([&, released = release.get_future().share()](const ProtocolRequest&) {
        released.wait();
        return ProtocolAnswer{200, {}, "late", false};
      });
  fetcher.start(request_for("test:slow", 1));
  fetcher.start(request_for(server.url("/"), 2));
  std::vector<FetchResponse> done;
  std::vector<pollfd> others;
  while (done.empty()) fetcher.poll(1min, others, done);
  ASSERT_EQ(done.size(), 1u);
  EXPECT_EQ(done.front().ticket, 2u);
  EXPECT_EQ(fetcher.under_way(), 1);
  release.set_value();
  EXPECT_EQ(drain(fetcher).at(1).body, "late");
}

TEST_F(RoutingFetcherTest, GivesUpAHandlerThatDoesNotComeBack) {
  // Shared, since the handler outlives the test's variables until it is let go.
  const auto release = std::make_shared<std::promise<void>>();
  const auto left = std::make_shared<std::promise<void>>();
  RoutingFetcher& fetcher = with(
      [=, released = release->get_future().share()](const ProtocolRequest&) {
        released.wait();
        left->set_value();
        return ProtocolAnswer{200, {}, "too late", false};
      },
      1ms);
  fetcher.start(request_for("test:hangs", 1));
  fetcher.start(request_for("test:waits", 2));
  const auto answers = drain(fetcher);
  EXPECT_EQ(answers.at(1).status, FetchStatus::kTimeout);
  EXPECT_EQ(answers.at(2).status, FetchStatus::kForbidden);
  EXPECT_EQ(fetch(fetcher, "test:again").status, FetchStatus::kForbidden);
  fetcher_.reset();  // comes back although the handler does not
  release->set_value();
  left->get_future().wait();
}

TEST_F(RoutingFetcherTest, WaitsForTheDescriptorsOfOthersToo) {
  RoutingFetcher& fetcher = with([](const ProtocolRequest&) {
    return ProtocolAnswer{200, {}, "", false};
  });
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  ASSERT_EQ(::write(ends[1], "x", 1), 1);
  std::vector<pollfd> others{{ends[0], POLLIN, 0}};
  std::vector<FetchResponse> done;
  fetcher.poll(1min, others, done);
  ASSERT_EQ(others.size(), 1u) << "its own is taken away again";
  EXPECT_EQ(others[0].revents, POLLIN);
  EXPECT_TRUE(done.empty());
  ::close(ends[0]);
  ::close(ends[1]);
}

}  // namespace
}  // namespace porthole::gatherer
