#include "base/string_interner.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace porthole
