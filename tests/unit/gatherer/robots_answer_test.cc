#include "gatherer/fetch/robots_answer.h"

#include <gtest/gtest.h>

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;

// RFC 9309 2.3.1: what an answer means.

RobotsAction judge(int http_status) {
  return judge_robots_answer({.detail = {}, .http_status = http_status}).action;
}

TEST(RobotsAnswerTest, ReadsTheRulesOfAnySuccess) {
  EXPECT_EQ(judge(200), RobotsAction::kParse);  // 2.3.1.1
  EXPECT_EQ(judge(204), RobotsAction::kParse);
}

TEST(RobotsAnswerTest, AllowsEverythingWhenThereIsNoRobotsTxt) {
  for (const int status : {400, 401, 403, 404, 410, 451, 499}) {  // 2.3.1.3
    EXPECT_EQ(judge(status), RobotsAction::kAllowAll) << status;
  }
}

TEST(RobotsAnswerTest, DisallowsEverythingWhenRobotsTxtCannotBeReached) {
  for (const int status : {429, 500, 502, 503, 599, 600, 999, 100, 0}) {  // 2.3.1.4
    EXPECT_EQ(judge(status), RobotsAction::kUnreachable) << status;
  }
  for (const FetchStatus status :
       {FetchStatus::kUnresolvable, FetchStatus::kForbidden, FetchStatus::kConnectFailed,
        FetchStatus::kTimeout, FetchStatus::kTlsFailed, FetchStatus::kBroken,
        FetchStatus::kDecodeFailed}) {
    const RobotsAnswer answer = judge_robots_answer({.status = status, .detail = "why"});
    EXPECT_EQ(answer.action, RobotsAction::kUnreachable);
    EXPECT_EQ(answer.reason, "why");
  }
}

TEST(RobotsAnswerTest, KeepsTheCopyThatIsUnchanged) { EXPECT_EQ(judge(304), RobotsAction::kKeep); }

// RFC 9309 2.4.
TEST(RobotsAnswerTest, AnAnswerHoldsForADayAndStandsInForAMonth) {
  const WallTime fetched{std::chrono::sys_days{std::chrono::year{2026} / 11 / 20}};
  EXPECT_TRUE(is_robots_fresh(fetched, fetched));
  EXPECT_TRUE(is_robots_fresh(fetched, fetched + 24h - 1s));
  EXPECT_FALSE(is_robots_fresh(fetched, fetched + 24h));
  EXPECT_FALSE(is_robots_fresh(fetched, fetched - 1s)) << "a clock that was set back";
  EXPECT_TRUE(may_robots_stand_in(fetched, fetched + 30 * 24h - 1s));
  EXPECT_FALSE(may_robots_stand_in(fetched, fetched + 30 * 24h));
}

}  // namespace
}  // namespace porthole::gatherer
