#include "gatherer/frontier/refresh_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace porthole::gatherer {
namespace {

using ::testing::HasSubstr;

KnownPage page(int fetched, int tries, double hub, double authority, double relevance) {
  return {WallTime{std::chrono::seconds(fetched)}, tries, hub, authority, relevance, 0, 0};
}

bool before(const std::string& order, const KnownPage& a, const KnownPage& b) {
  const auto parsed = RefreshOrder::parse(order);
  EXPECT_TRUE(parsed) << parsed.error().to_string();
  return parsed && parsed->before(a, b) && !parsed->before(b, a);
}

// The two orders of VLDB 1999, section 3.2, for crawl maintenance.
TEST(RefreshOrderTest, ComparesColumnsOneAfterTheOther) {
  const KnownPage old_page = page(1, 1, .1, .1, .1), old_hub = page(1, 2, .5, .2, .1),
                  new_hub = page(2, 2, .9, .2, .7);
  EXPECT_TRUE(before("lastvisited asc, hub desc", old_hub, old_page));
  EXPECT_TRUE(before("lastvisited asc, hub desc", old_page, new_hub));
  EXPECT_TRUE(before("tries desc, authority desc, relevance desc", new_hub, old_hub));
  EXPECT_TRUE(before("tries desc, authority desc, relevance desc", old_hub, old_page));
  EXPECT_TRUE(before("tries", old_page, old_hub)) << "ascending by default";
  EXPECT_TRUE(before("hub", new_hub, old_hub)) << "descending by default";
  EXPECT_FALSE(RefreshOrder::by_hubs().before(old_page, old_page));
}

TEST(RefreshOrderTest, DensityDecidesBetweenHubsOfTheSameRelevance) {
  KnownPage thin = page(1, 1, .5, .1, .3), dense = thin;
  dense.density = .2;
  EXPECT_TRUE(RefreshOrder::by_hubs().before(dense, thin));
  EXPECT_TRUE(RefreshOrder::by_value().before(dense, thin));
  thin.relevance = .4;
  EXPECT_TRUE(RefreshOrder::by_hubs().before(thin, dense));
}

TEST(RefreshOrderTest, IsReadAsItIsWritten) {
  EXPECT_EQ(RefreshOrder::parse(" lastvisited,  hub  asc ")->text(), "lastvisited asc, hub asc");
  EXPECT_EQ(RefreshOrder::by_hubs().text(), "hub desc, relevance desc, density desc");
  EXPECT_TRUE(RefreshOrder::by_value().needs_value());
  EXPECT_FALSE(RefreshOrder::by_hubs().needs_value());
  for (const char* const wrong :
       {"", "colour", "hub up", "hub, hub desc", "hub desc asc", "hub,"}) {
    const auto order = RefreshOrder::parse(wrong);
    ASSERT_FALSE(order) << wrong;
    EXPECT_EQ(order.error().code, ErrorCode::kUsage);
    EXPECT_THAT(order.error().hint, HasSubstr("lastvisited, tries, hub, authority"));
  }
}

TEST(RefreshOrderTest, AWrongOrderOfASpecificationHasItsPlace) {
  collection::Specification specification;
  specification.file = "/c/porthole.xml";
  EXPECT_EQ(RefreshOrder::specified(specification)->text(), RefreshOrder::by_hubs().text());
  specification.refresh.order = "foo desc";
  specification.refresh.place = {7, 3};
  const auto order = RefreshOrder::specified(specification);
  ASSERT_FALSE(order);
  EXPECT_EQ(order.error().code, ErrorCode::kInvalid);
  EXPECT_THAT(order.error().to_string(), HasSubstr("/c/porthole.xml:7:3: not a valid order"));
}

}  // namespace
}  // namespace porthole::gatherer
