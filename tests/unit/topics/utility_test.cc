#include "topics/importance/utility.h"

#include <gtest/gtest.h>

#include <cmath>

namespace porthole::topics {
namespace {

// Pant, Srinivasan, section 4: "if a page is twice as high in topicality and twice as high in
// status than another, then it has twice as high utility as well".
TEST(UtilityTest, OfAPageTwiceAsHighInBothIsTwiceAsHigh) {
  for (const double alpha : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    EXPECT_NEAR(utility(Utility::kCobbDouglas, alpha, 0.8, 0.4),
                2 * utility(Utility::kCobbDouglas, alpha, 0.4, 0.2), 1e-12);
  }
}

// Equations 1 and 2 by hand: 0.64^0.5 0.25^0.5 = 0.8 0.5, and 0.75 0.64 + 0.25 0.2.
TEST(UtilityTest, IsThatOfTheEquations) {
  EXPECT_NEAR(utility(Utility::kCobbDouglas, 0.5, 0.64, 0.25), 0.4, 1e-12);
  EXPECT_NEAR(utility(Utility::kLinear, 0.75, 0.64, 0.2), 0.53, 1e-12);
}

TEST(UtilityTest, TakesNoNoticeOfWhatHasNoWeight) {
  EXPECT_EQ(utility(Utility::kCobbDouglas, 1, 0.3, 0), 0.3);
  EXPECT_EQ(utility(Utility::kCobbDouglas, 0, 0, 0.3), 0.3);
}

// Equation 3 by hand: 0.5 + 0.01 (0.7 - 0.2) = 0.505; then t = (0.2 + 0.8) / 2 = 0.5: 0.505 + 0.01
// 0.2 = 0.507; with a window of two then t = (0.8 + 1) / 2 = 0.9: 0.507 - 0.002.
TEST(AdaptiveAlphaTest, FollowsTheTopicalityOfTheLastPages) {
  AdaptiveAlpha::Options options;
  options.window = 2;
  AdaptiveAlpha alpha(options);
  alpha.saw(0.2);
  EXPECT_NEAR(alpha.alpha(), 0.505, 1e-12);
  alpha.saw(0.8);
  EXPECT_NEAR(alpha.alpha(), 0.507, 1e-12);
  alpha.saw(1);
  EXPECT_NEAR(alpha.alpha(), 0.505, 1e-12);
}

TEST(AdaptiveAlphaTest, StaysBetweenZeroAndOne) {
  AdaptiveAlpha::Options options;
  options.step = 1;
  AdaptiveAlpha up(options), down(options);
  for (int i = 0; i < 5; ++i) {
    up.saw(0);
    down.saw(1);
  }
  EXPECT_EQ(up.alpha(), 1);
  EXPECT_EQ(down.alpha(), 0);
}

TEST(AdaptiveAlphaTest, GoesOnWhereItEnded) {
  AdaptiveAlpha one({}), other({});
  for (int i = 0; i < 40; ++i) one.saw(i % 7 / 10.0);
  other.restore(one.state());
  EXPECT_EQ(other.alpha(), one.alpha());
  one.saw(0.9);
  other.saw(0.9);
  EXPECT_EQ(other.alpha(), one.alpha());
}

TEST(AdaptiveAlphaTest, PassesOverAStateThatIsNone) {
  AdaptiveAlpha alpha({});
  for (const char* state : {"", "nonsense", "0.3 2", "0.3 -1 0.5", "nan"}) alpha.restore(state);
  EXPECT_EQ(alpha.alpha(), 0.5);
}

}  // namespace
}  // namespace porthole::topics
