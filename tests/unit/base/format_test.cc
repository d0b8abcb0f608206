#include "base/text/format.h"

#include <gtest/gtest.h>

namespace porthole {
namespace {

TEST(FormatTest, PrintableTextHasNoEscapeSequences) {
  EXPECT_EQ(printable("\x1b[2J red\x07\x7f \xC2\x9B"
                      "1m"),
            " [2J red    1m");
  EXPECT_EQ(printable("two\nlines\tand a tab"), "two\nlines\tand a tab");
}

// "gpj.exe" behind U+202E reads as "exe.jpg".
TEST(FormatTest, PrintableTextDoesNotTurnItsDirection) {
  EXPECT_EQ(printable("photo \u202Egpj.exe\u202C \u2066x\u2069"), "photo gpj.exe x");
  EXPECT_EQ(printable("\u05E9\u05DC\u05D5\u05DD \u200Fa"), "\u05E9\u05DC\u05D5\u05DD \u200Fa")
      << "text that is written from right to left stays";
}

}  // namespace
}  // namespace porthole
