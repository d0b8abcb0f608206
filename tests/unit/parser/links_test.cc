#include <gtest/gtest.h>

#include <string>

#include "parser/parse.h"

namespace porthole::parser {
namespace {

Document parse(std::string body, int max_links = 5000) {
  return parse_document({"http://site.example/dir/page.html", "text/html; charset=utf-8",
                         "<!DOCTYPE html><title>t</title>" + body, max_links});
}

/// The link that ends in `suffix`; fails the test when there is none.
Link link_to(const Document& document, std::string_view suffix) {
  for (const Link& link : document.links) {
    if (link.url.ends_with(suffix)) return link;
  }
  ADD_FAILURE() << "no link to " << suffix;
  return {};
}

TEST(LinksTest, ReadsEveryElementThatLinks) {
  const Document document = parse(
      "<a href=a>x</a><map name=m><area href=area alt=Area></map><img src=img longdesc=desc "
      "alt=Pic>"
      "<iframe src=iframe></iframe>");
  EXPECT_EQ(link_to(document, "/dir/a").element, Element::kA);
  EXPECT_EQ(link_to(document, "/dir/area").element, Element::kArea);
  EXPECT_EQ(link_to(document, "/dir/img").element, Element::kImg);
  EXPECT_EQ(link_to(document, "/dir/desc").element, Element::kImg);
  EXPECT_EQ(link_to(document, "/dir/iframe").element, Element::kIframe);
  const Document frames = parse_document(
      {"http://site.example/", "text/html",
       "<html><frameset cols='*,*'><frame src=left name=Menu><frame src=right></frameset></html>"});
  EXPECT_EQ(link_to(frames, "/left").element, Element::kFrame);
  EXPECT_EQ(link_to(frames, "/left").name, "Menu");
}

TEST(LinksTest, ReadsTheElementsThatShowAnotherDocument) {
  const Document document = parse(
      "<object data=object type=text/html>not shown <a href=inside>x</a></object><embed src=embed>"
      "<video src=video><source src=source><track src=track></video><audio src=audio></audio>"
      "<object data=picture type='image/svg+xml'></object><link rel=sitemap href=map><link "
      "rel=subsection href=part>");
  for (const char* name : {"object", "embed", "video", "source", "track", "audio"})
    EXPECT_EQ(link_to(document, std::string("/dir/") + name).element, Element::kIframe) << name;
  EXPECT_EQ(link_to(document, "/dir/picture").element, Element::kImg);
  EXPECT_EQ(link_to(document, "/dir/inside").element, Element::kA);
  for (const char* name : {"/dir/map", "/dir/part"})
    EXPECT_EQ(link_to(document, name).element, Element::kLink);
}

TEST(LinksTest, ReadsTheLargestImageOfASrcset) {
  const Document document = parse(
      "<img src=s.jpg alt=A srcset='a,1.jpg 1x,a,2.jpg 2x , s.jpg'><picture><source "
      "type=image/webp "
      "srcset='b.webp 480w, c.webp 1080w'><source srcset='d.avif'></picture>");
  ASSERT_EQ(document.links.size(), 4u);
  EXPECT_EQ(link_to(document, "/dir/a,2.jpg").alt, "A");
  EXPECT_EQ(link_to(document, "/dir/c.webp").element, Element::kImg);
  EXPECT_EQ(link_to(document, "/dir/d.avif").element, Element::kImg);
}

TEST(LinksTest, ReadsTheLinksOfADrawing) {
  const Document document = parse(
      "<p>x <svg viewBox='0 0 1 1'><a href=s1><text>drawn</text></a><g><a "
      "xlink:href='s2'><path d='M0'/></a></g></svg> y <a href=s3>z</a>");
  for (const char* name : {"/dir/s1", "/dir/s2", "/dir/s3"})
    EXPECT_EQ(link_to(document, name).element, Element::kA);
  EXPECT_EQ(document.text.find("drawn"), std::string::npos);
}

TEST(LinksTest, EncodesTheQueryInTheCharsetOfThePage) {
  const auto url = [](const char* charset, const std::string& page) {
    const Document document = parse_document(
        {"http://site.example/", std::string("text/html; charset=") + charset, page});
    return document.links.empty() ? std::string() : document.links.front().url;
  };
  const std::string lamp = "&#1083;&#1072;&#1084;&#1087;&#1072;";
  const std::string link = "<a href='/" + lamp + "?q=" + lamp + "&a=1#" + lamp + "'>x</a>";
  const std::string utf8 = "%D0%BB%D0%B0%D0%BC%D0%BF%D0%B0";
  EXPECT_EQ(url("windows-1251", link),
            "http://site.example/" + utf8 + "?q=%EB%E0%EC%EF%E0&a=1#" + utf8);
  EXPECT_EQ(url("utf-8", link), "http://site.example/" + utf8 + "?q=" + utf8 + "&a=1#" + utf8);
  EXPECT_EQ(url("gb2312", "<a href='?n=&#22411; '>x</a>"), "http://site.example/?n=%D0%CD");
  EXPECT_EQ(url("shift_jis", "<a href='?n=&#12477;'>x</a>"), "http://site.example/?n=%83\\");
  EXPECT_EQ(url("euc-kr", "<a href='?n=&#54620;'>x</a>"), "http://site.example/?n=%C7%D1");
  EXPECT_EQ(url("iso-8859-1", "<a href='?n=&eacute;&#1083;'>x</a>"),
            "http://site.example/?n=%E9%26%231083%3B")
      << "a character that the charset lacks";
  const char16_t wide[] = u"<a href='?n=\u00e9'>x</a>";
  EXPECT_EQ(url("utf-16le", std::string(reinterpret_cast<const char*>(wide), sizeof wide - 2)),
            "http://site.example/?n=%C3%A9");
}

TEST(LinksTest, ReadsTheContentOfDeclarativeShadowRootsAndNoOtherTemplate) {
  const Document document = parse(
      "<my-card><template ShadowRootMode=Open><p>shadow <a href=s>s</a><template><a "
      "href=i>inert</a></template></p></template></my-card><template><p>inert<template "
      "shadowrootmode=open><a href=j>x</a></template></template><p>after <a href=a>x</a>");
  EXPECT_EQ(document.text, "shadow s\nafter x");
  ASSERT_EQ(document.links.size(), 2u);
  EXPECT_EQ(document.links[0].url, "http://site.example/dir/s");
}

TEST(LinksTest, ReadsTheDocumentThatAFrameHasInItself) {
  const Document document = parse(
      "<p>before <iframe srcdoc=\"<p>inner &lt;a href='x?a&amp;amp;b'&gt;text</a>\">none</iframe>");
  EXPECT_EQ(link_to(document, "/dir/x?a&b").anchor, "text");
  EXPECT_NE(document.text.find("inner text"), std::string::npos);
  EXPECT_EQ(document.text.find("none"), std::string::npos);
}

TEST(LinksTest, DropsTabsAndNewlinesOfAUrlAsBrowsersDo) {
  EXPECT_EQ(link_to(parse("<a href='/a\tb'>x</a>"), "/ab").anchor, "x");
  EXPECT_EQ(link_to(parse("<a href='/a\nb'>x</a>"), "/ab").anchor, "x");
  EXPECT_EQ(link_to(parse("<a href='\t/c\n'>x</a>"), "/c").anchor, "x");
}

TEST(LinksTest, ReadsAttributesAsBrowsersDo) {
  EXPECT_EQ(link_to(parse("<a href='/a' href='/b'>x</a>"), "/a").anchor, "x");
  EXPECT_EQ(link_to(parse("<a href='/?a=1&copy=2&times=3&lt;&amp;b&region=4&amp=5'>x</a>"),
                    "/?a=1&copy=2&times=3%3C&b&region=4&amp=5")
                .anchor,
            "x");
  EXPECT_EQ(link_to(parse("<a href='/?&copy;=2&eacute'>x</a>"), "/?%C2%A9=2%C3%A9").anchor, "x");
}

TEST(LinksTest, TheBaseIsThatOfTheFirstElementWithAUrlThatIsNotInADrawing) {
  const Document document = parse(
      "<base target=_top><svg><base href='/drawn/'></svg><a href=x>x</a><base href='/first/'>"
      "<base href='/second/'>");
  EXPECT_EQ(link_to(document, "/x").url, "http://site.example/first/x");
}

TEST(LinksTest, ReadsARefreshAsBrowsersDo) {
  const auto target = [](const std::string& content) {
    return parse("<meta http-equiv=Refresh content=\"" + content + "\">").refresh;
  };
  for (const char* content :
       {"0;url=r", "5; URL = 'r'junk", "0, r", "0 url=r", ".5;r", " 3 ;url=r "})
    EXPECT_EQ(target(content), "http://site.example/dir/r") << content;
  for (const char* content : {"url=r", "x;url=r", "0", "0url=r"})
    EXPECT_EQ(target(content), "") << content;
}

TEST(LinksTest, KeepsEachKindOfAnnotationApart) {
  const Link link = link_to(
      parse("<p>left text <a href=x title='The title' name=n rel='NoFollow  UGC' "
            "onmouseover=\"window.status='Go to \\'x\\''; return true\"><img src=i alt='image "
            "text'>anchor <b>text</b></a> right text</p>"),
      "/dir/x");
  EXPECT_EQ(link.anchor, "anchor text");
  EXPECT_EQ(link.title, "The title");
  EXPECT_EQ(link.alt, "image text");
  EXPECT_EQ(link.name, "n");
  EXPECT_EQ(link.rel, "nofollow ugc");
  EXPECT_TRUE(link.has_rel("nofollow"));
  EXPECT_EQ(link.onmouseover, "Go to 'x'");
  EXPECT_EQ(link.before, "left text");
  EXPECT_EQ(link.after, "right text");
}

TEST(LinksTest, EndsSiblingTextAtTheNextLinkAndAtTheBlock) {
  const Document document = parse("<p>one <a href=a>A</a> | <a href=b>B</a> two</p><p>three</p>");
  EXPECT_EQ(link_to(document, "/a").before, "one");
  EXPECT_EQ(link_to(document, "/a").after, "|");
  EXPECT_EQ(link_to(document, "/b").before, "|");
  EXPECT_EQ(link_to(document, "/b").after, "two");
}

TEST(LinksTest, TakesTheDefinitionOrTheNextCellWhenALinkHasItsBlockToItself) {
  const Document list = parse(
      "<dl><dt><a href=star>star</a></dt><dd>A hot ball.</dd><dt><a href=a>A</a> or <a "
      "href=b>B</a></dt>"
      "<dd>Two letters.</dd></dl>");
  EXPECT_EQ(link_to(list, "/star").after, "A hot ball.");
  EXPECT_EQ(link_to(list, "/a").after, "or");
  EXPECT_EQ(link_to(list, "/b").after, "");
  const Document table = parse(
      "<table><tr><td><a href=moon>moon</a></td><td>A cold ball.</td><td>Far.</td></tr></table>");
  EXPECT_EQ(link_to(table, "/moon").after, "A cold ball.");
}

TEST(LinksTest, LooksThroughFormattingForSiblingText) {
  const Link link =
      link_to(parse("<p>the <i>big</i> <b><a href=a>A</a></b> <tt>index</tt></p>"), "/a");
  EXPECT_EQ(link.before, "the big");
  EXPECT_EQ(link.after, "index");
}

TEST(LinksTest, CutsSiblingTextOnTheSideNextToTheLink) {
  std::string words;
  for (int i = 100; i < 200; ++i) words += "w" + std::to_string(i) + " ";
  const Link link = link_to(parse("<p>" + words + "<a href=a>A</a> " + words + "</p>"), "/a");
  EXPECT_LE(link.before.size(), 200u);
  EXPECT_TRUE(link.before.ends_with("w199")) << link.before;
  EXPECT_LE(link.after.size(), 200u);
  EXPECT_TRUE(link.after.starts_with("w100 ")) << link.after;
}

// Sundaresan, Yi, Huang 2000, section 3.2: "the ancestral level where the closest sibling of a
// previous ancestor is a text node".
TEST(LinksTest, TakesTheTextThatHeadsTheList) {
  const Document document = parse(
      "<h3>Telescopes</h3><ul><li><a href=hst>Hubble</a><li>and <a href=vlt>VLT</a></ul>"
      "Radio astronomy:<ul><li><a href=vla>VLA</a></ul>");
  EXPECT_EQ(link_to(document, "/hst").heading, "Telescopes");
  EXPECT_EQ(link_to(document, "/vlt").heading, "Telescopes");
  EXPECT_EQ(link_to(document, "/vla").heading, "Radio astronomy:");
}

TEST(LinksTest, TakesTheParagraphBeforeWhenItHoldsNoLink) {
  const Document document = parse(
      "<p>An astronomy package.</p><p>Homepage [<a href=site>site</a>]</p>"
      "<p>More <a href=more>here</a></p>");
  EXPECT_EQ(link_to(document, "/site").heading, "An astronomy package.");
  EXPECT_EQ(link_to(document, "/site").before, "Homepage [");
  EXPECT_EQ(link_to(document, "/more").heading, "");
}

TEST(LinksTest, FindsTheHeadOfDefinitionListsTablesAndWrappedHeadings) {
  const Document document = parse(
      "<dl><dt>Term<dd><a href=dd>x</a></dl>"
      "<table><caption>Planets</caption><tr><th>Mars<td><a href=mars>x</a></table>"
      "<div class=head><h2>Wrapped</h2></div><div><ul><li><a href=wrapped>x</a></ul></div>"
      "<h2>Flat</h2><a href=one>1</a> <a href=two>2</a>");
  EXPECT_EQ(link_to(document, "/dd").heading, "Term");
  EXPECT_EQ(link_to(document, "/mars").heading, "Mars");
  EXPECT_EQ(link_to(document, "/wrapped").heading, "Wrapped");
  EXPECT_EQ(link_to(document, "/one").heading, "Flat");
  EXPECT_EQ(link_to(document, "/two").heading, "Flat");
}

TEST(LinksTest, SkipsPermalinkMarksOfHeadings) {
  const Document document =
      parse("<h2>Usage<a href='#usage'>\xC2\xB6</a></h2><ul><li><a href=x>x</a></ul>");
  EXPECT_EQ(link_to(document, "/x").heading, "Usage");
  EXPECT_EQ(document.text, "Usage\nx");
  EXPECT_EQ(document.links.size(), 1u);
}

TEST(LinksTest, LeavesOutWhatIsNoPage) {
  const Document document = parse(
      "<a href='javascript:alert(1)'>j</a><a href=' JaVa\tScript:x'>j</a><a "
      "href='data:text/html,x'>d</a>"
      "<a href='&#106;avascript:x'>e</a><a href='mailto:a@b.example'>m</a><a href='tel:1'>t</a>"
      "<a href='http://'>broken</a><a href='ftp://ftp.example/pub'>f</a><a>none</a>"
      "<a href='" +
      std::string(70000, 'x') + "://x'>long</a>");
  ASSERT_EQ(document.links.size(), 1u);
  EXPECT_EQ(document.links[0].url, "ftp://ftp.example/pub");
}

TEST(LinksTest, ResolvesAgainstTheFirstBaseOnly) {
  const Document document =
      parse_document({"http://site.example/dir/page", "text/html",
                      "<head><link rel=next href=n><base href='http://other.example/b/'><base "
                      "href='http://third.example/'>"
                      "</head><a href=x>x</a>"});
  EXPECT_EQ(link_to(document, "x").url, "http://other.example/b/x");
  EXPECT_EQ(link_to(document, "n").url, "http://other.example/b/n");
}

// https://html.spec.whatwg.org/#set-the-frozen-base-url
TEST(LinksTest, IgnoresABaseThatIsAScript) {
  const Document document = parse_document(
      {"http://site.example/dir/", "text/html", "<base href='javascript:x'><a href=x>x</a>"});
  EXPECT_EQ(link_to(document, "x").url, "http://site.example/dir/x");
}

TEST(LinksTest, KeepsLinkElementsThatLeadSomewhere) {
  const Document document = parse_document(
      {"http://site.example/", "text/html",
       "<link rel=stylesheet href=s.css><link rel=icon href=i.ico><link rel=preload href=p>"
       "<link rel='alternate stylesheet' href=a.css><link rel=Alternate href=feed title=Feed>"
       "<link rel=canonical href=/canon><link rel=next href=next>"});
  ASSERT_EQ(document.links.size(), 3u);
  EXPECT_EQ(link_to(document, "feed").rel, "alternate");
  EXPECT_EQ(link_to(document, "feed").title, "Feed");
  EXPECT_EQ(document.canonical, "http://site.example/canon");
  EXPECT_EQ(document.links_cut, 0u);
}

TEST(LinksTest, CutsLinksToTheOwnHostFirst) {
  std::string body;
  for (int i = 0; i < 20; ++i) body += "<a href=own" + std::to_string(i) + ">o</a> ";
  for (int i = 0; i < 6; ++i) body += "<a href='http://h" + std::to_string(i) + ".example/'>f</a> ";
  const Document document = parse(body, 10);
  ASSERT_EQ(document.links.size(), 10u);
  EXPECT_EQ(document.links_cut, 16u);
  EXPECT_EQ(document.links[0].url, "http://site.example/dir/own0");
  EXPECT_EQ(document.links[3].url, "http://site.example/dir/own3");
  EXPECT_EQ(document.links[4].url, "http://h0.example/");
  EXPECT_EQ(document.links[9].url, "http://h5.example/");
}

TEST(LinksTest, BoundsAnnotations) {
  const std::string lots(50000, 'x');
  const Link link = link_to(parse("<a href=a title='" + lots + "'>" + lots + "</a>"), "/a");
  EXPECT_LE(link.anchor.size(), 1000u);
  EXPECT_LE(link.title.size(), 1000u);
}

}  // namespace
}  // namespace porthole::parser
