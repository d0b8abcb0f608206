#include "base/url/percent_encode.h"

#include <gtest/gtest.h>

#include <string>

namespace porthole {
namespace {

constexpr std::string_view kPrintable =
    " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";  // all that is neither a letter nor a digit

/// The characters of kPrintable that `set` has.
std::string members(EncodeSet set) {
  std::string out;
  for (const char c : kPrintable) {
    std::string encoded;
    append_percent_encoded(encoded, std::string(1, c), set);
    if (encoded.size() > 1) out += c;
  }
  return out;
}

// https://url.spec.whatwg.org/#percent-encoded-bytes, set by set.
TEST(PercentEncodeTest, EncodesTheCharactersOfEachSet) {
  EXPECT_EQ(members(EncodeSet::kC0Control), "");
  EXPECT_EQ(members(EncodeSet::kFragment), " \"<>`");
  EXPECT_EQ(members(EncodeSet::kQuery), " \"#<>");
  EXPECT_EQ(members(EncodeSet::kSpecialQuery), " \"#'<>");
  EXPECT_EQ(members(EncodeSet::kPath), " \"#<>?^`{}");
  EXPECT_EQ(members(EncodeSet::kUserinfo), " \"#/:;<=>?@[\\]^`{|}");
}

TEST(PercentEncodeTest, EncodesControlsAndAllThatIsNotAscii) {
  std::string out = "x";
  append_percent_encoded(out, std::string_view("\0\x1F\x7F\xC3\xA9 z", 7), EncodeSet::kC0Control);
  EXPECT_EQ(out, "x%00%1F%7F%C3%A9 z");
}

TEST(PercentDecodeTest, UndoesTheEncodingOfAnyByte) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string text(1, static_cast<char>(byte));
    if (text == "%") continue;
    std::string encoded;
    append_percent_encoded(encoded, text, EncodeSet::kUserinfo);
    EXPECT_EQ(percent_decode(encoded), text);
  }
}

TEST(PercentDecodeTest, LeavesAPercentSignWithoutTwoDigits) {
  EXPECT_EQ(percent_decode("100%"), "100%");
  EXPECT_EQ(percent_decode("%4"), "%4");
  EXPECT_EQ(percent_decode("%zz%4g%%41%2541"), "%zz%4g%A%41");
}

}  // namespace
}  // namespace porthole
