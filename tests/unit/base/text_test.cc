#include "base/text/text.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text/format.h"
#include "base/text/utf8.h"

namespace porthole {
namespace {

using namespace std::string_literals;

template <class Text>
concept CanBeCut = requires(Text&& text) {
  cut(std::forward<Text>(text), 1);
};
template <class Text>
concept CanBeTrimmed = requires(Text&& text) {
  trim(std::forward<Text>(text));
};
template <class Text>
concept CanBeSplit = requires(Text&& text) {
  split(std::forward<Text>(text), ',');
};

const std::string kMark = "\uFFFD";

TEST(CleanUtf8Test, LeavesValidTextAsItIs) {
  const std::string text = "tab\tline\nd\u00E9j\u00E0 \u65E5\u672C \U0001F4A9 \u2028 \u00A0";
  EXPECT_EQ(clean_utf8(text), text);
}

TEST(CleanUtf8Test, ReplacesControlCharactersBySpaces) {
  EXPECT_EQ(clean_utf8("a\x01"
                       "b\r\x1B[31m\x7F\u0085\u009Bz"),
            "a b  [31m   z");
}

TEST(CleanUtf8Test, MarksNulAndNoncharacters) {
  EXPECT_EQ(clean_utf8("a\0b"s), "a" + kMark + "b");
  EXPECT_EQ(clean_utf8("\uFDD0\uFDEF\uFFFE\U0001FFFF\U0010FFFE"),
            kMark + kMark + kMark + kMark + kMark);
  EXPECT_EQ(clean_utf8("\uFDCF\uFDF0\uFFFD"), "\uFDCF\uFDF0\uFFFD");
}

// Unicode 15.0 3.9, table 3-7: no overlong forms, no surrogates, nothing over U+10FFFF.
TEST(CleanUtf8Test, MarksWhatIsNotUtf8) {
  EXPECT_EQ(clean_utf8("\xC0\xAF"), kMark + kMark);
  EXPECT_EQ(clean_utf8("\xE0\x80\xAF"), kMark + kMark + kMark);
  EXPECT_EQ(clean_utf8("\xED\xA0\x80"), kMark + kMark + kMark);
  EXPECT_EQ(clean_utf8("\xF4\x90\x80\x80"), kMark + kMark + kMark + kMark);
  EXPECT_EQ(clean_utf8("\xF8\x88"), kMark + kMark);
  EXPECT_EQ(clean_utf8("a\x80"), "a" + kMark);
}

// https://encoding.spec.whatwg.org/#utf-8-decoder: a broken sequence gives one mark, and the byte
// that broke it is read again.
TEST(CleanUtf8Test, MarksABrokenSequenceOnce) {
  EXPECT_EQ(clean_utf8("\xE6\x97x"), kMark + "x");
  EXPECT_EQ(clean_utf8("\xF0\x9F\x92"), kMark);
  EXPECT_EQ(clean_utf8("\xE6\xE6\x97\xA5"), kMark + "\u65E5");
}

TEST(Utf8Test, WritesWhatItReads) {
  for (const char32_t code : {U'\0', U'a', U'\u007F', U'\u0080', U'\u07FF', U'\u0800', U'\uD7FF',
                              U'\uE000', U'\uFFFF', U'\U00010000', U'\U0010FFFF'}) {
    std::string text;
    append_utf8(text, code);
    const Character read = decode_utf8(text, 0);
    EXPECT_TRUE(read.valid);
    EXPECT_EQ(read.code, code);
    EXPECT_EQ(read.length, text.size());
  }
  std::string surrogate;
  append_utf8(surrogate, 0xD800);
  append_utf8(surrogate, 0x110000);
  EXPECT_EQ(surrogate, kMark + kMark);
}

TEST(FoldSpaceTest, MakesEveryRunOfWhiteSpaceOneSpace) {
  EXPECT_EQ(fold_space("  a \t\r\n b\u00A0\u2003\u3000c\u2028\u0085 "), "a b c");
  EXPECT_EQ(fold_space(" \n\u00A0"), "");
  EXPECT_EQ(fold_space(""), "");
}

TEST(FoldSpaceTest, KeepsWhatIsNoWhiteSpace) {
  EXPECT_EQ(fold_space("a\u200Bb \u00E0"), "a\u200Bb \u00E0");
  EXPECT_EQ(fold_space("\xFF \xC2"), "\xFF \xC2");
}

TEST(CutTest, LeavesAShortTextWhole) {
  EXPECT_EQ(cut("abc", 3), "abc");
  EXPECT_EQ(cut("abc ", 4), "abc ");
  EXPECT_EQ(cut("", 0), "");
}

TEST(CutTest, EndsAtAWordWhereOneIsNear) {
  EXPECT_EQ(cut("one two three", 10), "one two");
  EXPECT_EQ(cut("one two three", 7), "one two");
  EXPECT_EQ(cut("one two three", 8), "one two");
}

TEST(CutTest, EndsInsideAWordThatIsLongerThanHalf) {
  EXPECT_EQ(cut("abcdefghij", 4), "abcd");
  EXPECT_EQ(shortened("a " + std::string(100, 'b'), 60), "a " + std::string(58, 'b'));
}

TEST(CutTest, NeverEndsInsideACharacter) {
  EXPECT_EQ(cut("\u65E5\u672C", 5), "\u65E5");
  EXPECT_EQ(cut("\u65E5\u672C", 2), "");
  EXPECT_EQ(cut("\xBF\xBF\xBF\xBF", 2), "");
}

// A view into a string that ends with the expression would be read after its end.
TEST(ViewsTest, OfATemporaryDoNotCompile) {
  static_assert(CanBeCut<std::string&> && CanBeCut<const std::string&> &&
                CanBeCut<std::string_view>);
  static_assert(CanBeTrimmed<std::string&> && CanBeTrimmed<const char*> &&
                CanBeSplit<const std::string&>);
  static_assert(!CanBeCut<std::string> && !CanBeTrimmed<std::string> && !CanBeSplit<std::string>);
  static_assert(!CanBeSplit<const std::string>);
  EXPECT_EQ(trimmed(" a "s), "a");
  EXPECT_EQ(trimmed("a"s), "a");
  EXPECT_EQ(shortened("one two three"s, 8), "one two");
  EXPECT_EQ(shortened("one"s, 8), "one");
}

TEST(TextTest, LowersAsciiAlone) {
  EXPECT_EQ(ascii_lower("ABCxyz\u00C9[@"), "abcxyz\u00C9[@");
  EXPECT_TRUE(equals_ignoring_case("Content-Type", "content-type"));
  EXPECT_FALSE(equals_ignoring_case("a", "ab"));
  EXPECT_FALSE(equals_ignoring_case("@", "`"));
}

TEST(TextTest, TrimsBothEnds) {
  EXPECT_EQ(trim(" \t a b\r\n"), "a b");
  EXPECT_EQ(trim(" \r\n"), "");
  EXPECT_EQ(trim(""), "");
}

TEST(TextTest, SplitsAndKeepsEmptyParts) {
  EXPECT_EQ(split("a,,b,", ','), (std::vector<std::string_view>{"a", "", "b", ""}));
  EXPECT_EQ(split("", ','), std::vector<std::string_view>{""});
}

// HTML Standard 13.3: what could begin or end markup, in text and in attributes with either quote.
TEST(TextTest, EscapesWhatCouldBeMarkup) {
  EXPECT_EQ(escape_markup("<a href=\"x\">R&D's"), "&lt;a href=&quot;x&quot;&gt;R&amp;D&#39;s");
  EXPECT_EQ(escape_markup("&amp;"), "&amp;amp;");
  EXPECT_EQ(escape_markup("\xC3\xA9 plain"), "\xC3\xA9 plain");
}

TEST(TextTest, WritesNumbersInGroupsOfThree) {
  EXPECT_EQ(with_commas(0), "0");
  EXPECT_EQ(with_commas(999), "999");
  EXPECT_EQ(with_commas(1234567), "1,234,567");
  EXPECT_EQ(with_commas(-123456), "-123,456");
  EXPECT_EQ(counted(1, "page"), "1 page");
  EXPECT_EQ(counted(2000, "page"), "2,000 pages");
  EXPECT_EQ(counted(0, "page"), "0 pages");
}

TEST(NearestNameTest, FindsTheNameThatWasMeant) {
  const std::vector<std::string> verbs = {"gather", "summarize", "index", "search", "serve"};
  EXPECT_EQ(nearest_name("gahter", verbs), "gather");
  EXPECT_EQ(nearest_name("sumarise", verbs), "summarize");
  EXPECT_EQ(nearest_name("INDEX", verbs), "index");
  EXPECT_EQ(nearest_name("serch", verbs), "search");
}

TEST(NearestNameTest, GuessesNothingFarOff) {
  const std::vector<std::string> verbs = {"gather", "serve"};
  EXPECT_EQ(nearest_name("crawl", verbs), "");
  EXPECT_EQ(nearest_name("", verbs), "");
  EXPECT_EQ(nearest_name("gather", {}), "");
}

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
