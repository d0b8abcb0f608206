#include "base/key_index.h"

#include <gtest/gtest.h>

#include <string>

namespace porthole {
namespace {

TEST(KeyIndexTest, NumbersKeysFromOneInOrder) {
  KeyIndex index;
  EXPECT_EQ(index.find("a"), 0u);
  EXPECT_EQ(index.add("a"), 1u);
  EXPECT_EQ(index.add("b"), 2u);
  EXPECT_EQ(index.add(""), 3u);
  EXPECT_EQ(index.find("a"), 1u);
  EXPECT_EQ(index.find(""), 3u);
  EXPECT_EQ(index.find("c"), 0u);
  EXPECT_EQ(index.size(), 3u);
}

TEST(KeyIndexTest, FindsEachOfManyKeysWhileItGrowsAndNoOther) {
  KeyIndex index;
  for (std::uint32_t i = 1; i <= 100'000; ++i) {
    ASSERT_EQ(index.find(std::to_string(i)), 0u);
    ASSERT_EQ(index.add(std::to_string(i)), i);
    ASSERT_EQ(index.find(std::to_string(i / 2 + 1)), i / 2 + 1);
  }
  for (std::uint32_t i = 1; i <= 100'000; ++i) ASSERT_EQ(index.find(std::to_string(i)), i);
}

}  // namespace
}  // namespace porthole
