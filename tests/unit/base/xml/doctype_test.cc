#include "base/xml/doctype.h"

#include <gtest/gtest.h>

#include "base/xml/reader.h"

namespace porthole::xml {
namespace {

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
