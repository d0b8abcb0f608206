#include <gtest/gtest.h>

#include <string>

#include "parser/parse.h"

namespace porthole::parser {
namespace {

Document parse(std::string body, std::string content_type = "text/html; charset=utf-8") {
  return parse_document(
      {"http://site.example/dir/page.html", std::move(content_type), std::move(body)});
}

TEST(DocumentTest, PutsBlocksOnLinesAndFoldsSpace) {
  const Document document = parse(
      "<title> The\n title &amp; more </title><p>One  two\n<b>three</b>&nbsp;four<p>five<br>six"
      "<table><tr><td>a<td>b<tr><td>c</table><pre>x  y\nz</pre>");
  EXPECT_EQ(document.title, "The title & more");
  EXPECT_EQ(document.text, "One two three four\nfive\nsix\na b\nc\nx y\nz") << "pre";
  EXPECT_EQ(document.status, ParseStatus::kParsed);
  EXPECT_EQ(document.media_type, "text/html");
}

// https://html.spec.whatwg.org/#rcdata-state: a title has no elements.
TEST(DocumentTest, TagsInTheTitleAreItsText) {
  EXPECT_EQ(parse("<title>Using vector<int> in C++</title><p>a").title, "Using vector<int> in C++");
  EXPECT_EQ(parse("<TITLE>The <b> element &lt;i></TITLE><p>a").title, "The <b> element <i>");
  EXPECT_EQ(parse("<title>a<b && c</title><p>a").title, "a<b && c");
  EXPECT_EQ(parse("<title><!-- one --></title><p>a").title, "<!-- one -->");
  EXPECT_EQ(parse("<title>a</title><svg><title>b<c></title></svg><p>d").title, "a");
  EXPECT_EQ(parse("<title>a</title><svg><title>b<c></title></svg><p>d").text, "d");
  EXPECT_EQ(parse("<title>a <b>c</title><p>text").text, "text");
}

TEST(DocumentTest, ATitleThatIsNotClosedHidesNoTextOfALongPage) {
  const std::string words(3000, 'x');
  EXPECT_NE(parse("<title>a<p>one <b>two</b></p>" + words).text.find("two"), std::string::npos);
}

TEST(DocumentTest, AnAttributeWithoutANameIsLeftOut) {
  const Document document = parse("-;<p;.c.utf<?xml .z");
  EXPECT_EQ(document.status, ParseStatus::kParsed) << document.status_detail;
}

TEST(DocumentTest, LeavesOutWhatIsNotSeen) {
  const Document document = parse(
      "<style>p{}</style><p>seen<script>var x='<p>not';</script><template><p>not</p></template>"
      "<noscript>no <a href=ns>link</a></noscript><svg><text>not</text></svg><!-- not --> this");
  EXPECT_EQ(document.text, "seen this");
  ASSERT_EQ(document.links.size(), 1u);
  EXPECT_EQ(document.links[0].anchor, "link");
}

// https://html.spec.whatwg.org/#parsing-main-inhead: "</template>" closes what is open in it.
TEST(DocumentTest, KeepsTheTextAfterATemplateWithAnOpenTable) {
  const Document document = parse(
      "<p>before<template><table><tr><td>not</template><p>after <a href=next>a link</a>"
      "<div><template><template><table></template><p>not</template></div><p>end");
  EXPECT_EQ(document.text, "before\nafter a link\nend");
  ASSERT_EQ(document.links.size(), 1u);
  EXPECT_EQ(document.links[0].anchor, "a link");
}

TEST(DocumentTest, ATemplateInAScriptIsNone) {
  EXPECT_EQ(parse("<script>'<template>'</script><p>one<script>'</template>'</script><p>two").text,
            "one\ntwo");
}

// https://html.spec.whatwg.org/#the-select-element: its first child may be a button.
TEST(DocumentTest, KeepsTheTextOfASelectThatHoldsMoreThanOptions) {
  EXPECT_EQ(parse("<p>a<select><button>chosen</button><option>one</option></select>b").text,
            "a\nchosen\none\nb");
  EXPECT_EQ(parse("<select>words<option>one<option>two</select><p>end").text,
            "words\none\ntwo\nend");
  const Document document = parse("<select><option>one <a href=next>a link</a></option></select>");
  EXPECT_EQ(document.text, "one a link");
  EXPECT_EQ(document.links.size(), 1u);
}

TEST(DocumentTest, KeepsTheTextAfterASelectThatIsNeverClosed) {
  EXPECT_EQ(parse("<p>a<select><button>chosen<p>after<p>end").text, "a\nchosen\nafter\nend");
}

TEST(DocumentTest, KeepsTheOptionsOfASelect) {
  EXPECT_EQ(parse("<p>a<select name=x><option>one<option selected>two</select>b").text,
            "a\none\ntwo\nb");
}

TEST(DocumentTest, KeepsTheContentOfUnknownElements) {
  const Document document =
      parse("<p>a <my-widget>b <foo>c</foo></my-widget> d</p><main><article>e</article></main>");
  EXPECT_EQ(document.text, "a b c d\ne");
}

TEST(DocumentTest, ReadingsPartNoWords) {
  EXPECT_EQ(
      parse("<p><ruby>東<rp>(</rp><rt>とう</rt><rp>)</rp>京<rt>きょう</rt></ruby>へ行く<p>次").text,
      "東京へ行く とう きょう\n次");
  EXPECT_EQ(parse("<p><ruby>東<rp>(<rt>とう<rp>)</rp>京<rt>きょう</ruby>へ行く<p>次").text,
            "東京へ行く とう きょう\n次");
  EXPECT_EQ(parse("<p><ruby><rb>大<rb>阪<rtc><rt>おお<rt>さか</rtc></ruby>城").text,
            "大阪城 おお さか");
}

TEST(DocumentTest, AnElementHasOneShadowRoot) {
  const std::string root = "<template shadowrootmode=open>";
  EXPECT_EQ(parse("<div>" + root + "a</template><b>l</b>" + root + "b</template></div><div>" +
                  root + "c<i>" + root + "d</template></i></template></div>")
                .text,
            "a\nl\nc\nd");
}

TEST(DocumentTest, TakesTheMostSpecificDescription) {
  const std::string dublin_core = "<meta name=DC.description content='dublin core'>";
  const std::string open_graph = "<meta property='og:description' content='open graph'>";
  const std::string plain = "<meta name=Description content=' plain  one '>";
  EXPECT_EQ(parse(dublin_core + open_graph + plain).description, "plain one");
  EXPECT_EQ(parse(dublin_core + open_graph).description, "open graph");
  EXPECT_EQ(parse(dublin_core).description, "dublin core");
}

TEST(DocumentTest, FindsDatesInMetadata) {
  const Document document = parse(
      "<meta name=date content=2001-01-01><meta property=article:published_time "
      "content=2026-01-02T03:04:05Z><meta name='last-modified' content='Fri, 20 Nov 2026 18:20:53 "
      "GMT'>");
  EXPECT_EQ(document.published, "2026-01-02T03:04:05Z");
  EXPECT_EQ(document.modified, "2026-11-20T18:20:53Z");
  EXPECT_EQ(parse("<meta name=citation_date content=2020/05/17>").published, "2020-05-17");
  EXPECT_EQ(parse("<meta name=date content='long ago'>").published, "");
  EXPECT_EQ(parse("<script type='application/ld+json'>{\"datePublished\": \"2019-08-07\"}</script>")
                .published,
            "2019-08-07");
  EXPECT_EQ(parse("<p><time itemprop=datePublished datetime=2018-07-06>x</time>").published,
            "2018-07-06");
}

TEST(DocumentTest, ReadsTheWishesForRobots) {
  const Document document = parse("<meta name=ROBOTS content='NoIndex, nosnippet'>");
  EXPECT_TRUE(document.noindex);
  EXPECT_TRUE(document.nosnippet);
  EXPECT_FALSE(document.nofollow);
  EXPECT_FALSE(document.noarchive);
  const Document none =
      parse("<meta name=robots content=none><meta name=robots content=noarchive>");
  EXPECT_TRUE(none.noindex && none.nofollow && none.noarchive);
  EXPECT_FALSE(parse("<meta name=otherbot content=noindex>").noindex);
}

TEST(DocumentTest, ASnippetOfNoLengthIsNoSnippet) {
  EXPECT_TRUE(parse("<meta name=robots content='max-snippet:0'>").nosnippet);
  EXPECT_TRUE(parse("<meta name=robots content='noarchive, Max-Snippet: 0'>").nosnippet);
  EXPECT_FALSE(parse("<meta name=robots content='max-snippet:20'>").nosnippet);
}

// https://html.spec.whatwg.org/#shared-declarative-refresh-steps
TEST(DocumentTest, ReadsAMetaRefresh) {
  EXPECT_EQ(parse("<meta http-equiv=refresh content=\"5; URL='next?a=1'\">").refresh,
            "http://site.example/dir/next?a=1");
  EXPECT_EQ(parse("<meta http-equiv=refresh content='0;next'>").refresh,
            "http://site.example/dir/next");
  EXPECT_EQ(parse("<meta http-equiv=refresh content='5'>").refresh, "");
  EXPECT_EQ(parse("<meta http-equiv=refresh content='0;url=javascript:x'>").refresh, "");
}

TEST(DocumentTest, DetectsTheLanguageOfTheTextOverTheAttribute) {
  const std::string german =
      "<p>Die Sonne ist der Stern im Zentrum unseres Sonnensystems, und die Erde ist einer der "
      "acht "
      "Planeten, die sie umkreisen. Das Licht braucht etwa acht Minuten bis zu uns.</p>";
  EXPECT_EQ(parse("<html lang=en>" + german).language, "de");
  EXPECT_EQ(parse("<html lang=pt-BR><p>123</p>").language, "pt");
  EXPECT_EQ(parse("<p>123</p>").language, "");
}

TEST(DocumentTest, ReadsPlainTextWithItsFirstLineAsTitle) {
  const Document document = parse("\n  A <b>title\nsecond  line\r\nthird", "text/plain");
  EXPECT_EQ(document.status, ParseStatus::kTextOnly);
  EXPECT_EQ(document.title, "A <b>title");
  EXPECT_EQ(document.text, "A <b>title\nsecond line\nthird");
  EXPECT_TRUE(document.links.empty());
}

TEST(DocumentTest, ReadsTheTextOfXml) {
  const Document document = parse(
      "<?xml version='1.0'?><rss><channel><title>News &amp; more</title><item><description>"
      "<![CDATA[a < b]]></description></item></channel></rss>",
      "application/rss+xml");
  EXPECT_EQ(document.status, ParseStatus::kTextOnly);
  EXPECT_EQ(document.title, "News & more");
  EXPECT_EQ(document.text, "a < b");
}

TEST(DocumentTest, ReadsXhtmlLikeHtml) {
  const Document document = parse(
      "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml' xml:lang='fr'><head><title>T"
      "</title></head><body><p><a href='x'>y</a></p></body></html>",
      "application/xhtml+xml");
  EXPECT_EQ(document.status, ParseStatus::kParsed);
  EXPECT_EQ(document.links.size(), 1u);
  EXPECT_EQ(document.language, "fr");
}

TEST(DocumentTest, TellsTypesByTheirBytesWhereTheHeaderDoesNot) {
  EXPECT_EQ(parse(" <!DOCTYPE HTML><p>x", "").media_type, "text/html");
  EXPECT_EQ(parse("<html><p>x", "application/octet-stream").status, ParseStatus::kParsed);
  EXPECT_EQ(parse("%PDF-1.4\n%\xE2\xE3\xCF\xD3\n", "").media_type, "application/pdf");
  EXPECT_EQ(parse("<p>x", "text/plain, text/html; charset=utf-8, x").media_type, "text/html");
  const Document pdf = parse("%PDF-1.4\n1 0 obj\n", "text/html");
  EXPECT_EQ(pdf.status, ParseStatus::kUnsupported);
  EXPECT_EQ(pdf.media_type, "application/pdf");
  EXPECT_EQ(parse("x", "image/png").status, ParseStatus::kUnsupported);
  EXPECT_EQ(parse("body{}", "text/css").status, ParseStatus::kUnsupported);
}

TEST(DocumentTest, GivesAnEmptyPageAnEmptyDocument) {
  const Document document = parse("");
  EXPECT_EQ(document.status, ParseStatus::kParsed);
  EXPECT_EQ(document.text, "");
}

TEST(DocumentTest, KeepsTheIdsOfItsPartsWithTheirHeadings) {
  const Document document = parse(
      "<h2 id=a>Comets</h2>text<div id=b><p><a name=c></a><h2>Tails</h2>more</div>"
      "<div id=d>text<h2>Unnamed</h2></div><h3><span id=e>Far</span> clouds</h3><p id=f>text",
      "text/html; charset=utf-8");
  std::vector<std::string> sections;
  for (const Property& one : document.properties)
    if (one.name == "section") sections.push_back(one.value);
  EXPECT_EQ(sections,
            (std::vector<std::string>{"a Comets", "c Tails", " Unnamed", "e Far clouds"}));
}

TEST(DocumentTest, WhatHeadsAPartOfThePageIsAPropertyOnce) {
  const ParseInput input{
      "http://site.example/", "text/html; charset=utf-8",
      "<h1>Comets <a href=#c>\xC2\xB6</a></h1><h2>Their\n<i>orbits</i></h2>text<h2>Their "
      "orbits</h2><h3> - </h3>"
      "<noscript><h3>Unseen</h3></noscript><table><caption>Periods</caption><tr><td>76</table>"};
  const std::vector<Property> headings = {
      {"heading", "Comets"}, {"heading", "Their orbits"}, {"heading", "Periods"}};
  EXPECT_EQ(parse_document(input).properties, headings);
  EXPECT_EQ(parse("<h2>" + std::string(3000, 'a') + "</h2>").properties.at(0).value.size(), 200u);
  std::string many;
  for (int i = 0; i < 300; ++i) many += "<h2>part " + std::to_string(i) + "</h2>";
  EXPECT_EQ(parse(many).properties.size(), 100u);
}

TEST(DocumentTest, ReadsTheSameTextAndLinksByTheLinearScan) {
  const ParseInput input{
      "http://site.example/", "text/html; charset=utf-8",
      "<title>T &eacute;</title><meta name=description content=D><h2>Head</h2><p>left <a href=x "
      "title='a &lt; b'>an<b>chor</b></a> right<script>no</script><ul><li><a href=y>Y</a></ul>"};
  const Document tree = parse_document(input);
  const Document scan = fallback_document(input, "tried");
  EXPECT_EQ(scan.status, ParseStatus::kFallback);
  EXPECT_EQ(scan.status_detail, "tried");
  EXPECT_EQ(scan.title, tree.title);
  EXPECT_EQ(scan.text, tree.text);
  EXPECT_EQ(scan.description, "D");
  EXPECT_EQ(scan.properties, tree.properties);
  ASSERT_EQ(scan.links.size(), tree.links.size());
  EXPECT_EQ(scan.links[0].title, "a < b");
  EXPECT_EQ(scan.links[0].anchor, "anchor");
  EXPECT_EQ(scan.links[0].before, "left");
  EXPECT_EQ(scan.links[0].after, "right");
}

}  // namespace
}  // namespace porthole::parser
