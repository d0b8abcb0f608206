#include "parser/html/prescan.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "parser/parse.h"

namespace porthole::parser {
namespace {

std::string unread_of(std::string_view html) {
  std::string all;
  for (const Span& span : prescan(html).unread) {
    all += html.substr(span.begin, span.end - span.begin);
    all += '|';
  }
  return all;
}

std::string text_of(std::string_view html) {
  return parse_document({"http://example.org/", "text/html; charset=utf-8", std::string(html)})
      .text;
}

TEST(PrescanTest, PassesOverTheAttributesOfLayout) {
  EXPECT_EQ(unread_of("<p align=\"a b\" title=\"t\" width='x'>"), " align=\"a b\"| width='x'|");
  EXPECT_EQ(unread_of("<hr width=\"a\"/><hr\nwidth=\"b\" />"), " width=\"a\"|\nwidth=\"b\"|");
  EXPECT_EQ(unread_of("<td data-a=\"1\" aria-controls=\"2\" align=\"left\">"),
            " data-a=\"1\"| aria-controls=\"2\"| align=\"left\"|");
}

TEST(PrescanTest, LeavesWhatADocumentIsMadeOf) {
  EXPECT_EQ(unread_of("<a href=\"x\" title=\"t\" rel=\"r\" name=\"n\"><img src=\"y\" alt=\"z\">"),
            "");
  EXPECT_EQ(unread_of("<p class=\"byline\" id=\"x\" role=\"y\" aria-label=\"z\" data-test=\"1\">"),
            "");
}

TEST(PrescanTest, ReadsNamesAndBlanksOfEveryKind) {
  EXPECT_EQ(unread_of("<p a_b=\"1\"\nxml:lang=\"2\"\nalign=\"3\"\nid=\"4\">"), "\nalign=\"3\"|");
  EXPECT_EQ(unread_of("<p aria-hidden=\"true\" aria-label=\"l\" aria-level=\"1\">"),
            " aria-level=\"1\"|");
}

TEST(PrescanTest, ReadsATagUpToItsEndWhateverStandsThere) {
  EXPECT_EQ(unread_of("<p align=\"a\" width=>"), " align=\"a\"|");
  EXPECT_EQ(unread_of("<p width="), "");
  EXPECT_EQ(unread_of("<p align=\"a\" ><p align=\"b\" hidden>"), " align=\"a\"| align=\"b\"|");
}

TEST(PrescanTest, LeavesATagWhoseAttributesAreInDoubt) {
  EXPECT_EQ(unread_of("<p width=a height=\"x\">"), "");
  EXPECT_EQ(unread_of("<p width=\"a\"height=\"x\">"), "");
  EXPECT_EQ(unread_of("<p title=\"a<b\" width=\"x\">"), "");
  EXPECT_EQ(unread_of("<p hidden width=\"a\">"), "");
}

TEST(PrescanTest, SeesNoAttributeOutsideOfATag) {
  EXPECT_EQ(unread_of("<!-- <p width=\"a\"> --><script>'<p width=\"a\">'</script>x width=\"a\""),
            "");
}

TEST(PrescanTest, NotesNothingBeyondWhatIsSafe) {
  std::string nested = "<b width=\"a\">";
  for (int i = 0; i < 600; ++i) nested += "<div height=\"x\">";
  const Prescan found = prescan(nested);
  ASSERT_LT(found.safe_bytes, nested.size());
  ASSERT_FALSE(found.unread.empty());
  EXPECT_LE(found.unread.back().end, found.safe_bytes);
}

TEST(TidyInputTest, ReadsCharactersOfEveryLength) {
  EXPECT_EQ(text_of("<p id=\"x\">a\u00e9\u20ac\U0001f600z"), "a\u00e9\u20ac\U0001f600z");
  EXPECT_EQ(text_of("\u20ac<p>a"), "\u20ac\na");
  EXPECT_EQ(text_of("a\u9dffb"),
            "a\u9dffb");  // Taken for two bytes, "a\u9dff" would be a mark of UTF-16.
}

TEST(TidyInputTest, PassesOverWhatStandsAtTheVeryBeginning) {
  EXPECT_EQ(text_of("<p id=\"x\" class=\"y\">a<i class=\"z\">b</i>"), "ab");
}

TEST(TidyInputTest, ReadsAPageThatEndsInsideATag) {
  EXPECT_EQ(text_of("<p>a<b class=\"x\""), "a");
  EXPECT_EQ(text_of("a"), "a");
}

}  // namespace
}  // namespace porthole::parser
