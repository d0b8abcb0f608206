#include "gatherer/fetch/routing_fetcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gatherer/fetch/curl_fetcher.h"
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

/// A class of tests/support/plugins/trouble.cc, which does what a URL tells it to.
Protocol speaking(std::vector<std::string> schemes, const std::string& class_name) {
  Protocol protocol;
  protocol.schemes = std::move(schemes);
  protocol.name = class_name;
  protocol.use.name = class_name;
  protocol.use.file = std::string(PORTHOLE_BINARY_DIR) + "/lib/test_plugins/trouble.so";
  protocol.use.class_name = "porthole::testing::" + class_name;
  protocol.manners.has_hosts = class_name == "HostHandler";
  protocol.manners.default_port = 70;
  return protocol;
}

/// The web by curl, and plugged-in protocols.
class RoutingFetcherTest : public ::testing::Test {
 protected:
  RoutingFetcher& with_plugins(std::chrono::milliseconds patience = 1min,
                               const std::vector<collection::AllowedAddresses>& allow = {}) {
    std::vector<ProtocolWorker> workers;
    for (Protocol& protocol : std::vector<Protocol>{speaking({"test", "uno"}, "TroubleHandler"),
                                                    speaking({"other"}, "TroubleHandler"),
                                                    speaking({"host"}, "HostHandler")}) {
      auto worker = ProtocolWorker::make(protocol, patience, allow);
      EXPECT_TRUE(worker) << worker.error().to_string();
      workers.push_back(std::move(*worker));
    }
    fetcher_ = std::make_unique<RoutingFetcher>(
        std::make_unique<CurlFetcher>(testing::curl_options()), std::move(workers));
    return *fetcher_;
  }

  std::unique_ptr<RoutingFetcher> fetcher_;
};

TEST_F(RoutingFetcherTest, SendsEachSchemeToWhoSpeaksIt) {
  SiteServer server;
  server.answer("/", SiteServer::page("<p>web"));
  RoutingFetcher& fetcher = with_plugins();
  fetcher.start(request_for(server.url("/"), 1));
  fetcher.start(request_for("test:hello#part", 2));
  fetcher.start(request_for("ftp://a.test/", 3));
  fetcher.start(request_for("other:x", 4));
  fetcher.start(request_for("uno:x", 5));
  EXPECT_EQ(fetcher.under_way(), 5);
  const auto answers = drain(fetcher);
  EXPECT_EQ(answers.at(1).body, "<p>web");
  EXPECT_EQ(answers.at(2).body, "test:hello") << "without its fragment";
  EXPECT_EQ(answers.at(3).status, FetchStatus::kForbidden) << "a scheme that nobody speaks";
  EXPECT_EQ(answers.at(4).body, "other:x");
  EXPECT_EQ(answers.at(5).body, "uno:x");
  EXPECT_EQ(fetcher.under_way(), 0);
}

TEST_F(RoutingFetcherTest, GivesAnAnswerTheFormOfTheWebs) {
  const FetchResponse response = fetch(with_plugins(), "test:status=404");
  EXPECT_EQ(response.status, FetchStatus::kAnswer);
  EXPECT_EQ(response.http_status, 404);
  EXPECT_EQ(response.header("content-type"), "text/plain");
  EXPECT_EQ(response.body, "test:status=404");
  EXPECT_FALSE(response.truncated);
  EXPECT_EQ(response.response_head, "HTTP/1.1 404 \r\ncontent-type: text/plain\r\n\r\n")
      << "as the archive keeps it: RFC 9112 4";
}

TEST_F(RoutingFetcherTest, LetsNoHeaderForgeAnother) {
  const FetchResponse response = fetch(with_plugins(), "test:forge");
  EXPECT_EQ(response.response_head, "HTTP/1.1 200 \r\nlocation: a  set: b    <p>\r\n\r\n");
  EXPECT_EQ(response.headers.size(), 1u);
}

// The body is as it is: a field that says how it was sent would make the archive decode it.
TEST_F(RoutingFetcherTest, LeavesOutFieldsThatDescribeATransfer) {
  EXPECT_TRUE(fetch(with_plugins(), "test:transfer").headers.empty());
}

TEST_F(RoutingFetcherTest, CutsABodyAtItsLimit) {
  RoutingFetcher& fetcher = with_plugins();
  for (const auto& [size, cut] : std::map<std::size_t, bool>{{9, false}, {10, false}, {11, true}}) {
    FetchRequest request = request_for("test:size=" + std::to_string(size));
    request.body_limit = 10;
    const FetchResponse response = fetch(fetcher, std::move(request));
    EXPECT_EQ(response.body.size(), std::min<std::size_t>(size, 10));
    EXPECT_EQ(response.truncated, cut) << size;
  }
}

TEST_F(RoutingFetcherTest, TakesNoNonsenseForAnAnswer) {
  RoutingFetcher& fetcher = with_plugins();
  for (const char* url : {"test:status=-1", "test:status=0", "test:status=100", "test:status=199",
                          "test:status=600", "test:many"}) {
    const FetchResponse response = fetch(fetcher, url);
    EXPECT_EQ(response.status, FetchStatus::kMalformed) << url;
    EXPECT_EQ(response.http_status, 0);
  }
}

TEST_F(RoutingFetcherTest, LosesOnePageToWhateverAHandlerDoesWrong) {
  RoutingFetcher& fetcher = with_plugins();
  const FetchResponse thrown = fetch(fetcher, "test:throw");
  EXPECT_EQ(thrown.status, FetchStatus::kBroken);
  EXPECT_THAT(thrown.detail, HasSubstr("I was told to throw"));
  for (const char* url : {"test:oddity", "test:exit", "test:crash"}) {
    EXPECT_EQ(fetch(fetcher, url).status, FetchStatus::kBroken) << url;
    EXPECT_EQ(fetch(fetcher, "test:x").body, "test:x") << "after " << url;
  }
}

TEST_F(RoutingFetcherTest, EndsAHandlerThatDoesNotComeBack) {
  RoutingFetcher& fetcher = with_plugins(300ms);
  fetcher.start(request_for("test:hang", 1));
  fetcher.start(request_for("test:waits", 2));
  const auto answers = drain(fetcher);
  EXPECT_EQ(answers.at(1).status, FetchStatus::kTimeout);
  EXPECT_EQ(answers.at(2).body, "test:waits") << "by another process";
}

TEST_F(RoutingFetcherTest, SetsAHandlerAsideAfterTenFailuresInARow) {
  RoutingFetcher& fetcher = with_plugins();
  const auto fail_times = [&](int times) {
    for (int i = 0; i < times; ++i)
      EXPECT_EQ(fetch(fetcher, "test:throw").status, FetchStatus::kBroken);
  };
  fail_times(plugins::kMostFailures - 1);
  EXPECT_EQ(fetch(fetcher, "test:good").status, FetchStatus::kAnswer)
      << "a success: counted from 0 again";
  fail_times(plugins::kMostFailures);
  const FetchResponse refused = fetch(fetcher, "test:good");
  EXPECT_EQ(refused.status, FetchStatus::kForbidden);
  EXPECT_THAT(refused.detail, AllOf(HasSubstr("TroubleHandler"), HasSubstr("told to throw")));
  EXPECT_EQ(fetch(fetcher, "other:good").status, FetchStatus::kAnswer) << "another handler";
  std::vector<PluginRecord> records;
  fetcher.plugins_in_trouble(records);
  ASSERT_EQ(records.size(), 1u);
  EXPECT_TRUE(records[0].set_aside);
  EXPECT_EQ(records[0].failed, 2 * plugins::kMostFailures - 1);
}

TEST_F(RoutingFetcherTest, AnswersWhatWaitsBehindAHandlerThatIsSetAside) {
  RoutingFetcher& fetcher = with_plugins();
  for (std::uint64_t ticket = 1; ticket <= 25; ++ticket)
    fetcher.start(request_for("test:throw", ticket));
  const auto answers = drain(fetcher);
  ASSERT_EQ(answers.size(), 25u);
  EXPECT_EQ(answers.at(10).status, FetchStatus::kBroken);
  EXPECT_EQ(answers.at(11).status, FetchStatus::kForbidden);
  EXPECT_EQ(answers.at(25).status, FetchStatus::kForbidden);
}

TEST_F(RoutingFetcherTest, DoesNotLetAHandlerHoldUpTheWeb) {
  SiteServer server;
  server.answer("/", SiteServer::page("<p>web"));
  RoutingFetcher& fetcher = with_plugins();
  fetcher.start(request_for("test:hang", 1));
  fetcher.start(request_for(server.url("/"), 2));
  std::vector<FetchResponse> done;
  std::vector<pollfd> others;
  while (done.empty()) fetcher.poll(1min, others, done);
  ASSERT_EQ(done.size(), 1u);
  EXPECT_EQ(done.front().ticket, 2u);
  EXPECT_EQ(fetcher.under_way(), 1);
}

TEST_F(RoutingFetcherTest, GivesAHandlerOnlyAddressesThatTheSpecificationAllows) {
  const FetchResponse refused = fetch(with_plugins(), "host://127.0.0.1/");
  EXPECT_EQ(refused.status, FetchStatus::kForbidden);
  EXPECT_THAT(refused.detail, HasSubstr("loopback"));
  RoutingFetcher& fetcher = with_plugins(1min, {{{"127.0.0.1"}, {{70, 70}}}});
  EXPECT_EQ(fetch(fetcher, "host://127.0.0.1/").body, "127.0.0.1\n") << "by its default port";
  EXPECT_EQ(fetch(fetcher, "host://127.0.0.1:71/").status, FetchStatus::kForbidden);
}

TEST_F(RoutingFetcherTest, WaitsForTheDescriptorsOfOthersToo) {
  RoutingFetcher& fetcher = with_plugins();
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
