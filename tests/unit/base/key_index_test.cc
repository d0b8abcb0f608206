#include "base/key_index.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/saved_state.h"

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

TEST(KeyIndexTest, GoesOnFromItsSavedState) {
  for (const int keys : {0, 1, 56, 57, 1000}) {
    KeyIndex index;
    for (int i = 0; i < keys; ++i) index.add("key " + std::to_string(i));
    KeyIndex loaded;
    loaded.add("another");
    ASSERT_TRUE(testing::load(loaded, testing::saved(index)));
    ASSERT_EQ(loaded.size(), index.size());
    for (int i = 0; i < keys; ++i) {
      const std::string key = "key " + std::to_string(i);
      ASSERT_EQ(loaded.find(key), index.find(key)) << keys;
    }
    EXPECT_EQ(loaded.find("another"), 0u);
    EXPECT_EQ(loaded.add("another"), static_cast<std::uint32_t>(keys + 1));
  }
}

}  // namespace
}  // namespace porthole
