#include <gtest/gtest.h>

#include "operations/steps/steps.h"

namespace porthole::operations {
namespace {

TEST(PaceTest, APaceIsInTheUnitOfWhichThereIsOneOrMore) {
  EXPECT_EQ(pace_in_words(0, 10), "") << "there is none before the first page";
  EXPECT_EQ(pace_in_words(1'200, 100), "12 pages/s");
  EXPECT_EQ(pace_in_words(10, 60), "10 pages a minute");
  EXPECT_EQ(pace_in_words(1, 60), "1 page a minute");
  EXPECT_EQ(pace_in_words(2, 3'600), "2 pages an hour");
}

TEST(PaceTest, TheTimeLeftFollowsFromThePace) {
  EXPECT_EQ(time_left_in_words(10, 60, 800), "about 1 h 20 min left");
  EXPECT_EQ(time_left_in_words(10, 60, 95), "about 10 min left");
  EXPECT_EQ(time_left_in_words(100, 10, 5), "under a minute left");
  EXPECT_EQ(time_left_in_words(2, 60, 800), "") << "two pages tell no pace";
  EXPECT_EQ(time_left_in_words(10, 60, 0), "");
}

}  // namespace
}  // namespace porthole::operations
