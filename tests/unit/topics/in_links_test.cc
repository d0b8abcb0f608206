#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "topics/importance/utility.h"

namespace porthole::topics {
namespace {

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
