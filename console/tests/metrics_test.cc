/// The metrics, judged by promtool of Debian's package prometheus.

#include "console/metrics.h"

#include <gmock/gmock.h>

#include <regex>
#include <set>

#include "console/tests/console_fixture.h"
#include "gatherer/report/collection_metrics.h"
#include "search/site/request_counts.h"
#include "tests/support/run_program.h"

namespace porthole::console {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr const char* kPromtool = "/usr/bin/promtool";

class ConsoleMetricsTest : public ConsoleTest {
 protected:
  /// Every number that there can be.
  static gatherer::CollectionNumbers full() {
    gatherer::CollectionNumbers full;
    full.name = "a \"b\"\\";
    full.counts.fetched = 4;
    full.counts.relevant = 1;
    full.counts.reasons = {{repository::DropReason::kRobots, 3}};
    full.last_run.emplace();
    full.last_run->started = parse_time("2026-11-20T12:00:00Z").value();
    full.last_run->ended = full.last_run->started + std::chrono::seconds(90);
    full.waiting = {{"timeout", 2, 600}};
    full.documents = 3;
    full.recall = {0.25, 0.5, 0.75};
    return full;
  }
  static std::string text_of_server() {
    search::RequestCounts counts;
    counts.add(200, std::chrono::milliseconds(2), true);
    counts.add(404, std::chrono::milliseconds(200), false);
    MetricsText text;
    counts.write(text);
    return text.take();
  }
  testing::ProgramResult promtool(const std::string& text) {
    const std::string file = (temporary_ / "metrics").string();
    testing::write_whole_file(file, text);
    return testing::run_program("/bin/sh",
                                {"-c", std::string(kPromtool) + " check metrics < " + file});
  }
};

TEST_F(ConsoleMetricsTest, PromtoolHasNothingToSay) {
  if (!std::filesystem::exists(kPromtool)) GTEST_SKIP() << "there is no promtool (prometheus)";
  for (const std::string& text :
       {gatherer::collection_metrics({std::vector{full(), gatherer::CollectionNumbers{}}}),
        text_of_server(), get("/metrics").body}) {
    const testing::ProgramResult said = promtool(text);
    EXPECT_EQ(said.code, 0) << text;
    EXPECT_THAT(said.out + said.err, IsEmpty()) << text;
  }
  EXPECT_NE(promtool("# TYPE a gauge\na{b} 1\n").code, 0) << "it finds what is wrong";
}

TEST_F(ConsoleMetricsTest, NumbersHaveBaseUnits) {
  const std::string text = gatherer::collection_metrics({std::vector{full()}});
  const std::string label = R"({collection="a \"b\"\\")";
  for (const std::string& line :
       {"porthole_harvest_ratio" + label + "} 0.25",
        "porthole_last_run_duration_seconds" + label + "} 90",
        "porthole_last_run_start_timestamp_seconds" + label + "} 1795176000",
        "porthole_hosts_waiting_longest_seconds" + label + R"(,reason="timeout"} 600)",
        "porthole_recall_ratio" + label + R"(,bound="low"} 0.25)"})
    EXPECT_THAT(text, HasSubstr(line + "\n"));
}

// A bucket counts what took at most its bound, the ones before included.
TEST_F(ConsoleMetricsTest, DurationsAreCountedInBuckets) {
  const std::string text = text_of_server();
  for (const char* const line : {R"(porthole_http_request_duration_seconds_bucket{le="0.001"} 0)",
                                 R"(porthole_http_request_duration_seconds_bucket{le="0.0025"} 1)",
                                 R"(porthole_http_request_duration_seconds_bucket{le="0.25"} 2)",
                                 R"(porthole_http_request_duration_seconds_bucket{le="+Inf"} 2)",
                                 "porthole_http_request_duration_seconds_sum 0.202",
                                 R"(porthole_search_duration_seconds_bucket{le="+Inf"} 1)"})
    EXPECT_THAT(text, HasSubstr(std::string(line) + "\n"));
}

TEST_F(ConsoleMetricsTest, AnybodyOnThisMachineReadsNumbersAndNoPage) {
  const Answered answered = get("/metrics");
  EXPECT_EQ(answered.status, 200);
  EXPECT_THAT(answered.head, HasSubstr("text/plain; version=0.0.4"));
  EXPECT_THAT(answered.body, HasSubstr(R"(state="fetched"} 20)"));
  EXPECT_THAT(answered.body, Not(HasSubstr("a.test")));
  EXPECT_EQ(send("GET", "/metrics", {{"Host", "evil.example"}}).status, 421);
  EXPECT_EQ(send("GET", "/metrics", {{"Host", host()}, {"Sec-Fetch-Site", "cross-site"}}).status,
            403);
}

TEST_F(ConsoleMetricsTest, IsReadyWhileWhatIsStoredCanBeRead) {
  EXPECT_EQ(get("/readyz").status, 200);
  EXPECT_EQ(get("/readyz").body, "ready\n");
  testing::write_whole_file(collection_.folder() / "porthole.xml", "<porthole");
  const Answered answered = get("/readyz");
  EXPECT_EQ(answered.status, 503);
  EXPECT_THAT(answered.head, HasSubstr("Retry-After: 10"));
  EXPECT_EQ(get("/healthz").status, 200) << "the console itself is well";
}

TEST_F(ConsoleMetricsTest, EveryQueryOfTheBoardNamesAMetricThatExists) {
  const std::string text = gatherer::collection_metrics({std::vector{full()}}) + text_of_server();
  std::set<std::string> names;
  const std::regex type("# TYPE (\\S+) (\\S+)");
  for (std::sregex_iterator found(text.begin(), text.end(), type), end; found != end; ++found) {
    names.insert((*found)[1]);
    if ((*found)[2] != "histogram") continue;
    for (const char* const suffix : {"_bucket", "_sum", "_count"})
      names.insert((*found)[1].str() + suffix);
  }
  const auto board = nlohmann::json::parse(
      testing::read_whole_file(PORTHOLE_SOURCE_DIR "/examples/grafana/porthole.json"));
  std::set<std::string> shown;
  for (const auto& panel : board.at("panels")) {
    for (const auto& target : panel.at("targets")) {
      const std::string query = target.at("expr");
      const std::regex name("porthole_[a-z_]+");
      const std::sregex_iterator first(query.begin(), query.end(), name), end;
      EXPECT_NE(first, end) << query;
      for (auto found = first; found != end; ++found) {
        EXPECT_TRUE(names.contains(found->str())) << query;
        shown.insert(found->str());
      }
    }
  }
  EXPECT_GE(shown.size(), 15U);
}

}  // namespace
}  // namespace porthole::console
