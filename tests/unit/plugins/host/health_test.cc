#include "plugins/host/health.h"

#include <gtest/gtest.h>

#include <vector>

namespace porthole::plugins {
namespace {

Health of(const std::vector<std::string>& names) {
  std::vector<PluginUse> plugins;
  for (const std::string& name : names) plugins.emplace_back().name = name;
  return Health(plugins);
}

TEST(HealthTest, DisablesAPluginThatFailsTooOftenInARow) {
  Health health = of({"a", "b"});
  for (int i = 1; i < kMostFailures; ++i) EXPECT_FALSE(health.note("a", "crashed"));
  EXPECT_FALSE(health.note("b", "crashed"));
  EXPECT_TRUE(health.note("a", "timed out"));
  EXPECT_FALSE(health.note("a", "crashed")) << "it is said once";
  const std::vector<PluginRecord> troubled = health.in_trouble();
  ASSERT_EQ(troubled.size(), 2U);
  EXPECT_TRUE(troubled[0].set_aside);
  EXPECT_EQ(troubled[0].failed, kMostFailures + 1);
  EXPECT_EQ(troubled[0].last_failure, "crashed");
  EXPECT_FALSE(troubled[1].set_aside);
}

TEST(HealthTest, ASuccessBeginsTheCountAnew) {
  Health health = of({"a"});
  for (int round = 0; round < 3; ++round) {
    for (int i = 1; i < kMostFailures; ++i) EXPECT_FALSE(health.note("a", "crashed"));
    EXPECT_FALSE(health.note("a", ""));
  }
  EXPECT_FALSE(health.in_trouble().at(0).set_aside);
}

TEST(HealthTest, APluginThatIsNotInUseIsPassedOver) {
  Health health = of({"a"});
  for (int i = 0; i < 2 * kMostFailures; ++i) EXPECT_FALSE(health.note("other", "crashed"));
  EXPECT_FALSE(health.note("a", ""));
  EXPECT_TRUE(health.in_trouble().empty());
}

}  // namespace
}  // namespace porthole::plugins
