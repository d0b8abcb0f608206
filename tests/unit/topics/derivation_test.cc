#include <gtest/gtest.h>

#include "topics/text/term_extractor.h"

namespace porthole::topics {
namespace {

TEST(DerivationTest, JoinsTheWordsOfASubject) {
  for (const char* word : {"astronomy", "astronomical", "astronomer"})
    EXPECT_EQ(derivational_stem(word), "astronom") << word;
  for (const char* word : {"mathematic", "mathematical", "mathematician"})
    EXPECT_EQ(derivational_stem(word), "mathemat") << word;
  for (const char* word : {"music", "musical", "musician"})
    EXPECT_EQ(derivational_stem(word), "music") << word;
  for (const char* word : {"medical", "medicine"})
    EXPECT_EQ(derivational_stem(word), "medic") << word;
  for (const char* word : {"geography", "geographic", "geographical", "geographically"})
    EXPECT_EQ(derivational_stem(word), "geograph") << word;
  for (const char* word : {"beekeeping", "beekeeper"})
    EXPECT_EQ(derivational_stem(word), "beekeep") << word;
}

TEST(DerivationTest, LeavesFiveLettersAtLeast) {
  EXPECT_EQ(derivational_stem("server"), "server");
  EXPECT_EQ(derivational_stem("engine"), "engine");
  EXPECT_EQ(derivational_stem("local"), "local");
  EXPECT_EQ(derivational_stem("y"), "y");
  EXPECT_EQ(derivational_stem(""), "");
}

TEST(DerivationTest, LeavesOtherWordsAlone) {
  EXPECT_EQ(derivational_stem("telescope"), "telescope");
  EXPECT_EQ(derivational_stem("database"), "database");
}

TEST(DerivationTest, StemsEachWordOfATerm) {
  EXPECT_EQ(stem_of_term("astronomical telescope"), "astronom telescope");
  EXPECT_EQ(stem_of_term("music"), "music");
  EXPECT_EQ(stem_of_term(""), "");
}

}  // namespace
}  // namespace porthole::topics
