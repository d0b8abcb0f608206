#include "base/string_interner.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/saved_state.h"

namespace porthole {
namespace {

TEST(StringInternerTest, NumbersStringsInOrderOfMention) {
  StringInterner strings;
  EXPECT_EQ(strings.id_of("b"), 0u);
  EXPECT_EQ(strings.id_of("a"), 1u);
  EXPECT_EQ(strings.id_of("b"), 0u);
  EXPECT_EQ(strings.text(1), "a");
  EXPECT_EQ(strings.size(), 2u);
}

TEST(StringInternerTest, GoesOnFromItsSavedState) {
  for (const int count : {0, 3, 16, 40}) {
    StringInterner strings;
    for (int i = 0; i < count; ++i) strings.id_of("string " + std::to_string(i));
    StringInterner loaded;
    loaded.id_of("another");
    ASSERT_TRUE(testing::load(loaded, testing::saved(strings)));
    for (int i = count; i < count + 20; ++i) {
      const std::string next = "string " + std::to_string(i);
      EXPECT_EQ(loaded.id_of(next), strings.id_of(next)) << count;
    }
    for (std::uint32_t id = 0; id < strings.size(); ++id)
      EXPECT_EQ(loaded.text(id), strings.text(id)) << count;
  }
}

}  // namespace
}  // namespace porthole
