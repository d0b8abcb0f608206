#include <gtest/gtest.h>

#include "sampler/walk.h"

namespace porthole::sampler {
namespace {

// L = 4: a host may hold two of the last four visits.
TEST(HostWindowTest, AHostMayHoldHalfOfTheWindow) {
  HostWindow window(4, 10);
  window.visit(1, 10);
  window.visit(2, 20);
  EXPECT_FALSE(window.is_trapped_by(1));
  window.visit(1, 11);
  EXPECT_TRUE(window.is_trapped_by(1)) << "three of four";
  window.visit(3, 30);
  EXPECT_FALSE(window.is_trapped_by(1)) << "the oldest visit leaves";
}

TEST(HostWindowTest, JumpsToTheLastPageOfAnotherHost) {
  HostWindow window(100, 10);
  window.visit(1, 10);
  window.visit(2, 20);
  window.visit(1, 11);
  HashRng rng(1, 0, 0);
  EXPECT_EQ(window.elsewhere(2, rng), 11u);
  EXPECT_EQ(window.elsewhere(1, rng), 20u);
}

TEST(HostWindowTest, ForgetsAllButTheLastDistinctHosts) {
  HostWindow window(100, 2);
  window.visit(1, 10);
  window.visit(2, 20);
  window.visit(3, 30);
  HashRng rng(1, 0, 0);
  EXPECT_EQ(window.elsewhere(3, rng), 20u);
}

TEST(HostWindowTest, HasNowhereToJumpOnTheOnlyHost) {
  HostWindow window(4, 10);
  for (NodeId page = 0; page < 10; ++page) window.visit(1, page);
  HashRng rng(1, 0, 0);
  EXPECT_TRUE(window.is_trapped_by(1));
  EXPECT_FALSE(window.elsewhere(1, rng).has_value());
}

TEST(HostWindowTest, OfNoLengthIsNeverInTheWay) {
  HostWindow window(0, 10);
  for (NodeId page = 0; page < 10; ++page) window.visit(1, page);
  EXPECT_FALSE(window.is_trapped_by(1));
}

}  // namespace
}  // namespace porthole::sampler
