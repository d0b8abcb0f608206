#include "gatherer/crawl/refresh_failures.h"

#include <gtest/gtest.h>

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;

constexpr WallTime kDay0 = std::chrono::sys_days(std::chrono::year(2026) / 11 / 20);

WallTime day(int number) { return kDay0 + std::chrono::days(number); }

/// Each run has an object of its own, with what the runs before wrote.
class RefreshFailuresTest : public ::testing::Test {
 protected:
  /// A run in which page 1 fails; true when it counts as gone from now on.
  bool fails(WallTime at, DropReason reason = repository::http_reason(404)) {
    RefreshFailures run = next_run();
    run.failed(1, 0, reason, true, at);
    const bool gone = !run.take_gone().empty();
    keep(run);
    return gone;
  }
  RefreshFailures next_run() const {
    RefreshFailures run(rule_);
    for (const FailureRecord& record : stored_) run.restore(record);
    return run;
  }
  void keep(RefreshFailures& run) {
    repository::Batch batch;
    run.take_changes(batch);
    if (!batch.failures.empty()) stored_ = batch.failures;
  }

  collection::Refresh rule_{.failures = 3, .days = std::chrono::days(7)};
  std::vector<FailureRecord> stored_;
};

TEST_F(RefreshFailuresTest, APageCountsAsGoneAfterThreeFailuresOverSevenDays) {
  EXPECT_FALSE(fails(day(0)));
  EXPECT_FALSE(fails(day(4)));
  EXPECT_TRUE(fails(day(7)));
  ASSERT_EQ(stored_.size(), 1u);
  EXPECT_EQ(stored_[0].failures, 3);
  EXPECT_EQ(stored_[0].first, day(0));
  EXPECT_EQ(stored_[0].last, day(7));
  EXPECT_EQ(stored_[0].gone, day(7));
  EXPECT_FALSE(fails(day(8))) << "it is told once";
  EXPECT_EQ(stored_[0].gone, day(7));
}

TEST_F(RefreshFailuresTest, ManyFailuresOfOneWeekAreNotEnough) {
  for (int hour = 0; hour < 7 * 24; ++hour) EXPECT_FALSE(fails(day(0) + std::chrono::hours(hour)));
  EXPECT_TRUE(fails(day(7)));
}

TEST_F(RefreshFailuresTest, APageThatWasNotFoundIsAskedForAgainAfterHalfADay) {
  fails(day(0));
  EXPECT_FALSE(next_run().is_asked_again(1, day(0) + std::chrono::hours(11)));
  EXPECT_TRUE(next_run().is_asked_again(1, day(0) + std::chrono::hours(12)));
  EXPECT_TRUE(next_run().is_asked_again(1, day(-1))) << "the clock was ahead";
  fails(day(1), repository::http_reason(500));
  EXPECT_TRUE(next_run().is_asked_again(1, day(1))) << "its server may be mended by now";
  rule_ = {.failures = 9, .days = std::chrono::days(0)};
  fails(day(2));
  EXPECT_TRUE(next_run().is_asked_again(1, day(2)));
}

TEST_F(RefreshFailuresTest, TwoFailuresOfManyWeeksAreNotEnough) {
  EXPECT_FALSE(fails(day(0)));
  EXPECT_FALSE(fails(day(365)));
  EXPECT_TRUE(fails(day(366)));
}

TEST_F(RefreshFailuresTest, APageThatItsOwnerTookAwayIsGoneAtOnce) {
  for (const DropReason reason : {repository::http_reason(410), DropReason::kRobots}) {
    stored_.clear();
    EXPECT_TRUE(fails(day(0), reason));
  }
  EXPECT_TRUE(next_run().is_asked_again(1, day(0))) << "robots.txt is asked in each round";
}

TEST_F(RefreshFailuresTest, ChallengesBetweenFailuresNeitherCountNorEndTheirRow) {
  EXPECT_FALSE(fails(day(0)));
  for (int at = 1; at < 20; ++at) EXPECT_FALSE(fails(day(at), DropReason::kChallenge));
  EXPECT_EQ(stored_[0].failures, 1);
  EXPECT_FALSE(fails(day(20)));
  EXPECT_TRUE(fails(day(21)));
}

TEST_F(RefreshFailuresTest, NoPageCountsAsGoneAfterOneFailure) {
  rule_ = {.failures = 1, .days = std::chrono::days(0)};
  EXPECT_FALSE(fails(day(0)));
  EXPECT_TRUE(fails(day(0)));
}

TEST_F(RefreshFailuresTest, NoPageEverCountsAsGoneWhereTheRuleIsSwitchedOff) {
  rule_.failures = 0;
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(fails(day(i)));
}

TEST_F(RefreshFailuresTest, AnAnswerBeginsTheCountAnew) {
  for (const int at : {0, 4, 7}) fails(day(at));
  RefreshFailures run = next_run();
  EXPECT_TRUE(run.is_gone(1));
  EXPECT_EQ(run.last_visit(1, day(-1)), day(7)) << "so it is not asked for in each round";
  run.had_again(1);
  EXPECT_FALSE(run.is_gone(1));
  EXPECT_EQ(run.last_visit(1, day(8)), day(8));
  EXPECT_EQ(run.back(), 1);
  run.failed(1, 0, repository::http_reason(404), true, day(20));
  EXPECT_TRUE(run.take_gone().empty());
  repository::Batch batch;
  run.take_changes(batch);
  EXPECT_EQ(batch.failures.back().failures, 1);
}

// Three rounds over eight days, in each of which the host turns the crawler away.
class RefusingHostTest : public RefreshFailuresTest {
 protected:
  /// True if page 1 counts as gone in one of the rounds; page 2 is had where `gives`.
  bool loses_a_page(DropReason reason, bool gives) {
    bool gone = false;
    for (const int at : {0, 4, 8}) {
      RefreshFailures run = next_run();
      run.failed(1, 7, reason, true, day(at));
      run.failed(3, 8, repository::http_reason(500), true, day(at));
      if (gives) run.heard_a_page(7, day(at));
      for (const UrlId page : run.take_gone()) gone |= page == 1;
      keep(run);
    }
    return gone;
  }
};

TEST_F(RefusingHostTest, AHostThatRefusesEveryPageLosesNone) {
  for (const int status : {202, 401, 403, 418, 429, 503}) {
    stored_.clear();
    EXPECT_FALSE(loses_a_page(repository::http_reason(status), false)) << status;
  }
  EXPECT_EQ(stored_.front().reason, repository::http_reason(503)) << "it is told";
  EXPECT_EQ(stored_.front().failures, 0);
}

TEST_F(RefusingHostTest, APageThatIsRefusedWhereOthersAreGivenLeaves) {
  EXPECT_TRUE(loses_a_page(repository::http_reason(403), true));
}

TEST_F(RefusingHostTest, AChallengeNeverCounts) {
  EXPECT_FALSE(loses_a_page(DropReason::kChallenge, true));
}

TEST_F(RefusingHostTest, ALoginPageCountsOnlyWhereOthersAreGiven) {
  EXPECT_FALSE(loses_a_page(DropReason::kLoginPage, false));
  stored_.clear();
  EXPECT_TRUE(loses_a_page(DropReason::kLoginPage, true));
}

// A machine that is cut off must not take all of its collection for gone.
TEST_F(RefreshFailuresTest, WhatHasNoAnswerCountsOnlyWhereSomeServerAnswers) {
  RefreshFailures run = next_run();
  run.failed(1, 0, DropReason::kUnresolvable, false, day(0));
  run.failed(2, 0, DropReason::kTimeout, false, day(0));
  repository::Batch batch;
  run.take_changes(batch);
  EXPECT_TRUE(batch.failures.empty());
  EXPECT_EQ(run.not_counted(), 2);
  run.heard_a_server();
  run.failed(3, 0, DropReason::kTimeout, false, day(0));
  run.take_changes(batch);
  EXPECT_EQ(batch.failures.size(), 3u);
  EXPECT_EQ(run.not_counted(), 0);
  EXPECT_EQ(run.by_reason(),
            (repository::ReasonCounts{{DropReason::kTimeout, 2}, {DropReason::kUnresolvable, 1}}));
}

}  // namespace
}  // namespace porthole::gatherer
