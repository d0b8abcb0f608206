#include "base/key_index.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/text/front_coded_texts.h"
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

TEST(FrontCodedTextsTest, GivesBackEachTextByItsIndex) {
  FrontCodedTexts texts;
  std::vector<std::string> given;
  for (int i = 0; i < 100; ++i) {
    given.push_back("http://host.test/folder/" + std::to_string(i * 7919));
    texts.add(given.back());
    for (std::size_t j = 0; j < given.size(); ++j) ASSERT_EQ(texts[j], given[j]);
  }
  EXPECT_EQ(texts.size(), 100u);
}

TEST(FrontCodedTextsTest, KeepsTextsThatAreEmptyEqualOrPrefixesOfEachOther) {
  const std::vector<std::string> given = {"", "abc", "abc", "ab", "", "abcd", "b"};
  FrontCodedTexts texts;
  for (int round = 0; round < 10; ++round) {
    for (const std::string& text : given) texts.add(text);
  }
  for (std::size_t i = 0; i < texts.size(); ++i) EXPECT_EQ(texts[i], given[i % given.size()]) << i;
}

TEST(FrontCodedTextsTest, KeepsBytesOfAnyValueAndTextsOfAnyLength) {
  FrontCodedTexts texts;
  std::vector<std::string> given;
  for (const std::size_t length : {127, 128, 129, 16'383, 16'384, 70'000}) {
    given.emplace_back(length, '\xff');
    given.emplace_back(std::string(length / 2, '\xff') + std::string(length, '\0'));
  }
  for (const std::string& text : given) texts.add(text);
  for (std::size_t i = 0; i < given.size(); ++i) EXPECT_EQ(texts[i], given[i]) << i;
}

}  // namespace
}  // namespace porthole
