// RTF (plugins/formats/rtf), written by hand.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugins/formats/tests/real_documents.h"

namespace porthole::testing {
namespace {

using ::testing::ElementsAre;

Document read_rtf_text(const std::string& rtf) {
  return read_bytes("https://files.example/a.rtf", "text/rtf", rtf);
}

TEST(RtfTest, CharactersComeInTheCodePageOfTheirFontOrAsUnicode) {
  const Document found = read_rtf_text(
      R"({\rtf1\ansi\ansicpg1252\uc1{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset204 Arial Cyr;}})"
      R"(\f0 Caf\'e9 {\f1 \'d2\'e0\'ed\'e4\'e5\'ec} \u8364? \u-10179?\u-8704? {\uc2\u252 ?? ok} \'80\par})");
  EXPECT_EQ(found.text, "Café Тандем € 😀 ü ok €\n");
}

TEST(RtfTest, StylesSayWhatIsATitleAHeadingAndACaption) {
  const Document found = read_rtf_text(
      R"({\rtf1{\stylesheet{\s0 Normal;}{\s1 heading 1;}{\s2 caption;}{\s3\sbasedon0 Title;}{\*\cs4 Char;}})"
      R"({\info{\author Ada Rider}{\operator Ben Stoker}{\keywords tandem, hub}{\creatim\yr2024\mo5\dy6\hr7\min8}})"
      R"(\pard\s3 Tandems\par\pard\s1 Frames\par\pard Long {\v hidden }ones.\par\pard\s2 A drawing\par})");
  EXPECT_EQ(found.title, "Tandems");
  EXPECT_EQ(found.text, "Tandems\nFrames\nLong ones.\nA drawing\n");
  EXPECT_THAT(values_of(found, "heading"), ElementsAre("Frames"));
  EXPECT_THAT(values_of(found, "caption"), ElementsAre("A drawing"));
  EXPECT_THAT(values_of(found, "keyword"), ElementsAre("tandem", "hub"));
  EXPECT_THAT(values_of(found, "contributor"), ElementsAre("Ben Stoker"));
  EXPECT_EQ(found.published, "2024-05-06");
}

TEST(RtfTest, BytesOfPicturesAndDeepGroupsDoNotHarm) {
  EXPECT_EQ(read_rtf_text("{\\rtf1 before {\\pict\\bin5 }}}}}ffd8} after}").text, "before after\n");
  EXPECT_EQ(read_rtf_text("{\\rtf1 no end \\bin99999999 {").text, "no end\n");
  const Document deep = read_rtf_text("{\\rtf1 start " + std::string(100'000, '{'));
  EXPECT_EQ(deep.status, ParseStatus::kFallback);
  EXPECT_EQ(deep.text, "start\n");
  EXPECT_EQ(deep.status_detail, "groups nested too deeply");
}

}  // namespace
}  // namespace porthole::testing
