#include "labs/generated/dials.h"

#include <gtest/gtest.h>

namespace porthole::labs {
namespace {

TEST(DialsTest, EveryNamedWebIsValid) {
  for (const NamedWeb& web : named_webs()) {
    const auto checked = check_dials(web.dials);
    EXPECT_TRUE(checked) << web.name << ": " << checked.error().to_string();
  }
  EXPECT_TRUE(named_web("gen"));
  EXPECT_EQ(named_web("gem").error().code, ErrorCode::kUsage);
}

TEST(DialsTest, ADialOutOfItsRangeIsRefusedByNameWithTheRange) {
  WebDials dials;
  dials.locality = 1.5;
  const auto checked = check_dials(dials);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().message, "not a valid locality of a generated web: 1.5");
  EXPECT_EQ(checked.error().hint, "give 0 to 1");
}

TEST(DialsTest, SharesOfAnchorsSumToAtMostOneAndSitesHaveTwoPages) {
  WebDials dials;
  dials.generic_anchors = .6;
  dials.hidden_anchors = .5;
  EXPECT_FALSE(check_dials(dials));
  dials = {};
  dials.sites = dials.pages / 2 + 1;
  EXPECT_FALSE(check_dials(dials));
  dials = {};
  dials.slowest_hours = dials.fastest_hours / 2;
  EXPECT_FALSE(check_dials(dials));
}

TEST(DialsTest, EveryDialIsSetByItsName) {
  WebDials dials;
  for (const DialValue& dial : values_of(dials)) {
    ASSERT_TRUE(set_dial(dials, dial.name, "3")) << dial.name;
  }
  for (const DialValue& dial : values_of(dials)) EXPECT_EQ(dial.value, 3) << dial.name;
}

}  // namespace
}  // namespace porthole::labs
