#include "base/xml/lenient.h"

#include <gtest/gtest.h>

#include "base/xml/reader.h"

namespace porthole::xml {
namespace {

struct TextOf : XmlHandler {
  std::string text;
  void characters(std::string_view more) override { text += more; }
};

std::string text_of(std::string_view document) {
  TextOf reader;
  const Result<void> read = parse_xml(without_declarations(document), "a.xml", {}, reader);
  return read ? reader.text : "error: " + read.error().message;
}

TEST(LenientTest, LeavesOutWhatDeclaresEncodingAndType) {
  EXPECT_EQ(text_of("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<!DOCTYPE a SYSTEM "
                    "\"a.dtd\">\n<a>\xC3\xA9</a>"),
            "\xC3\xA9");
  EXPECT_EQ(text_of("\xEF\xBB\xBF <!-- <!DOCTYPE --><!DOCTYPE a><a>x</a>"), "x");
}

TEST(LenientTest, KeepsLineNumbers) {
  TextOf reader;
  const auto read =
      parse_xml(without_declarations("<?xml version=\"1.0\"?>\n<!DOCTYPE a [\n\n]>\n<a>\n</b>"),
                "a.xml", {}, reader);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().line, 6);
}

TEST(LenientTest, TakesReferencesWithoutAMeaningForText) {
  EXPECT_EQ(text_of("<a t='&lt;'>&product; R&D &amp; &#65;&#x42; &;</a>"), "&product; R&D & AB &;");
  EXPECT_EQ(text_of("<a><![CDATA[&x;]]><!-- & --></a>"), "&x;");
}

TEST(LenientTest, ReplacesReferencesToForbiddenCharacters) {
  EXPECT_EQ(text_of("<a>&#0;&#x1F;&#xFFFF;&#xD800;&#99999999;&#10;</a>"),
            "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\n");
}

TEST(LenientTest, ExpandsNoEntityWhateverIsDeclared) {
  EXPECT_EQ(text_of("<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><a>&b;</a>"), "&b;");
}

TEST(LenientTest, GivesWhatBreaksOffToTheReaderAsItIs) {
  for (const char* broken :
       {"", "<", "<!DOCTYPE", "<!DOCTYPE a [ \"", "<?xml", "<a>&#", "<a><![CDATA[", "<!-- "}) {
    EXPECT_TRUE(text_of(broken).starts_with("error: ")) << broken;
  }
}

/// The rest, without the spaces that replace the declaration.
std::string rest_of(std::string_view document) {
  std::string text = without_doctype(document);
  std::erase(text, ' ');
  return text;
}

TEST(DoctypeTest, IsTakenOutAndLeavesLinesAndColumnsAsTheyWere) {
  const std::string_view document = "<?xml version='1.0'?>\n<!DOCTYPE a\n SYSTEM 'a.dtd'>\n<a/>";
  const std::string text = without_doctype(document);
  EXPECT_EQ(text.size(), document.size());
  EXPECT_EQ(text.find("<a/>"), document.find("<a/>"));
  EXPECT_EQ(text.find('\n', 22), document.find('\n', 22));
  EXPECT_EQ(text.find("DOCTYPE"), std::string::npos);
}

TEST(DoctypeTest, EndsOutsideOfQuotesCommentsAndTheInternalSubset) {
  EXPECT_EQ(rest_of("<!DOCTYPE a [<!ENTITY b ']>'><!-- it's > ] --><?c ']> ?>]><a/>"), "<a/>");
  EXPECT_EQ(rest_of("<!-- <!DOCTYPE x> --><!DOCTYPE a PUBLIC \"-//>\" ''><a/>"),
            "<!--<!DOCTYPEx>--><a/>");
}

TEST(DoctypeTest, OneThatDoesNotEndTakesTheRestWithIt) {
  EXPECT_EQ(rest_of("<!DOCTYPE a [<!ENTITY b 'c'> <a/>"), "");
  EXPECT_EQ(rest_of("<!DOCTYPE a [<!-- <a/>"), "");
}

TEST(DoctypeTest, WhatLooksLikeOneInsideOfAnElementStays) {
  EXPECT_EQ(without_doctype("<a><![CDATA[<!DOCTYPE b>]]></a>"), "<a><![CDATA[<!DOCTYPE b>]]></a>");
  EXPECT_EQ(without_doctype("no XML"), "no XML");
  EXPECT_EQ(without_doctype(""), "");
}

TEST(DoctypeTest, EntitiesOfTheDeclarationAreUnknownAfterwards) {
  XmlHandler nothing;
  const std::string laughs = "<!DOCTYPE a [<!ENTITY b 'ha'><!ENTITY c '&b;&b;'>]><a>&c;</a>";
  EXPECT_FALSE(parse_xml(without_doctype(laughs), "a.xml", {}, nothing));
  EXPECT_TRUE(parse_xml(without_doctype("<!DOCTYPE a SYSTEM '/etc/passwd'><a>x</a>"), "a.xml", {},
                        nothing));
}

}  // namespace
}  // namespace porthole::xml
