#include "indexer/simhash.h"

#include <gtest/gtest.h>

#include <bit>

namespace porthole::indexer {
namespace {

std::string text_of(int words, int changed_every = 0) {
  std::string text;
  for (int i = 0; i < words; ++i) {
    const bool is_changed = changed_every > 0 && i % changed_every == changed_every - 1;
    text += (is_changed ? "other" : "word") + std::to_string(i * 7919) + (i % 9 == 8 ? ". " : " ");
  }
  return text;
}

TEST(ShinglesTest, TextsThatSayNearlyTheSameAreNear) {
  const auto print = fingerprint(text_of(1500));
  ASSERT_TRUE(print);
  const auto longer = fingerprint(text_of(1500) + "printed on Monday");
  ASSERT_TRUE(longer);
  EXPECT_TRUE(are_near(*print, *longer));
}

TEST(ShinglesTest, PunctuationAndSpaceMakeNoDifference) {
  EXPECT_EQ(fingerprint("one, two - three. four five " + text_of(50)),
            fingerprint("one two three\n\nfour\tfive " + text_of(50)));
}

TEST(ShinglesTest, OtherTextsAreFar) {
  EXPECT_FALSE(are_near(*fingerprint(text_of(1500)), *fingerprint(text_of(1500, 3))));
}

TEST(ShinglesTest, ShortTextsHaveNoFingerprint) {
  EXPECT_FALSE(fingerprint(""));
  EXPECT_FALSE(fingerprint(text_of(kFewestShingles + kShingleWords - 2)));
  EXPECT_TRUE(fingerprint(text_of(kFewestShingles + kShingleWords - 1)));
}

TEST(ShinglesTest, ThreeBitsMayDifferAndAFourthMayNot) {
  EXPECT_TRUE(are_near(0, 0b111));
  EXPECT_FALSE(are_near(0, 0b1111));
}

TEST(ShinglesTest, ReadsBackTheValueThatItWrites) {
  EXPECT_EQ(fingerprint_value(0x0102030405060708), "\x01\x02\x03\x04\x05\x06\x07\x08");
  EXPECT_EQ(read_fingerprint(fingerprint_value(~std::uint64_t{0} - 5)), ~std::uint64_t{0} - 5);
  EXPECT_FALSE(read_fingerprint(""));
}

}  // namespace
}  // namespace porthole::indexer
