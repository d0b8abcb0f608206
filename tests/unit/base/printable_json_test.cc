#include "base/text/printable_json.h"

#include <gtest/gtest.h>

namespace porthole {
namespace {

TEST(PrintableJsonTest, IsTheSameValueWithoutWhatATerminalObeys) {
  EXPECT_EQ(printable_json("{\"a\":\"\x7f\u009B31m \u202Egpj.exe\u2066\"}"),
            R"({"a":"\u007f\u009b31m \u202egpj.exe\u2066"})");
}

TEST(PrintableJsonTest, LeavesOtherTextAsItIs) {
  const std::string text = "[\"\u00A0\u00E9\u2028\u20AC\u05E9\u05DC \u200F\U0001F4A9\\n\", 1]";
  EXPECT_EQ(printable_json(text), text);
  EXPECT_EQ(printable_json(""), "");
}

}  // namespace
}  // namespace porthole
