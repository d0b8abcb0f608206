#include <gtest/gtest.h>

#include "repository/records.h"

namespace porthole::repository {
namespace {

TEST(RunRecordTest, EveryStopReasonIsReadBackFromItsName) {
  for (int i = 0; i <= static_cast<int>(StopReason::kFailed); ++i) {
    const auto reason = static_cast<StopReason>(i);
    RunRecord written, read;
    written.stop_reason = reason;
    EXPECT_EQ(written.stopped(), name_of(reason));
    read.set_stopped(written.stopped());
    EXPECT_EQ(read.stop_reason, reason) << name_of(reason);
    EXPECT_EQ(read.failure, "");
  }
}

// Older collections have these texts.
TEST(RunRecordTest, TheNamesAreThoseThatAreStored) {
  EXPECT_EQ(name_of(StopReason::kFrontierEmpty), "frontier empty");
  EXPECT_EQ(name_of(StopReason::kBudget), "budget");
  EXPECT_EQ(name_of(StopReason::kTime), "time");
  EXPECT_EQ(name_of(StopReason::kInterrupted), "interrupted");
  EXPECT_EQ(name_of(StopReason::kRefreshed), "refreshed");
}

TEST(RunRecordTest, AnyOtherTextIsTheErrorThatEndedTheRun) {
  RunRecord run;
  run.set_stopped("no space left on device");
  EXPECT_EQ(run.stop_reason, StopReason::kFailed);
  EXPECT_EQ(run.failure, "no space left on device");
  EXPECT_EQ(run.stopped(), "no space left on device");
  run.set_stopped("time");
  EXPECT_EQ(run.failure, "") << "of the run before";
}

}  // namespace
}  // namespace porthole::repository
