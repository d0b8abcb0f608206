#include "base/text/language_name.h"

#include <gtest/gtest.h>

namespace porthole {
namespace {

TEST(LanguageNameTest, IsTheEnglishNameOfATag) {
  EXPECT_EQ(language_name("de"), "German");
  EXPECT_EQ(language_name("zh-hant"), "Chinese (Traditional)");
  EXPECT_EQ(language_name("pt-br"), "Portuguese (Brazil)");
}

TEST(LanguageNameTest, KeepsWhatNamesNoLanguage) {
  EXPECT_EQ(language_name("<b>"), "<b>");
  EXPECT_EQ(language_name(""), "");
}

}  // namespace
}  // namespace porthole
