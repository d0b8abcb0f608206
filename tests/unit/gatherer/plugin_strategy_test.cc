#include "gatherer/strategies/plugin_strategy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "plugins/host/health.h"

namespace porthole::gatherer {
namespace {

/// Rates by number; throws while it is told to.
class Scripted final : public StrategyPlugin {
 public:
  explicit Scripted(bool& throws) : throws_(throws) {}
  PluginAbout about() const override { return {.name = "scripted", .version = "1", .help = ""}; }
  Priority rate(std::uint64_t target, int, bool) override {
    if (throws_) throw std::runtime_error("no idea");
    return {static_cast<double>(target), target == 3};
  }
  void take_raised(std::vector<std::uint64_t>& raised) override { raised = {5}; }

 private:
  bool& throws_;
};

class PluginStrategyTest : public ::testing::Test {
 protected:
  bool throws_ = false;
  std::unique_ptr<Strategy> strategy_ =
      adapt(std::make_unique<Scripted>(throws_), "mine", collection::Topic{});
};

TEST_F(PluginStrategyTest, RatesAsThePlugInDoes) {
  EXPECT_EQ(strategy_->name(), "mine");
  EXPECT_EQ(strategy_->rate(7, 1, false).priority, 7);
  EXPECT_TRUE(strategy_->rate(3, 1, false).pruned);
  std::vector<UrlId> raised;
  strategy_->take_raised(raised);
  EXPECT_EQ(raised, std::vector<UrlId>{5});
  EXPECT_FALSE(strategy_->trouble());
}

TEST_F(PluginStrategyTest, GivesANeutralRatingForAnException) {
  throws_ = true;
  EXPECT_EQ(strategy_->rate(7, 1, false).priority, 0);
  throws_ = false;
  EXPECT_EQ(strategy_->rate(7, 1, false).priority, 7);
  ASSERT_TRUE(strategy_->trouble());
  EXPECT_EQ(strategy_->trouble()->last_failure, "no idea");
  EXPECT_FALSE(strategy_->trouble()->set_aside);
}

TEST_F(PluginStrategyTest, GoesOnBreadthFirstAfterTenFailuresInARow) {
  throws_ = true;
  for (int i = 0; i < plugins::kMostFailures; ++i) strategy_->rate(7, 1, false);
  throws_ = false;
  EXPECT_EQ(strategy_->rate(7, 2, false).priority, -2);
  EXPECT_TRUE(strategy_->trouble()->set_aside);
  EXPECT_THAT(strategy_->remark(), ::testing::HasSubstr("disabled"));
}

}  // namespace
}  // namespace porthole::gatherer
