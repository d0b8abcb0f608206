#include "base/xml/writer.h"

#include <gtest/gtest.h>

#include "base/xml/tree.h"

namespace porthole::xml {
namespace {

const std::string kDeclaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

TEST(XmlWriterTest, IndentsElementsAndLeavesTextAlone) {
  XmlWriter writer;
  writer.start("a");
  writer.attribute("b", "c");
  writer.element("d", " e ");
  writer.start("f");
  writer.end();
  writer.comment("g");
  writer.end();
  EXPECT_EQ(writer.take(),
            kDeclaration + "<a b=\"c\">\n  <d> e </d>\n  <f/>\n  <!-- g -->\n</a>\n");
}

TEST(XmlWriterTest, WritesNoSpaceWhenCompact) {
  XmlWriter writer(XmlWriter::Layout::kCompact);
  writer.start("a");
  writer.start("b");
  writer.end();
  writer.end();
  EXPECT_EQ(writer.take(), kDeclaration + "<a><b/></a>\n");
}

TEST(XmlWriterTest, FillsCommentsAndKeepsThemClosed) {
  XmlWriter writer;
  std::string words;
  for (int i = 0; i < 60; ++i) words += "word ";
  writer.comment(words + "--> <!-- ---");
  writer.start("a");
  writer.end();
  const std::string text = writer.take();
  EXPECT_TRUE(read_tree(text, "test.xml")) << text;
  std::size_t begin = 0;
  for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    EXPECT_LE(end - begin, 105u);
  }
}

/// Writes a value in an attribute and as text, and reads it back.
void expect_kept(const std::string& value) {
  for (const auto layout : {XmlWriter::Layout::kIndented, XmlWriter::Layout::kCompact}) {
    XmlWriter writer(layout);
    writer.start("a");
    writer.attribute("b", value);
    writer.element("c", value);
    writer.end();
    const Result<XmlElement> root = read_tree(writer.take(), "test.xml");
    ASSERT_TRUE(root) << root.error().to_string();
    EXPECT_EQ(*root->attribute("b"), readable_text(value));
    EXPECT_EQ(root->child("c")->text, readable_text(value));
  }
}

TEST(XmlWriterTest, KeepsEveryValueThatXmlCanHold) {
  for (const std::string value :
       {"", " ", "a\tb\nc\rd\r\ne", "<script>alert('x')</script>", "\"'&amp;&lt;&#60;", "]]>",
        "<!-- -- -->", "<?php ?>", "\u0085\u2028\u202E\uFEFF\u00A0", "\U0001F600\U0010FFFF",
        "%s{{x}}", "\x7F"}) {
    EXPECT_EQ(readable_text(value), value);
    expect_kept(value);
  }
  expect_kept(std::string(1 << 20, '<'));
}

// XML 1.0, production 2: Char.
TEST(XmlWriterTest, ReplacesWhatXmlCannotHold) {
  EXPECT_EQ(readable_text(std::string_view("a\0b", 3)), "a\uFFFDb");
  EXPECT_EQ(readable_text("\x01\x1F\uFFFE\uFFFF"), "\uFFFD\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(readable_text("\xFF\xC0\xAF\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(readable_text("\xE2\x82"), "\uFFFD");
  expect_kept(std::string("\0\x01\xFF\xF8\x88\x80\x80\x80\xF4\x90\x80\x80", 12));
}

TEST(XmlWriterTest, DrainsADocumentPieceByPiece) {
  XmlWriter writer;
  writer.start("a");
  std::string text = writer.drain();
  for (int i = 0; i < 3; ++i) {
    writer.element("b", "c");
    text += writer.drain();
  }
  writer.end();
  text += writer.drain();
  const Result<XmlElement> root = read_tree(text, "test.xml");
  ASSERT_TRUE(root) << text;
  EXPECT_EQ(root->children.size(), 3u);
}

}  // namespace
}  // namespace porthole::xml
