#include "labs/benchmarks/retrieval/choice.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace porthole::labs {
namespace {

using search::Ranking;

// So that the choice by cross-validation may come to what the searcher does.
TEST(ChoiceTest, WhatTheSearcherDoesIsAmongWhatIsTried) {
  for (const Dimension& dimension : all_dimensions()) {
    const auto is_default = [](const Dimension::Value& value) {
      Ranking tried;
      value.set(tried);
      return describe(tried) == describe(Ranking());
    };
    EXPECT_TRUE(std::any_of(dimension.values.begin(), dimension.values.end(), is_default))
        << dimension.name;
  }
}

TEST(ChoiceTest, TakesForEachNumberTheValueOfTheHighestScoreAndTheFirstOfEqualOnes) {
  const Dimension written{
      "written",
      {{"0.1", [](Ranking& r) { r.written = 0.1; }}, {"0.3", [](Ranking& r) { r.written = 0.3; }}}};
  const Dimension title{
      "title", {{"1", [](Ranking& r) { r.title = 1; }}, {"2", [](Ranking& r) { r.title = 2; }}}};
  const auto score = [](const Ranking& r) { return r.written + (r.title > 0 ? 1 : 0); };
  const Choice choice = choose({.title = 0}, {written, title}, score);
  EXPECT_EQ(choice.ranking.written, 0.3);
  EXPECT_EQ(choice.ranking.title, 1);
  EXPECT_EQ(choice.score, 1.3);
}

}  // namespace
}  // namespace porthole::labs
