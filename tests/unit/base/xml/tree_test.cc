#include "base/xml/tree.h"

#include <gtest/gtest.h>

namespace porthole::xml {
namespace {

constexpr std::string_view kSchema = R"(<?xml version="1.0"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:t" targetNamespace="urn:t"
           elementFormDefault="qualified">
  <xs:element name="garden" type="Garden"/>
  <xs:complexType name="Garden">
    <xs:all>
      <xs:element name="beds" type="Beds" minOccurs="0"/>
      <xs:element name="fence" minOccurs="0"><xs:complexType>
        <xs:attribute name="height" type="Metres" use="required"/>
      </xs:complexType></xs:element>
    </xs:all>
    <xs:attribute name="owner" type="xs:string"/>
  </xs:complexType>
  <xs:complexType name="Beds">
    <xs:sequence><xs:element name="plant" type="Plant" maxOccurs="unbounded"/></xs:sequence>
    <xs:attribute name="rows" type="Rows" default="1"/>
  </xs:complexType>
  <xs:simpleType name="Plant">
    <xs:annotation><xs:documentation>rose or leek</xs:documentation></xs:annotation>
    <xs:restriction base="xs:token"><xs:enumeration value="rose"/><xs:enumeration value="leek"/></xs:restriction>
  </xs:simpleType>
  <xs:simpleType name="Metres">
    <xs:annotation><xs:documentation>a height such as 2m</xs:documentation></xs:annotation>
    <xs:restriction base="xs:token"><xs:pattern value="[0-9]+m"/></xs:restriction>
  </xs:simpleType>
  <xs:simpleType name="Rows">
    <xs:annotation><xs:documentation>a whole number from 1 to 9</xs:documentation></xs:annotation>
    <xs:restriction base="xs:int"><xs:minInclusive value="1"/><xs:maxInclusive value="9"/></xs:restriction>
  </xs:simpleType>
</xs:schema>)";

std::string refusal(const std::string& text) {
  const Result<XmlElement> read = read_validated_text(text, "g.xml", kSchema);
  return read ? "accepted" : read.error().to_string();
}
std::string garden(const std::string& inside) {
  return "<garden xmlns='urn:t'>\n" + inside + "\n</garden>";
}

TEST(XmlTreeTest, KnowsWhereEveryElementStands) {
  const std::string text = "<a>\r\n  <b\n   c='>'>t&lt;</b>\n  \u00E9<d/>\n</a>";
  const Result<XmlElement> root = read_tree(text, "a.xml");
  ASSERT_TRUE(root);
  ASSERT_EQ(root->children.size(), 2u);
  const XmlElement& b = root->children[0];
  EXPECT_EQ(b.line, 2);
  EXPECT_EQ(b.column, 3);
  EXPECT_EQ(b.text, "t<");
  EXPECT_EQ(text.substr(b.begin, b.tag_end - b.begin), "<b\n   c='>'>");
  EXPECT_EQ(text.substr(b.begin, b.end - b.begin), "<b\n   c='>'>t&lt;</b>");
  const XmlElement& d = root->children[1];
  EXPECT_EQ(d.line, 4);
  EXPECT_EQ(d.column, 4);
  EXPECT_EQ(text.substr(d.begin, d.end - d.begin), "<d/>");
  EXPECT_EQ(root->end, text.size());
}

TEST(XmlTreeTest, AcceptsWhatTheSchemaAcceptsAndFillsDefaults) {
  const Result<XmlElement> root =
      read_validated_text(garden("<beds><plant>rose</plant></beds>"), "g.xml", kSchema);
  ASSERT_TRUE(root) << root.error().to_string();
  EXPECT_EQ(*root->child("beds")->attribute("rows"), "1");
  EXPECT_EQ(root->child("beds")->child("plant")->text, "rose");
  EXPECT_EQ(root->child("fence"), nullptr);
}

TEST(XmlTreeTest, NamesTheNearestKnownElement) {
  EXPECT_EQ(refusal(garden("  <fense height='2m'/>")),
            "g.xml:2:3: unknown element <fense> in <garden>\n  did you mean \"fence\"?");
  EXPECT_EQ(refusal(garden("<swimmingpool/>")),
            "g.xml:2:1: unknown element <swimmingpool> in <garden>\n  <garden> has: beds, fence");
}

TEST(XmlTreeTest, NamesTheNearestKnownAttribute) {
  EXPECT_EQ(refusal(garden("<fence\n  height='2m'\n  heigth='3m'/>")),
            "g.xml:4:3: unknown attribute \"heigth\" of <fence>\n  did you mean \"height\"?");
}

TEST(XmlTreeTest, SaysWhichAttributeIsMissing) {
  EXPECT_EQ(refusal(garden("<fence/>")),
            "g.xml:2:1: <fence> lacks the attribute \"height\"\n  expected a height such as 2m");
}

TEST(XmlTreeTest, SaysWhatAValueShouldBe) {
  EXPECT_EQ(refusal(garden("<fence height='tall'/>")),
            "g.xml:2:8: \"tall\" cannot be the attribute \"height\" of <fence>\n"
            "  expected a height such as 2m");
  EXPECT_EQ(refusal(garden("<beds rows='many'><plant>rose</plant></beds>")),
            "g.xml:2:7: \"many\" cannot be the attribute \"rows\" of <beds>\n"
            "  expected a whole number from 1 to 9");
  EXPECT_EQ(refusal(garden("<beds rows='10'><plant>rose</plant></beds>")),
            "g.xml:2:7: \"10\" cannot be the attribute \"rows\" of <beds>\n"
            "  expected a whole number from 1 to 9");
  EXPECT_EQ(refusal(garden("<beds><plant>rose</plant><plant>oak</plant></beds>")),
            "g.xml:2:26: \"oak\" cannot be the text of <plant>\n  expected rose or leek");
}

TEST(XmlTreeTest, NamesAnAttributeThatMayNotBeEmpty) {
  EXPECT_EQ(refusal(garden("<fence height=''/>")),
            "g.xml:2:8: the attribute \"height\" of <fence> may not be empty\n"
            "  expected a height such as 2m");
  EXPECT_EQ(refusal(garden("<fence height='  '/>")),
            "g.xml:2:8: the attribute \"height\" of <fence> may not be empty\n"
            "  expected a height such as 2m");
  EXPECT_EQ(refusal(garden("<beds rows=''><plant>rose</plant></beds>")),
            "g.xml:2:7: the attribute \"rows\" of <beds> may not be empty\n"
            "  expected a whole number from 1 to 9");
}

TEST(XmlTreeTest, SaysWhenAnElementStandsTwice) {
  EXPECT_EQ(refusal(garden("<fence height='2m'/><fence height='2m'/>")),
            "g.xml:2:21: <fence> occurs twice in <garden>\n  keep one <fence>");
}

TEST(XmlTreeTest, SaysWhereTextIsOutOfPlace) {
  EXPECT_EQ(refusal(garden("hello <fence height='2m'/>")),
            "g.xml:1:1: text in <garden>, where only elements are expected\n  remove the text");
}

TEST(XmlTreeTest, ExpectsTheRootAndItsNamespace) {
  const std::string wanted = "\n  expected <garden xmlns=\"urn:t\" ...>";
  EXPECT_EQ(refusal("<garden/>"), "g.xml:1:1: <garden> names no namespace" + wanted);
  EXPECT_EQ(refusal("<garden xmlns='urn:u'/>"),
            "g.xml:1:1: <garden> is in the namespace \"urn:u\"" + wanted);
  EXPECT_EQ(refusal("<park/>"), "g.xml:1:1: unknown element <park>" + wanted);
}

TEST(XmlTreeTest, FallsBackToTheParsersWordsWithAPlace) {
  const std::string words = refusal(garden("<beds/>"));  // At least one plant is missing.
  EXPECT_EQ(words.rfind("g.xml:2:", 0), 0u) << words;
}

TEST(XmlTreeTest, ReadsNoSchemaThatADocumentNames) {
  EXPECT_EQ(refusal("<garden xmlns='urn:t' xmlns:i='http://www.w3.org/2001/XMLSchema-instance' "
                    "i:schemaLocation='urn:t file:///etc/passwd'/>"),
            "accepted");
}

TEST(XmlTreeTest, TellsAFolderAndAMissingFileApart) {
  EXPECT_EQ(read_file("/nowhere/at/all.xml", 10).error().code, ErrorCode::kNotFound);
  EXPECT_NE(read_file("/", 10).error().message.find("folder"), std::string::npos);
}

}  // namespace
}  // namespace porthole::xml
