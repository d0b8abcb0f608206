// PostScript and DVI (plugins/formats/print), written by hand.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugins/formats/tests/real_documents.h"

namespace porthole::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(PostScriptTest, AProgramThatDoesNotEndCostsItsTextAndNotItsComments) {
  const Document found =
      read_bytes("https://files.example/a.ps", "application/postscript",
                 "%!PS-Adobe-3.0\n%%Title: (A loop \\(endless\\))\n%%Pages: 3 1\n{} loop\n");
  EXPECT_EQ(found.title, "A loop (endless)");
  EXPECT_THAT(values_of(found, "pages"), ElementsAre("3"));
  EXPECT_EQ(found.status, ParseStatus::kFallback);
}

TEST(PostScriptTest, AProgramCannotReadAFile) {
  const Document found =
      read_bytes("https://files.example/a.ps", "application/postscript",
                 "%!PS\n/Courier findfont 12 scalefont setfont 72 700 moveto (before) show\n"
                 "/f (/etc/passwd) (r) file def f 99 string readline pop show showpage\n");
  EXPECT_THAT(found.text, Not(HasSubstr("root")));
  EXPECT_EQ(found.status, ParseStatus::kFallback);
}

TEST(DviTest, FontsOfTeXSayWhatTheirCodesMean) {
  // cmr10 of 10 points: "na", an accent before its letter as TeX sets it, a ligature; cmsy10: no
  // letter.
  const auto font = [](char number, const std::string& name) {
    return std::string("\xF3") + number + std::string("\0\0\0\0\0\x0A\0\0\0\x0A\0\0\0", 13) +
           static_cast<char>(name.size()) + name;
  };
  const std::string preamble = std::string("\xF7\x02\0\0\0\x01\0\0\0\x01\0\0\x03\xE8\x1B", 15) +
                               " TeX output 2024.05.06:0708";
  const std::string page = "\x8B" + std::string(44, '\0');
  const std::string body = font('\0', "cmr10") + "\xAB" + "na" + "\x7F" + "\x10" + "ve" +
                           std::string("\x91\x05\0\0", 4) + "\x0E" + "x" + font('\1', "cmsy10") +
                           "\xAC" + "xy" + "\x8C";
  const Document found = read_bytes("https://files.example/a.dvi", "application/x-dvi",
                                    preamble + page + body + "\xF8");
  EXPECT_EQ(found.published, "2024-05-06");
  EXPECT_THAT(values_of(found, "generator"), ElementsAre("TeX"));
  EXPECT_EQ(found.text, "naïve ffix\n");
}

TEST(DviTest, AnyCutIsReadAsFarAsItGoes) {
  SKIP_WITHOUT("documents/tandem.dvi", "groff");
  const Document whole = read_real({"documents/tandem.dvi"});
  EXPECT_EQ(whole.status, ParseStatus::kParsed) << whole.status_detail;
  for (const std::string bytes :
       {"\xF7\x02", "\xF7\x02\xFA\xFA\xFA", "\xF7\x02 and so on for a while, with no end"}) {
    const Document found = read_bytes("https://files.example/a.dvi", "application/x-dvi", bytes);
    EXPECT_EQ(found.status, ParseStatus::kFallback);
  }
}

}  // namespace
}  // namespace porthole::testing
