#include <gtest/gtest.h>

#include "search/query/query.h"

namespace porthole::search {
namespace {

TEST(QueryTextTest, AddsAPartThatIsDemandedOfAllAlternatives) {
  EXPECT_EQ(with_part("hub gear", "lang:de"), "hub gear lang:de");
  EXPECT_EQ(with_part("hub OR gear", "lang:de"), "(hub OR gear) lang:de");
  EXPECT_EQ(with_part("", "lang:de"), "lang:de");
}

TEST(QueryTextTest, TakesAPartAwayWithItsSign) {
  EXPECT_EQ(without_part("hub lang:de gear", "lang:de"), "hub gear");
  EXPECT_EQ(without_part("hub +lang:de", "lang:de"), "hub");
  EXPECT_EQ(without_part("hub xlang:de", "lang:de"), "hub xlang:de") << "not a part of its own";
  EXPECT_EQ(without_part("topic:\"road cycling\" hub", "topic:\"road cycling\""), "hub");
  EXPECT_TRUE(has_part("(hub lang:de)", "lang:de"));
  EXPECT_FALSE(has_part("lang:den", "lang:de"));
}

TEST(QueryTextTest, TakesTheOrderAway) {
  EXPECT_EQ(without_order("hub sort:-date gear"), "hub gear");
  EXPECT_EQ(without_order("hub resort:x"), "hub resort:x");
}

}  // namespace
}  // namespace porthole::search
