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
  /// A run in which page 1 fails by a 404; true when it counts as gone from now on.
  bool fails(WallTime at) {
    RefreshFailures run = next_run();
    run.failed(1, repository::http_reason(404), true, at);
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

TEST_F(RefreshFailuresTest, TwoFailuresOfManyWeeksAreNotEnough) {
  EXPECT_FALSE(fails(day(0)));
  EXPECT_FALSE(fails(day(365)));
  EXPECT_TRUE(fails(day(366)));
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
  run.had_again(1);
  EXPECT_FALSE(run.is_gone(1));
  EXPECT_EQ(run.back(), 1);
  run.failed(1, repository::http_reason(404), true, day(20));
  EXPECT_TRUE(run.take_gone().empty());
  repository::Batch batch;
  run.take_changes(batch);
  EXPECT_EQ(batch.failures.back().failures, 1);
}

// A machine that is cut off must not take all of its collection for gone.
TEST_F(RefreshFailuresTest, WhatHasNoAnswerCountsOnlyWhereSomeServerAnswers) {
  RefreshFailures run = next_run();
  run.failed(1, DropReason::kUnresolvable, false, day(0));
  run.failed(2, DropReason::kTimeout, false, day(0));
  repository::Batch batch;
  run.take_changes(batch);
  EXPECT_TRUE(batch.failures.empty());
  EXPECT_EQ(run.not_counted(), 2);
  run.heard_a_server();
  run.failed(3, DropReason::kTimeout, false, day(0));
  run.take_changes(batch);
  EXPECT_EQ(batch.failures.size(), 3u);
  EXPECT_EQ(run.not_counted(), 0);
  EXPECT_EQ(run.by_reason(),
            (repository::ReasonCounts{{DropReason::kTimeout, 2}, {DropReason::kUnresolvable, 1}}));
}

}  // namespace
}  // namespace porthole::gatherer
