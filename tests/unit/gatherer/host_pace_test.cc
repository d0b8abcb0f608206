#include "gatherer/fetch/host_pace.h"

#include <gtest/gtest.h>

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;

constexpr WallTime kNow = std::chrono::sys_days(std::chrono::year(2026) / 11 / 20);

FetchResponse answer(int status, const std::string& retry_after = "") {
  FetchResponse response;
  response.http_status = status;
  if (!retry_after.empty()) response.headers.emplace_back("retry-after", retry_after);
  return response;
}

FetchResponse failure(FetchStatus status) {
  FetchResponse response;
  response.status = status;
  return response;
}

class HostPaceTest : public ::testing::Test {
 protected:
  std::chrono::milliseconds after(const FetchResponse& response) {
    return pace_.after("a.test", response, std::nullopt, kNow);
  }
  collection::Politeness politeness_{.delay = 5s, .min_delay = 1s, .max_crawl_delay = 30s};
  HostPace pace_{politeness_, true};
};

TEST_F(HostPaceTest, ACrawlDelayMakesThePauseLongerUpToTheCapAndNeverShorter) {
  EXPECT_EQ(pace_.ordinary("a.test", std::nullopt), 5s);
  EXPECT_EQ(pace_.ordinary("a.test", 2s), 5s);
  EXPECT_EQ(pace_.ordinary("a.test", 20s), 20s);
  EXPECT_EQ(pace_.ordinary("a.test", 600s), 30s);
  politeness_.delay = 0s;
  EXPECT_EQ(pace_.ordinary("a.test", std::nullopt), 1s) << "the least that is kept";
}

TEST_F(HostPaceTest, ASlowHostRestsLongerAndSoDoThoseBelowIt) {
  pace_.set_slow({{"a.test", 60s}, {"old.a.test", 90s}, {"c.test", 2s}});
  EXPECT_EQ(pace_.ordinary("a.test", std::nullopt), 60s);
  EXPECT_EQ(pace_.ordinary("www.a.test:8080", std::nullopt), 60s);
  EXPECT_EQ(pace_.ordinary("old.a.test", std::nullopt), 90s);
  EXPECT_EQ(pace_.ordinary("bwa.test", std::nullopt), 5s) << "a name that ends alike";
  EXPECT_EQ(pace_.ordinary("[::1]:80", std::nullopt), 5s);
  EXPECT_EQ(pace_.ordinary("[::1]", std::nullopt), 5s);
  EXPECT_EQ(pace_.ordinary("test", std::nullopt), 5s) << "shorter than the name";
  EXPECT_EQ(pace_.ordinary("c.test", std::nullopt), 5s) << "never shorter than the ordinary one";
  EXPECT_EQ(after(answer(200)), 60s);
  pace_.set_slow({});
  EXPECT_EQ(after(answer(200)), 5s);
}

// RFC 9110 10.2.3: seconds, or a date.
TEST_F(HostPaceTest, RetryAfterOfABusyServerCountsUpToAnHour) {
  EXPECT_EQ(after(answer(503, "120")), 120s);
  EXPECT_EQ(after(answer(429, "Fri, 20 Nov 2026 00:10:00 GMT")), 600s);
  EXPECT_EQ(after(answer(503, "86400")), 1h);
  EXPECT_EQ(after(answer(503, "soon")), 5s);
  EXPECT_EQ(after(answer(200, "120")), 5s) << "it is not busy";
}

TEST_F(HostPaceTest, TransfersThatAreCutDoubleThePauseUntilOneIsComplete) {
  EXPECT_EQ(after(failure(FetchStatus::kBroken)), 10s);
  EXPECT_EQ(pace_.after("b.test", answer(200), std::nullopt, kNow), 5s) << "another host";
  EXPECT_EQ(after(failure(FetchStatus::kBroken)), 20s);
  EXPECT_EQ(after(failure(FetchStatus::kBroken)), 30s)
      << "never more than after a failure of the host";
  EXPECT_EQ(after(answer(404)), 5s);
  EXPECT_EQ(after(failure(FetchStatus::kBroken)), 10s);
}

TEST_F(HostPaceTest, AHostThatRefusesMostRequestsIsAskedForFewOfItsUrls) {
  EXPECT_EQ(pace_.turned_away("a.test"), 10s);
  EXPECT_EQ(pace_.turned_away("a.test"), 20s);
  EXPECT_FALSE(pace_.skips("a.test"));
  const auto one_page_after = [&](int refusals) {
    for (int i = 0; i < refusals; ++i) pace_.turned_away("a.test");
    const bool skips = pace_.skips("a.test");
    pace_.gave_a_page("a.test");
    return skips;
  };
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(one_page_after(2)) << "two of three";
  bool skips = false;
  for (int i = 0; i < 10; ++i) skips = one_page_after(4);
  EXPECT_TRUE(skips) << "four of five";
  EXPECT_FALSE(pace_.skips("a.test")) << "after a page";
  EXPECT_FALSE(pace_.skips("b.test"));
}

TEST_F(HostPaceTest, AUrlWaitsLongerWithEachTry) {
  EXPECT_EQ(pace_.before_next_try(1, failure(FetchStatus::kTimeout), kNow), 30s);
  EXPECT_EQ(pace_.before_next_try(2, failure(FetchStatus::kTimeout), kNow), 60s);
  EXPECT_EQ(pace_.before_next_try(1, answer(503, "300"), kNow), 300s);
}

TEST_F(HostPaceTest, NobodyIsWaitedForWhereThereIsNobody) {
  HostPace pace(politeness_, false);
  EXPECT_EQ(pace.ordinary("a.test", 20s), 0s);
  EXPECT_EQ(pace.after("a.test", failure(FetchStatus::kBroken), 20s, kNow), 0s);
  EXPECT_EQ(pace.before_next_try(1, answer(503, "300"), kNow), 0s);
}

TEST_F(HostPaceTest, ARetryAfterThatIsNeitherSecondsNorADateIsPassedOver) {
  const auto plain = after(answer(503));
  for (const char* value : {" ", "12x", "soon", "99999999999999999999999", "-5"})
    EXPECT_EQ(after(answer(503, value)), plain) << value;
}

}  // namespace
}  // namespace porthole::gatherer
