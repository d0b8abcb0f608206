#include "gatherer/fetch/address_groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace porthole::gatherer
