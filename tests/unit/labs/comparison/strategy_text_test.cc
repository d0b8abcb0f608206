#include "labs/comparison/strategy_text.h"

#include <gtest/gtest.h>

namespace porthole::labs {
namespace {

TEST(StrategyTextTest, ReadsANameAlone) {
  const auto strategy = read_strategy(" breadth-first ");
  ASSERT_TRUE(strategy);
  EXPECT_EQ(strategy->name, "breadth-first");
  EXPECT_TRUE(strategy->options.empty());
}

TEST(StrategyTextTest, ReadsOptionsInTheirOrder) {
  const auto strategy = read_strategy("rw:threshold=0.1:order=tries asc, relevance desc");
  ASSERT_TRUE(strategy);
  EXPECT_EQ(strategy->name, "rw");
  EXPECT_EQ(strategy->options, (collection::NamedValues{{"threshold", "0.1"},
                                                        {"order", "tries asc, relevance desc"}}));
}

TEST(StrategyTextTest, RefusesAnOptionWithoutAValueAndNoName) {
  EXPECT_EQ(read_strategy("rw:threshold").error().code, ErrorCode::kUsage);
  EXPECT_EQ(read_strategy("rw:=1").error().code, ErrorCode::kUsage);
  EXPECT_EQ(read_strategy("").error().code, ErrorCode::kUsage);
  EXPECT_EQ(read_strategy(":threshold=1").error().code, ErrorCode::kUsage);
}

TEST(StrategyTextTest, TakesAListApartAtItsCommas) {
  EXPECT_EQ(split_strategies("rw, random,,sh"), (std::vector<std::string>{"rw", "random", "sh"}));
  EXPECT_TRUE(split_strategies(" , ").empty());
}

TEST(StrategyTextTest, LeavesTheCommasOfAnOrderAlone) {
  EXPECT_EQ(split_strategies("rw:order=tries asc, relevance desc,random"),
            (std::vector<std::string>{"rw:order=tries asc, relevance desc", "random"}));
}

}  // namespace
}  // namespace porthole::labs
