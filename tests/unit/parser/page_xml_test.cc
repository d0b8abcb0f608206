#include "parser/page_xml.h"

#include <gtest/gtest.h>

#include "parser/parse.h"

namespace porthole::parser {
namespace {

/// The content of the body element.
std::string body_of(std::string_view html) {
  const std::string xml = page_as_xml(html, {});
  EXPECT_TRUE(xml.starts_with("<html xmlns=\"http://www.w3.org/1999/xhtml\">")) << xml;
  const auto begin = xml.find("<body>"), end = xml.rfind("</body>");
  return begin == std::string::npos ? xml : xml.substr(begin + 6, end - begin - 6);
}

TEST(PageXmlTest, ClosesWhatIsOpenAndQuotesWhatIsNot) {
  EXPECT_EQ(body_of("<p id=a>one<br>two & three<p>four"),
            "<p id=\"a\">one<br></br>two &amp; three</p><p>four</p>");
  EXPECT_EQ(body_of("<p title='\"<&>'>x</p>"), "<p title=\"&quot;&lt;&amp;&gt;\">x</p>");
}

// https://html.spec.whatwg.org/#coercing-an-html-dom-into-an-infoset
TEST(PageXmlTest, WritesNamesThatXmlForbidsAsNumbers) {
  EXPECT_EQ(body_of("<p a:b=z data-c=w>t</p>"), "<p aU00003Ab=\"z\" data-c=\"w\">t</p>");
}

TEST(PageXmlTest, LeavesOutCommentsAndForeignNamespaces) {
  EXPECT_EQ(body_of("<p class=a xmlns:o=urn:x xml:lang=en>t<!-- -- - --></p>"),
            "<p class=\"a\" xml:lang=\"en\">t</p>");
}

TEST(PageXmlTest, ReplacesCharactersThatXmlForbids) {
  EXPECT_EQ(body_of("<p title='&#1;a\x0C'>&#xFFFF;b\x01</p>").find('\x01'), std::string::npos);
}

TEST(PageXmlTest, IsTheTextOfADocumentWhereItIsAskedFor) {
  ParseInput input{"http://site.example/", "text/html", "<title>t</title><p>x"};
  input.as_xml = true;
  const Document page = parse_document(input);
  EXPECT_EQ(page.status, ParseStatus::kParsed);
  EXPECT_EQ(page.media_type, "application/xhtml+xml");
  EXPECT_EQ(page.text,
            "<html "
            "xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>t</title></head><body><p>x</p></"
            "body></html>");
  input.content_type = "text/plain";
  EXPECT_EQ(parse_document(input).status, ParseStatus::kUnsupported);
}

}  // namespace
}  // namespace porthole::parser
