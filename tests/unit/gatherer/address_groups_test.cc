#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gatherer/fetch/frontier.h"
#include "gatherer/frontier/scope_rules.h"

namespace porthole::gatherer {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(AddressGroupsTest, HostsOfOneAddressAreNeighbours) {
  AddressGroups groups;
  EXPECT_THAT(groups.neighbours(1), IsEmpty());
  groups.learn(1, "192.0.2.1");
  groups.learn(2, "192.0.2.1");
  groups.learn(3, "192.0.2.3");
  groups.learn(2, "192.0.2.1");  // again, and still once
  EXPECT_THAT(groups.neighbours(1), ElementsAre(2));
  EXPECT_THAT(groups.neighbours(2), ElementsAre(1));
  EXPECT_THAT(groups.neighbours(3), IsEmpty());
}

TEST(AddressGroupsTest, AHostThatMovesLeavesItsOldNeighbours) {
  AddressGroups groups;
  groups.learn(1, "192.0.2.1");
  groups.learn(2, "192.0.2.1");
  groups.learn(2, "192.0.2.2");
  groups.learn(2, "");  // a recorded answer has no address
  EXPECT_THAT(groups.neighbours(1), IsEmpty());
  EXPECT_THAT(groups.neighbours(2), IsEmpty());
}

bool shares(const char* url) { return is_share_address(Url::parse(url).value()); }

TEST(ShareAddressesTest, FormsThatShareAPageAreKnown) {
  EXPECT_TRUE(shares("https://www.facebook.com/sharer/sharer.php?u=http%3A%2F%2Fa.test%2F"));
  EXPECT_TRUE(shares("https://www.facebook.com/sharer.php?u=http%3A%2F%2Fa.test%2F"));
  EXPECT_TRUE(shares("https://x.com/intent/tweet?url=http%3A%2F%2Fa.test%2F"));
  EXPECT_TRUE(shares("https://twitter.com/share?url=http%3A%2F%2Fa.test%2F"));
  EXPECT_TRUE(shares("https://www.linkedin.com/shareArticle?mini=true&url=http%3A%2F%2Fa.test%2F"));
  EXPECT_TRUE(shares("https://api.whatsapp.com/send?text=a"));
  EXPECT_TRUE(shares("https://wa.me/?text=a"));
}

TEST(ShareAddressesTest, PagesOfTheSameSitesAreNot) {
  EXPECT_FALSE(shares("https://www.facebook.com/beekeepers"));
  EXPECT_FALSE(shares("https://x.com/shareholders"));
  EXPECT_FALSE(shares("https://netflix.com/intent/tweet"));
  EXPECT_FALSE(shares("https://a.test/share"));
}

}  // namespace
}  // namespace porthole::gatherer
