// XML (plugins/formats/xml): feeds, sitemaps, outlines, drawings, stylesheets, schemas.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugins/formats/tests/real_documents.h"

namespace porthole::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

Document read_xml(const std::string& xml, const std::string& type = "application/xml") {
  return read_bytes("https://files.example/dir/a.xml", type, xml);
}

TEST(XmlFormatTest, SaysOfAFeedWhenWhatWasPublished) {
  const Document feed = read_xml(
      "<rss version='2.0'><channel><title>T</title><pubDate>Wed, 02 Oct 2002 15:00:00 "
      "+0200</pubDate>"
      "<lastBuildDate>Sat, 07 Sep 2002 00:00:01 GMT</lastBuildDate><managingEditor>a@b.example "
      "(Ann Bell)</managingEditor>"
      "<image><url>/logo.png</url><title>Logo</title><link>https://c.example/</link></image></"
      "channel></rss>");
  EXPECT_EQ(feed.title, "T");
  EXPECT_EQ(feed.published, "2002-10-02T13:00:00Z");
  EXPECT_EQ(feed.modified, "2002-09-07T00:00:01Z");
  EXPECT_THAT(values_of(feed, "author"), ElementsAre("Ann Bell"));
  EXPECT_THAT(values_of(feed, "image"), ElementsAre("https://files.example/logo.png"));
}

TEST(XmlFormatTest, LinksOfAFeedAreResolvedAgainstXmlBase) {
  const auto document = read_xml(
      "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='https://blog.a.test/'>"
      "<entry xml:base='2026/05/'><title>E</title><link href='lantern'/>"
      "<content type='html' xml:base='https://blog.a.test/shop/'>&lt;a "
      "href='wicks'&gt;w&lt;/a&gt;</content></entry>"
      "<entry><title>F</title><link xml:base='old/' href='f'/><link rel='related' href='g'/>"
      "<summary type='html' xml:base='old/'>&lt;a href='h'&gt;h&lt;/a&gt;</summary></entry></feed>",
      "application/atom+xml");
  std::vector<std::string> urls;
  for (const Link& link : document.links) urls.push_back(link.url);
  EXPECT_THAT(urls,
              UnorderedElementsAre("https://blog.a.test/2026/05/lantern",
                                   "https://blog.a.test/shop/wicks", "https://blog.a.test/old/f",
                                   "https://blog.a.test/g", "https://blog.a.test/old/h"));
}

// https://www.rfc-editor.org/rfc/rfc4287#section-1.1, shortened: what is said of a page in other
// words than text.
TEST(XmlFormatTest, AnEntryOfAFeedIsAPieceOfXmlAboutItsPage) {
  const Document feed = read_xml(
      "<feed xmlns='http://www.w3.org/2005/Atom' "
      "xmlns:dc='http://purl.org/dc/elements/1.1/'><title>T</title>"
      "<entry><title>Robots</title><link href='/robots'/><id>urn:uuid:1</id><author><name>John "
      "&amp; Ann</name></author>"
      "<category term='a'/><dc:date>2003-12-13</dc:date><summary>Run <b>amok</b></summary></entry>"
      "<entry><title>None</title><link href='/none'/></entry></feed>");
  ASSERT_EQ(feed.links.size(), 2u);
  EXPECT_EQ(feed.links[0].fragment,
            "<id xmlns=\"http://www.w3.org/2005/Atom\">urn:uuid:1</id>"
            "<author xmlns=\"http://www.w3.org/2005/Atom\"><name>John &amp; Ann</name></author>"
            "<category xmlns=\"http://www.w3.org/2005/Atom\" term=\"a\"/>"
            "<date xmlns=\"http://purl.org/dc/elements/1.1/\">2003-12-13</date>");
  EXPECT_EQ(feed.links[1].fragment, "");
}

TEST(XmlFormatTest, ReadsRss1InsideOfRdf) {
  const Document feed = read_xml(
      "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' "
      "xmlns='http://purl.org/rss/1.0/' "
      "xmlns:dc='http://purl.org/dc/elements/1.1/'><channel "
      "rdf:about='x'><title>News</title><link>https://n.example/</link>"
      "</channel><item "
      "rdf:about='https://n.example/1'><title>One</title><link>https://n.example/1</link>"
      "<description>R&amp;D "
      "&lt;b&gt;bold&lt;/b&gt;</description><dc:creator>Ann</dc:creator></item></rdf:RDF>");
  EXPECT_EQ(feed.resource_class, "Feed");
  EXPECT_EQ(feed.title, "News");
  ASSERT_EQ(feed.links.size(), 2u);
  EXPECT_EQ(feed.links[1].anchor, "One");
  EXPECT_EQ(feed.links[1].after, "R&D bold");
  EXPECT_THAT(values_of(feed, "author"), ElementsAre("Ann"));
}

TEST(XmlFormatTest, FollowsTheLinksInTheContentOfAnEntry) {
  const Document feed = read_xml(
      "<feed xmlns='http://www.w3.org/2005/Atom'><entry><title>E</title><link "
      "href='e.html'/><content type='xhtml'>"
      "<div xmlns='http://www.w3.org/1999/xhtml'>see <a href='other.html'>the "
      "other</a></div></content></entry>"
      "<entry><title>F</title><link href='f.html'/><content type='html'>&lt;a "
      "href='third.html'>third&lt;/a></content></entry></feed>");
  std::vector<std::string> urls;
  for (const Link& link : feed.links) urls.push_back(link.url);
  EXPECT_THAT(urls, UnorderedElementsAre("https://files.example/dir/e.html",
                                         "https://files.example/dir/other.html",
                                         "https://files.example/dir/f.html",
                                         "https://files.example/dir/third.html"));
}

TEST(XmlFormatTest, TakesTheEntriesOfASitemapForLinks) {
  const Document map = read_xml(
      "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc> https://s.example/a "
      "</loc>"
      "<lastmod>2005-01-01</lastmod></url><url><loc>https://s.example/b?x=1&amp;y=2</loc></url></"
      "urlset>");
  EXPECT_EQ(map.resource_class, "Sitemap");
  ASSERT_EQ(map.links.size(), 2u);
  EXPECT_EQ(map.links[1].url, "https://s.example/b?x=1&y=2");
  EXPECT_EQ(map.links[1].element, Element::kSitemap);
  EXPECT_EQ(map.text, "");
}

TEST(XmlFormatTest, HeadsTheLinksOfAnOutlineByWhatTheyStandIn) {
  const Document list = read_xml(
      "<opml version='1.0'><head><title>Feeds</title></head><body><outline text='Astronomy'>"
      "<outline text='Comets' xmlUrl='https://c.example/rss' "
      "htmlUrl='https://c.example/'/></outline></body></opml>");
  ASSERT_EQ(list.links.size(), 2u);
  EXPECT_EQ(list.links[0].url, "https://c.example/");
  EXPECT_EQ(list.links[0].heading, "Astronomy");
  EXPECT_EQ(list.links[1].anchor, "Comets");
}

TEST(XmlFormatTest, ReadsTheMetadataAndLinksOfADrawing) {
  const Document drawing = read_xml(
      "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' "
      "viewBox='0 0 640 480.4'>"
      "<title>A map</title><desc>Where things are.</desc><style>text { fill: red "
      "}</style><metadata>"
      "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' "
      "xmlns:cc='http://creativecommons.org/ns#' "
      "xmlns:dc='http://purl.org/dc/elements/1.1/'><cc:Work><dc:creator><cc:Agent><dc:title>Ann</"
      "dc:title></cc:Agent>"
      "</dc:creator></cc:Work></rdf:RDF></metadata><a "
      "xlink:href='house.html'><text>House</text></a></svg>",
      "image/svg+xml");
  EXPECT_EQ(drawing.title, "A map");
  EXPECT_EQ(drawing.description, "Where things are.");
  EXPECT_THAT(values_of(drawing, "width"), ElementsAre("640"));
  EXPECT_THAT(values_of(drawing, "author"), ElementsAre("Ann"));
  EXPECT_THAT(drawing.text, Not(HasSubstr("fill")));
  ASSERT_EQ(drawing.links.size(), 1u);
  EXPECT_EQ(drawing.links[0].anchor, "House");
}

TEST(XmlFormatTest, NamesTheTemplatesAndImportsOfAStylesheet) {
  const Document sheet = read_xml(
      "<xsl:stylesheet version='2.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'><xsl:import "
      "href='base.xsl'/>"
      "<xsl:output method='html'/><xsl:template match='para'/><xsl:template "
      "name='footer'/></xsl:stylesheet>");
  EXPECT_EQ(sheet.resource_class, "Stylesheet");
  EXPECT_THAT(values_of(sheet, "template"), ElementsAre("para", "footer"));
  EXPECT_THAT(values_of(sheet, "outputMethod"), ElementsAre("html"));
  ASSERT_EQ(sheet.links.size(), 1u);
  EXPECT_EQ(sheet.links[0].url, "https://files.example/dir/base.xsl");
}

TEST(XmlFormatTest, DescribesASchemaByItsFirstDocumentation) {
  const Document schema = read_xml(
      "<?xml version='1.0'?><xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' "
      "targetNamespace='urn:stars'>"
      "<xs:annotation><xs:documentation>Stars and planets.</xs:documentation></xs:annotation>"
      "<xs:include schemaLocation='more.xsd'/><xs:complexType name='Star'/><xs:element "
      "name='sky'/></xs:schema>");
  EXPECT_EQ(schema.description, "Stars and planets.");
  EXPECT_THAT(values_of(schema, "targetNamespace"), ElementsAre("urn:stars"));
  EXPECT_THAT(values_of(schema, "definedType"), ElementsAre("Star"));
  ASSERT_EQ(schema.links.size(), 1u);
}

TEST(XmlFormatTest, LeavesXhtmlToTheReaderOfHtmlWhateverItsTypeSays) {
  const Document page = read_xml(
      "<?xml version='1.0'?><!DOCTYPE html><html "
      "xmlns='http://www.w3.org/1999/xhtml'><head><title>T</title></head>"
      "<body><p>Hello <a href='b.html'>there</a></p></body></html>");
  EXPECT_EQ(page.media_type, "application/xhtml+xml");
  ASSERT_EQ(page.links.size(), 1u);
  EXPECT_EQ(page.links[0].before, "Hello");
}

TEST(XmlFormatTest, ReadsTheCharsetThatIsDeclared) {
  EXPECT_EQ(
      read_xml("<?xml version='1.0' encoding='ISO-8859-1'?><a><title>caf\xE9</title></a>").title,
      "caf\xC3\xA9");
}

TEST(XmlFormatTest, KeepsWhatCameBeforeAnError) {
  const Document broken = read_xml("<a><title>Whole</title><b>text\n</c></a>");
  EXPECT_EQ(broken.status, ParseStatus::kFallback);
  EXPECT_THAT(broken.status_detail, HasSubstr("in line 2"));
  EXPECT_EQ(broken.title, "Whole");
}

TEST(XmlFormatTest, LosesNoMoreThanThePageToHostileXml) {
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "<a>";
  EXPECT_THAT(read_xml(deep).status_detail, HasSubstr("nested deeper"));
  const std::string bomb =
      "<!DOCTYPE a [<!ENTITY a 'aaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'><!ENTITY x SYSTEM "
      "'file:///etc/passwd'>]><a>&b;&x;</a>";
  const Document document = read_xml(bomb);
  EXPECT_EQ(document.status, ParseStatus::kParsed);
  EXPECT_EQ(document.text, "&b;&x;\n");
}

}  // namespace
}  // namespace porthole::testing
