#include "gatherer/fetch/postponed.h"

#include <gtest/gtest.h>

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;
using Ids = std::vector<repository::UrlId>;

SteadyTime at(std::chrono::seconds time) { return SteadyTime(time); }

TEST(PostponedTest, GivesOutWhatIsDueTheEarliestFirstAndOnce) {
  Postponed waiting;
  waiting.put(1, at(30s));
  waiting.put(2, at(10s));
  waiting.put(3, at(60s));
  EXPECT_EQ(waiting.next(), at(10s));
  EXPECT_EQ(waiting.take_due(at(9s)), Ids());
  EXPECT_EQ(waiting.take_due(at(30s)), (Ids{2, 1}));
  EXPECT_EQ(waiting.take_due(at(30s)), Ids());
  EXPECT_EQ(waiting.next(), at(60s));
}

TEST(PostponedTest, TheLastTimeThatWasSaidHolds) {
  Postponed waiting;
  waiting.put(1, at(10s));
  waiting.put(1, at(20s));
  EXPECT_EQ(waiting.take_due(at(10s)), Ids());
  EXPECT_EQ(waiting.take_due(at(20s)), Ids{1});
  EXPECT_TRUE(waiting.empty());
}

TEST(PostponedTest, ForgetsWhatIsTakenOut) {
  Postponed waiting;
  waiting.put(1, at(10s));
  EXPECT_TRUE(waiting.contains(1));
  waiting.erase(1);
  waiting.erase(7);
  EXPECT_FALSE(waiting.contains(1));
  EXPECT_EQ(waiting.next(), SteadyTime::max());
}

}  // namespace
}  // namespace porthole::gatherer
