// Structured data in HTML: JSON-LD, microdata, RDFa Lite, Open Graph, Dublin Core.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "parser/parse.h"

namespace porthole::parser {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

Document parse(std::string body) {
  return parse_document(
      {"http://site.example/dir/page.html", "text/html; charset=utf-8", std::move(body)});
}

std::vector<std::string> properties_of(const std::string& body) {
  std::vector<std::string> all;
  for (const Property& one : parse(body).properties) {
    if (one.name != kOtherTitle) all.push_back(one.name + "=" + one.value);
  }
  return all;
}

std::string script(const std::string& json) {
  return "<script type='application/ld+json'>" + json + "</script>";
}

// https://ogp.me/#metadata; a page that says nothing for machines says nothing.
TEST(StatementsTest, ReadMetaElements) {
  EXPECT_THAT(properties_of("<title>t</title><meta name=viewport content='width=1'><meta "
                            "name=theme-color content='#fff'>"),
              IsEmpty());
  EXPECT_THAT(
      properties_of(
          "<meta name=Author content=' Ann  Bell '><meta name=keywords content='comets, orbits'>"
          "<meta property='og:site_name' content='The Sky'><meta property='og:image' "
          "content='/a.png'>"
          "<meta property='og:type' content='article'><meta property='og:title' content='x'><meta "
          "property='og:image:width' content='1200'>"),
      UnorderedElementsAre("author=Ann Bell", "keyword=comets", "keyword=orbits",
                           "siteName=The Sky", "image=http://site.example/a.png"));
}

TEST(StatementsTest, ReadDublinCoreAndCitations) {
  EXPECT_THAT(
      properties_of(
          "<meta name='DC.Creator' content='Ann'><meta name='DCTERMS.subject' content='stars'>"
          "<meta name='dc.coverage' content='north'><meta name=citation_doi content='10.1/x'>"
          "<meta name=citation_author content='Ann'>"),
      UnorderedElementsAre("author=Ann", "keyword=stars", "structured=dc.coverage: north",
                           "identifier=10.1/x"));
}

// https://schema.org/Article, example in JSON-LD.
TEST(StatementsTest, ReadANodeOfJsonLd) {
  const Document page = parse(script(
      R"({"@context":"http://schema.org","@type":"NewsArticle","author":{"@type":"Person","name":"Ann Bell","jobTitle":"Editor"},
          "publisher":{"@type":"Organization","name":"The Sky"},"datePublished":"2015-02-05T08:00:00+08:00",
          "image":["https://site.example/1.jpg",{"@type":"ImageObject","url":"/2.jpg"}],"keywords":["a","b"],"wordCount":120})"));
  EXPECT_EQ(page.published, "2015-02-05T08:00:00+08:00");
  std::vector<std::string> all;
  for (const Property& one : page.properties) all.push_back(one.name + "=" + one.value);
  EXPECT_THAT(all,
              UnorderedElementsAre("typedAs=https://schema.org/NewsArticle", "author=Ann Bell",
                                   "structured=author.jobTitle: Editor", "publisher=The Sky",
                                   "keyword=a", "keyword=b", "image=https://site.example/1.jpg",
                                   "image=http://site.example/2.jpg", "structured=wordCount: 120"));
  for (const Property& one : page.properties) {
    EXPECT_EQ(one.kind == PropertyKind::kUri, one.name == "image" || one.name == "typedAs")
        << one.name;
  }
}

// https://www.w3.org/TR/json-ld11/#compact-iris and #aliasing-keywords.
TEST(StatementsTest, FollowPrefixesAndTermsOfTheScriptsOwnContext) {
  EXPECT_THAT(
      properties_of(
          script(R"({"@context":{"s":"http://schema.org/","type":"@type","writer":"s:author",
        "maker":{"@id":"s:publisher"}},"type":"s:Book","writer":{"type":"s:Person","name":"Ann"},"maker":"The Sky",
        "s:isbn":"0-306-40615-2","x:odd":"as it is"})")),
      UnorderedElementsAre("typedAs=https://schema.org/Book", "author=Ann", "publisher=The Sky",
                           "isbn=0-306-40615-2", "structured=x:odd: as it is"));
  // A term that means itself, and one that means a keyword of another script.
  EXPECT_THAT(
      properties_of(
          script(R"({"@context":{"author":"author","a":"b:c","b":"a:d"},"author":"Ann","a":"x"})")),
      UnorderedElementsAre("author=Ann", "structured=a:dc: x"));
}

TEST(StatementsTest, LookUpNodesOfAGraphByTheirIds) {
  EXPECT_THAT(
      properties_of(script(
          R"({"@context":"https://schema.org","@graph":[{"@type":"WebSite","@id":"#w","name":"Sky"},
        {"@type":"Article","author":{"@id":"#ann"}},{"@type":"Person","@id":"#ann","name":"Ann","url":"https://a.example"}]})")),
      UnorderedElementsAre("typedAs=https://schema.org/WebSite", "siteName=Sky",
                           "typedAs=https://schema.org/Article", "author=Ann",
                           "typedAs=https://schema.org/Person", "structured=Person.name: Ann",
                           "structured=Person.url: https://a.example"));
}

// https://html.spec.whatwg.org/#microdata, the items of section 5.2.3 shortened.
TEST(StatementsTest, ReadMicrodata) {
  EXPECT_THAT(
      properties_of(
          "<div itemscope itemtype='http://schema.org/Product'><span itemprop=name>Anvil</span>"
          "<img itemprop=image src=anvil.jpg><div itemprop=offers itemscope "
          "itemtype='http://schema.org/Offer'>"
          "<b itemprop=price content=7.99>about <i>eight</i></b></div>"
          "<p itemprop=review>Heavy <b>as</b> promised.</p></div><p itemprop=name>outside</p>"),
      ElementsAre("typedAs=https://schema.org/Product", "structured=name: Anvil",
                  "image=http://site.example/dir/anvil.jpg", "structured=offers.price: 7.99",
                  "structured=review: Heavy as promised."));
}

TEST(StatementsTest, SayAnItemInsideOfAnotherByItsName) {
  EXPECT_THAT(properties_of("<article itemscope itemtype='https://schema.org/BlogPosting'><span "
                            "itemprop=author itemscope "
                            "itemtype='https://schema.org/Person'><a itemprop=name "
                            "href=/ann>Ann</a><a itemprop=url href=/ann>"
                            "</a></span></article>"),
              UnorderedElementsAre("typedAs=https://schema.org/BlogPosting", "author=Ann",
                                   "structured=author.url: /ann"));
}

// https://html.spec.whatwg.org/#attr-itemref, the band of section 5.2.2 with an item of its own.
TEST(StatementsTest, SayWhatAnItemRefersToOfThatItem) {
  const std::string band =
      "<div itemprop=band itemscope id=b><p itemprop=name>Jazz Band</p><p "
      "itemprop=size>12</p></div>";
  const std::string amanda =
      "<div itemscope itemtype='https://schema.org/Book' itemref=' a b a'></div>";
  const std::string name = "<p id=a>Name: <span itemprop=alternateName>Amanda</span></p>";
  const auto said =
      UnorderedElementsAre("typedAs=https://schema.org/Book", "structured=alternateName: Amanda",
                           "structured=band: Jazz Band", "structured=band.size: 12");
  EXPECT_THAT(properties_of(amanda + name + band), said);
  EXPECT_THAT(properties_of(band + name + amanda), said) << "whichever stands first";
}

TEST(StatementsTest, AnElementMayBelongToTwoItems) {
  EXPECT_THAT(
      properties_of(
          "<meta itemprop=licence content=free id=l><i itemscope itemtype='https://x.test/One' "
          "itemref=l></i>"
          "<i itemscope itemtype='https://schema.org/Organization' itemref='l none'></i>"),
      UnorderedElementsAre("typedAs=https://x.test/One", "typedAs=https://schema.org/Organization",
                           "structured=licence: free", "structured=Organization.licence: free"));
}

TEST(StatementsTest, ReferencesWithoutEndEnd) {
  EXPECT_THAT(properties_of("<div itemscope id=a itemprop=x itemref='a b'><p id=b itemref=a "
                            "itemprop=y itemscope></p></div>"),
              IsEmpty());
  std::string many;
  for (int i = 0; i < 3000; ++i)
    many += "<p itemscope itemref=r></p><p id=r><i itemprop=p" + std::to_string(i) + ">v</i></p>";
  EXPECT_LE(properties_of(many).size(), 256U);
}

// https://www.w3.org/TR/rdfa-lite/, example 9.
TEST(StatementsTest, ReadRdfaLite) {
  EXPECT_THAT(
      properties_of("<div vocab='http://schema.org/' typeof=Event><span property=about>stars</span>"
                    "<time property=startDate datetime=2014-01-01>soon</time></div>"
                    "<p typeof='schema:Recipe'><b property='schema:author'>Ann</b></p>"),
      UnorderedElementsAre("typedAs=https://schema.org/Event", "about=stars",
                           "structured=startDate: 2014-01-01", "typedAs=https://schema.org/Recipe",
                           "author=Ann"));
}

TEST(StatementsTest, ChangeNothingInTextAndLinks) {
  const std::string plain =
      "<h2>Things</h2><p>a <a href=b>b</a> <i>c</i> <time datetime=2020>d</time>";
  const std::string marked =
      "<h2 itemscope itemtype='x:y'>Things</h2><p itemscope>a <a itemprop=a href=b>b</a> <i "
      "itemprop=c>c</i> <time itemprop=t datetime=2020>d</time>";
  EXPECT_EQ(parse(plain).text, parse(marked).text);
  EXPECT_EQ(parse(plain).links.size(), parse(marked).links.size());
  EXPECT_EQ(parse(plain).links[0].before, parse(marked).links[0].before);
}

TEST(StatementsTest, AreNotReadBeyondTheirLimits) {
  std::string deep = "1", many = "{";
  for (int i = 0; i < 100000; ++i) deep = "[" + deep;
  EXPECT_THAT(properties_of(script(deep)), IsEmpty());
  deep = "{\"@type\":\"Thing\",\"a\":" + std::string(50000, '[') + std::string(50000, ']') + "}";
  EXPECT_THAT(properties_of(script(deep)), ElementsAre("typedAs=https://schema.org/Thing"));
  std::string nested = "\"x\"";
  for (int i = 0; i < 1000; ++i) nested = "{\"a\":" + nested + "}";
  EXPECT_THAT(properties_of(script(nested)), IsEmpty());
  for (int i = 0; i < 1000; ++i) many += "\"k" + std::to_string(i) + "\":\"v\",";
  EXPECT_EQ(properties_of(script(many + "\"z\":1}")).size(), 200u);
  EXPECT_THAT(properties_of(script("{\"author\":\"" + std::string(300u << 10, 'a') + "\"}")),
              IsEmpty());
  EXPECT_EQ(parse(script("{\"publisher\":\"" + std::string(5000, 'a') + "\"}"))
                .properties.at(0)
                .value.size(),
            1000u);
}

TEST(StatementsTest, ReadJsonLdThatIsNearlyJson) {
  const std::string object = R"({"author":"Ann Bell","keywords":"a"})";
  for (const std::string& json :
       {object + ";", "<!--\n" + object + "\n-->", "//<![CDATA[\n" + object + "\n//]]>",
        "/*<![CDATA[*/" + object + "/*]]>*/", "<![CDATA[" + object + "]]>",
        std::string("\xEF\xBB\xBF") + R"({"author":"Ann Bell","keywords":["a",],} trailing)",
        std::string("{\"author\":\"Ann\n\tBell\",/* who */\"keywords\":\"a\" // what\n}"),
        std::string(R"({&quot;author&quot;:&quot;Ann Bell&quot;,&quot;keywords&quot;:"a"})"),
        std::string(R"({"author":"Ann \Bell","keywords":"a",})"),
        std::string("{'author':'Ann Bell','keywords':['a']}"),
        std::string("{author: \"Ann Bell\", keywords : \"a\"}"),
        std::string("{\"author\":\"Ann Bell\"\n \"keywords\":[\"a\",,]}"),
        std::string("{\"n\":null \"author\":{\"name\":\"Ann Bell\"}"
                    "\"keywords\":\"a\",}")}) {
    EXPECT_THAT(properties_of(script(json)), UnorderedElementsAre("author=Ann Bell", "keyword=a"))
        << json;
  }
}

TEST(StatementsTest, PassOverWhatIsNoJson) {
  for (const char* wrong : {"", "{", "{\"a\":}", "nonsense", "[1,2", "\"text\"", "null",
                            "{\"@type\":[1,{}],\"@graph\":3}"}) {
    EXPECT_THAT(properties_of(script(wrong)), IsEmpty()) << wrong;
  }
}

TEST(StatementsTest, KeepControlCharactersOut) {
  EXPECT_THAT(properties_of(script(R"({"author":"a\u0000b\u001fc\ud800"})")),
              IsEmpty());  // a lone surrogate is invalid JSON
  EXPECT_THAT(properties_of(script(R"({"author":"a\u0000b\u001fc"})")),
              ElementsAre("author=a\xEF\xBF\xBD"
                          "b c"));
}

}  // namespace
}  // namespace porthole::parser
