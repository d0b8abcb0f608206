#include "topics/importance/utility.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

// Three pages with 0, 1 and 3 in-links: theta = ln 2. sigma = 1 / (1 + 2/1), 1 / (1 + 2/2) and
// 1 / (1 + 2/4).
TEST(InLinkImportanceTest, IsOneHalfForThePageInTheMiddle) {
  InLinkImportance importance;
  importance.add_page(1);
  importance.add_link(1, 2);
  importance.add_link(1, 3);
  importance.add_page(2);
  importance.add_link(2, 3);
  importance.add_link(7, 3);
  importance.add_page(3);
  EXPECT_NEAR(importance.of(1), 1 / 3.0, 1e-12);
  EXPECT_NEAR(importance.of(2), 0.5, 1e-12);
  EXPECT_NEAR(importance.of(3), 2 / 3.0, 1e-12);
  EXPECT_NEAR(importance.of(99), 1 / 3.0, 1e-12) << "nobody links to it";
}

TEST(InLinkImportanceTest, CountsAPageThatRepeatsItsLinkOnce) {
  InLinkImportance importance;
  for (int i = 0; i < 9; ++i) importance.add_link(1, 2);
  importance.add_link(3, 2);
  EXPECT_NEAR(importance.of(2), 1 / (1 + 1 / 3.0), 1e-12);
}

TEST(InLinkImportanceTest, FollowsTheMedianOfPagesAsTheyCome) {
  InLinkImportance importance;
  std::vector<int> counts;
  std::mt19937 random(7);
  std::int64_t source = 1000;
  for (std::int64_t page = 1; page <= 300; ++page) {
    const int count = static_cast<int>(random() % (page % 3 == 0 ? 40 : 5));
    for (int i = 0; i < count; ++i) importance.add_link(++source, page);
    importance.add_page(page);
    counts.push_back(count);
    std::sort(counts.begin(), counts.end());
    const int median = counts[(counts.size() - 1) / 2];
    const double x = std::log(1 + count), theta = std::log(1 + median);
    ASSERT_NEAR(importance.of(page), 1 / (1 + std::exp(theta - x)), 1e-12) << page;
  }
}

TEST(InLinkImportanceTest, ComesBackFromACheckpoint) {
  InLinkImportance importance, later;
  for (std::int64_t page = 1; page < 20; ++page) {
    importance.add_page(page);
    for (std::int64_t target = page + 1; target < 20; ++target) importance.add_link(page, target);
  }
  std::string bytes;
  {
    StateWriter writer([&](std::string_view piece) { bytes += piece; });
    importance.save(writer);
  }
  StateReader reader([&, left = true]() mutable {
    return std::exchange(left, false) ? std::string_view(bytes) : std::string_view();
  });
  later.load(reader);
  EXPECT_FALSE(reader.failed());
  for (InLinkImportance* one : {&importance, &later}) {
    one->add_link(50, 3);
    one->add_page(3);
  }
  for (std::int64_t page = 1; page < 20; ++page) EXPECT_EQ(importance.of(page), later.of(page));
}

}  // namespace
}  // namespace porthole::topics
