#include "base/text/front_coded_texts.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace porthole {
namespace {

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
