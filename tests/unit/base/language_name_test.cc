#include "base/text/language_name.h"

#include <gtest/gtest.h>

#include <utility>

namespace porthole {
namespace {

TEST(LanguageNameTest, IsTheEnglishNameOfATag) {
  EXPECT_EQ(language_name("de"), "German");
  EXPECT_EQ(language_name("zh-hant"), "Chinese (Traditional)");
  EXPECT_EQ(language_name("pt-br"), "Portuguese (Brazil)");
}

TEST(LanguageNameTest, HasOneKeyForCodesThatPagesNameByTurns) {
  for (const auto& [tag, key] : {std::pair{"nb", "no"},
                                 {"nn-NO", "no-no"},
                                 {"iw", "he"},
                                 {"in", "id"},
                                 {"cmn-Hant", "zh-hant"},
                                 {"arb", "ar"},
                                 {"de-AT", "de-at"},
                                 {"ko", "ko"},
                                 {"", ""}})
    EXPECT_EQ(language_key(tag), key) << tag;
}

TEST(LanguageNameTest, KeepsWhatNamesNoLanguage) {
  EXPECT_EQ(language_name("<b>"), "<b>");
  EXPECT_EQ(language_name(""), "");
}

}  // namespace
}  // namespace porthole
