// Markup, data and XML: documents made by pandoc, plotutils, raptor, feedgenerator and vobject, and
// files of installed packages.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>

#include "plugins/formats/tests/real_documents.h"

namespace porthole::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

/// A requirement that a machine may lack: "NAME.so", a plug-in that is only built with its library,
/// or a program.
bool is_installed(const std::string& need) {
  namespace fs = std::filesystem;
  if (need.ends_with(".so")) return fs::exists(fs::path(PORTHOLE_BINARY_DIR "/lib/plugins") / need);
  return fs::exists(fs::path("/usr/bin") / need);
}

/// The requirement of a document's summarizer, "" if it is always built.
std::string need_of(const std::string& path) {
  if (path.ends_with(".md") || path.ends_with(".ipynb")) return "markdown.so";
  if (path.ends_with(".yaml") || path.ends_with(".yml")) return "yaml.so";
  if (path.ends_with(".1") || path.ends_with(".7")) return "mandoc";
  return "xml.so";
}

#define SKIP_WITHOUT_READER(path)   \
  if (!is_installed(need_of(path))) \
  GTEST_SKIP() << (path) << " is read by " << need_of(path) << ", which is missing"

/// Values to be found in a document, among others.
struct Facts {
  RealDocument document;
  const char* package;  ///< The package that builds the summarizer.
  std::string media_type, resource_class, title;
  std::vector<std::pair<std::string, std::string>> properties;
  std::vector<std::pair<std::string, std::string>> links{};  ///< URL and anchor.
  std::string words{};                                       ///< Part of the text.
};
void PrintTo(const Facts& facts, std::ostream* out) { *out << facts.document.path; }

class MarkupTest : public ::testing::TestWithParam<Facts> {};

TEST_P(MarkupTest, IsReadByItsStructure) {
  const Facts& expected = GetParam();
  SKIP_WITHOUT(expected.document.path, expected.package);
  SKIP_WITHOUT_READER(expected.document.path);
  const Document document = read_real(expected.document);
  EXPECT_EQ(document.status, ParseStatus::kParsed) << document.status_detail;
  EXPECT_EQ(document.media_type, expected.media_type);
  EXPECT_EQ(document.resource_class, expected.resource_class);
  EXPECT_EQ(document.title, expected.title);
  for (const auto& [name, value] : expected.properties) {
    EXPECT_THAT(values_of(document, name), Contains(value)) << name;
  }
  for (const auto& [url, anchor] : expected.links) {
    const auto found = std::find_if(document.links.begin(), document.links.end(),
                                    [&url = url](const Link& link) { return link.url == url; });
    ASSERT_NE(found, document.links.end()) << url;
    EXPECT_EQ(found->anchor, anchor) << url;
  }
  EXPECT_THAT(document.text, HasSubstr(expected.words));
}

std::string name_of(const ::testing::TestParamInfo<Facts>& info) {
  std::string name = info.param.document.path;
  name.erase(0, name.find('/') + 1);
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

const std::vector<std::pair<std::string, std::string>> kPaperLinks = {
    {"https://example.org/stars/polaris", "the North Star"},
    {"https://files.example/markup/lists/1846.html", "the old list"},
    {"https://example.org/clocks", "chronometer"}};

INSTANTIATE_TEST_SUITE_P(
    Xml, MarkupTest,
    ::testing::Values(
        Facts{{"markup/comets.docbook5.xml", "application/docbook+xml"},
              "pandoc",
              "application/docbook+xml",
              "Text",
              "The Orbits of Comets",
              {{"author", "Maria Mitchell"},
               {"author", "Edmond Halley"},
               {"heading", "Instruments"},
               {"caption", "The path of the comet"},
               {"caption", "Axes of two planets"}},
              kPaperLinks,
              "Its place is given in right ascension and declination;"},
        Facts{{"markup/comets.docbook4.xml", "application/xml"},
              "pandoc",
              "application/xml",
              "Text",
              "The Orbits of Comets",
              {{"author", "Maria Mitchell"}, {"heading", "Observations"}},
              kPaperLinks},
        Facts{{"markup/rss20.xml", "application/rss+xml"},
              "python3-feedgenerator",
              "application/rss+xml",
              "Feed",
              "Comet news",
              {{"keyword", "comets"},
               {"author", "M. Mitchell"},
               {"homepage", "https://comets.example/"},
               {"members", "2"}},
              {{"https://comets.example/1847/october", "A new comet"},
               {"https://comets.example/halley", "Halley returns"}},
              "It stood near Polaris & moved."},
        Facts{{"markup/rss091.xml", "text/xml"},
              "python3-feedgenerator",
              "text/xml",
              "Feed",
              "Comet news",
              {{"members", "2"}},
              {{"https://comets.example/halley", "Halley returns"}}},
        Facts{{"markup/atom.xml", "application/atom+xml"},
              "python3-feedgenerator",
              "application/atom+xml",
              "Feed",
              "Comet news",
              {{"author", "Maria Mitchell"}, {"keyword", "astronomy"}},
              {{"https://comets.example/1847/october", "A new comet"}},
              "Seen again after 76 years."},
        Facts{{"markup/words.rdf", "application/rdf+xml"},
              "raptor2-utils",
              "application/rdf+xml",
              "Schema",
              "Words about comets",
              {{"definedType", "https://example.org/comets#Comet"},
               {"definedProperty", "https://example.org/comets#period"},
               {"typedAs", "http://xmlns.com/foaf/0.1/Person"},
               {"namespace", "http://xmlns.com/foaf/0.1/"},
               {"version", "2.1"}},
              {{"https://example.org/people/mitchell", "Maria Mitchell"},
               {"https://example.org/mitchell/", "homepage"}}},
        Facts{{"markup/words_flat.rdf", "application/rdf+xml"},
              "raptor2-utils",
              "application/rdf+xml",
              "Schema",
              "",
              {{"definedType", "https://example.org/comets#Comet"},
               {"typedAs", "http://xmlns.com/foaf/0.1/Person"}}},
        Facts{{"markup/places.opml", "text/x-opml"},
              "pandoc",
              "text/x-opml",
              "Collection",
              "Places to look at",
              {{"author", "Maria Mitchell"}, {"heading", "Observatories"}},
              {},
              "Nantucket"},
        Facts{{"markup/squares.svg", "image/svg+xml"},
              "plotutils",
              "image/svg+xml",
              "Drawing",
              "SVG drawing",
              {{"width", "768"}, {"height", "768"}},
              {},
              "Squares of numbers"},
        Facts{{"markup/personal.xsd", "application/xml"},
              "libxerces-c-dev",
              "application/xml",
              "Schema",
              "",
              {{"definedElement", "personnel"},
               {"definedAttribute", "salary"},
               {"namespace", "http://www.w3.org/XML/1998/namespace"}}},
        Facts{{"markup/xorg-xhtml.xsl", "application/xslt+xml"},
              "xorg-sgml-doctools",
              "application/xslt+xml",
              "Stylesheet",
              "",
              {{"version", "1.0"}, {"template", "user.head.content"}},
              {{"http://docbook.sourceforge.net/release/xsl/current/xhtml/docbook.xsl", ""}}},
        Facts{{"markup/fonts.dtd", "application/xml-dtd"},
              "fontconfig-config",
              "application/xml-dtd",
              "Schema",
              "This is the Document Type Definition for font configuration files",
              {{"definedElement", "fontconfig"}, {"definedAttribute", "ignore-blanks"}}},
        Facts{{"markup/comets.jats.xml", "application/xml"},
              "pandoc",
              "application/xml",
              "XmlDocument",
              "",
              {{"rootElement", "article"}, {"namespace", "http://www.w3.org/1999/xlink"}},
              kPaperLinks}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Markup, MarkupTest,
    ::testing::Values(
        Facts{{"markup/comets.md", "text/markdown"},
              "pandoc",
              "text/markdown",
              "Text",
              "The Orbits of Comets",
              {{"author", "Maria Mitchell"},
               {"author", "Edmond Halley"},
               {"keyword", "comets"},
               {"heading", "Instruments"}},
              kPaperLinks,
              "Its place is given in right ascension"},
        Facts{{"markup/comets.rst", "text/plain"},
              "pandoc",
              "text/x-rst",
              "Text",
              "The Orbits of Comets",
              {{"author", "Edmond Halley"},
               {"heading", "Observations"},
               {"heading", "Instruments"},
               {"caption", "The path of the comet"}},
              kPaperLinks,
              "Its place is given in right ascension and declination; earlier"},
        Facts{{"markup/comets.tex", "text/x-tex"},
              "pandoc",
              "text/x-tex",
              "Text",
              "The Orbits of Comets",
              {{"author", "Maria Mitchell"},
               {"author", "Edmond Halley"},
               {"heading", "Observations"},
               {"heading", "Instruments"},
               {"caption", "The path of the comet"}},
              kPaperLinks,
              "given in right ascension and declination; earlier ones are in the old list."},
        Facts{{"markup/comets.bib"},
              "pandoc",
              "text/x-bibtex",
              "Bibliography",
              "",
              {{"entry", "gauss1809"},
               {"entryType", "book"},
               {"entryTitle", "Theoria Motus"},
               {"entryYear", "1809"},
               {"author", "Carl Friedrich Gauß"},
               {"author", "Charles Henry Davis"},
               {"series", "Theory of Motion of Celestial Bodies"},
               {"entry", "halley1705"},
               {"entryTitle", "Astronomiæ Cometicæ Synopsis"},
               {"identifier", "10.1098/rstl.1704.0064"}},
              {{"https://example.org/gauss/theoria", "Theoria Motus"},
               {"https://doi.org/10.1098/rstl.1704.0064", "Astronomiæ Cometicæ Synopsis"}}},
        Facts{{"markup/comets.texi"},
              "pandoc",
              "text/x-texinfo",
              "Manual",
              "The Orbits of Comets",
              {{"author", "Maria Mitchell"},
               {"heading", "Observations"},
               {"heading", "Instruments"},
               {"caption", "The path of the comet"}},
              kPaperLinks,
              "given in right ascension and declination;"},
        Facts{{"markup/comet.7"},
              "mandoc",
              "text/troff",
              "Manual",
              "comet(7)",
              {{"manualSection", "7"}, {"heading", "Observations"}},
              {},
              "Its place is given in right ascension and declination;"},
        Facts{{"markup/mandoc.1"},
              "mandoc",
              "text/troff",
              "Manual",
              "mandoc - format manual pages",
              {{"manualSection", "1"},
               {"heading", "EXIT STATUS"},
               {"cites", "roff(7)"},
               {"cites", "mdoc(7)"}}}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Data, MarkupTest,
    ::testing::Values(Facts{{"markup/comets.json", "application/json"},
                            "pandoc",
                            "application/json",
                            "Dataset",
                            "",
                            {{"key", "blocks"}, {"key", "meta"}, {"key", "pandoc-api-version"}},
                            {{"https://example.org/stars/polaris", ""}},
                            "observations"},
                      Facts{{"markup/comets.ipynb", "application/json"},
                            "pandoc",
                            "application/x-ipynb+json",
                            "ProgramSource",
                            "Observations",
                            {{"heading", "Instruments"}},
                            kPaperLinks,
                            "axis"},
                      Facts{{"markup/card.vcf", "text/vcard"},
                            "python3-vobject",
                            "text/vcard",
                            "ContactCard",
                            "Maria Mitchell",
                            {{"person", "Maria Mitchell"},
                             {"email", "maria@observatory.example"},
                             {"telephone", "+1-508-555-0147"},
                             {"organization", "Vassar College, Observatory"},
                             {"homepage", "https://observatory.example/mitchell"}},
                            {{"https://observatory.example/mitchell", "Maria Mitchell"}},
                            "from the roof of the bank, for which she was given a medal of gold."},
                      Facts{{"markup/calendar.ics", "text/calendar"},
                            "python3-vobject",
                            "text/calendar",
                            "Calendar",
                            "Watch the perihelion",
                            {{"event", "Watch the perihelion"},
                             {"start", "2061-07-28T17:00:00Z"},
                             {"end", "2061-07-28T19:00:00Z"},
                             {"location", "Observatory, upper dome"},
                             {"organizer", "Maria Mitchell"},
                             {"attendee", "edmond@observatory.example"},
                             {"task", "Clean the lens"}},
                            {{"https://observatory.example/perihelion", "Watch the perihelion"}},
                            "Bring warm clothes, and a chart;"},
                      Facts{{"markup/yamllint.yaml"},
                            "yamllint",
                            "application/yaml",
                            "Dataset",
                            "",
                            {{"key", "rules"}, {"key", "yaml-files"}},
                            {},
                            "enable"}),
    name_of);

Document read_as(const std::string& name, const std::string& text) {
  return read_bytes("https://files.example/dir/" + name, "", text);
}

TEST(MarkupFormatTest, ReadsWhatLatexTakesInAndCites) {
  const Document paper =
      read_as("a.tex",
              "\\documentclass{article} % \\title{Not this}\n\\title{On \\'Etoiles}\\author{A. "
              "Bell\\\\ Observatory \\and B. G\\\"odel}"
              "\\keywords{stars, "
              "sky}\n\\begin{document}\\begin{abstract}Short.\\end{abstract}\\input{part/"
              "one}\\cite[p. 3]{k1,k2}"
              "50\\% of $x^2$ \\emph{shine}.\\bibliography{refs}\\end{document}");
  EXPECT_EQ(paper.title, "On Étoiles");
  EXPECT_EQ(paper.description, "Short.");
  EXPECT_THAT(values_of(paper, "author"), ElementsAre("A. Bell", "B. Gödel"));
  EXPECT_THAT(values_of(paper, "keyword"), ElementsAre("stars", "sky"));
  EXPECT_THAT(values_of(paper, "cites"), ElementsAre("k1", "k2"));
  ASSERT_EQ(paper.links.size(), 2u);
  EXPECT_EQ(paper.links[0].url, "https://files.example/dir/part/one.tex");
  EXPECT_EQ(paper.links[1].url, "https://files.example/dir/refs.bib");
  EXPECT_THAT(paper.text, HasSubstr("50% of x^2 shine."));
  EXPECT_THAT(paper.text, Not(HasSubstr("Not this")));
}

TEST(MarkupFormatTest, FollowsNamedReferencesAndContentsOfRst) {
  const Document page = read_as(
      "a.rst",
      "Title\n=====\n\nSee `the site`_ and https://b.example/x.\n\n.. _the site: "
      "https://a.example/\n\n"
      ".. toctree::\n   :maxdepth: 2\n\n   intro\n   More <sub/more>\n\n.. note:: Take care.\n");
  EXPECT_EQ(page.title, "Title");
  std::vector<std::string> urls;
  for (const Link& link : page.links) urls.push_back(link.url);
  EXPECT_THAT(urls, ElementsAre("https://a.example/", "https://b.example/x",
                                "https://files.example/dir/intro.rst",
                                "https://files.example/dir/sub/more.rst"));
  EXPECT_THAT(page.text, HasSubstr("Take care."));
}

// Below the root of the file system, .so would read this machine's files into the text.
TEST(MarkupFormatTest, ReadsNoFileThatAPageOfTheManualNames) {
  SKIP_WITHOUT_READER("a.1");
  const Document page = read_as(
      "a.1",
      ".TH X 1\n.SH NAME\nx \\- y\n.so etc/passwd\n.so /etc/passwd\n.ds A so\n.\\*A etc/passwd\n");
  EXPECT_THAT(page.title, ::testing::StartsWith("x - y"));
  EXPECT_THAT(page.text, Not(HasSubstr("root:")));
}

TEST(MarkupFormatTest, ReadsTablesAndBareAddressesOfMarkdown) {
  SKIP_WITHOUT_READER("a.md");
  const Document page = read_bytes(
      "https://files.example/dir/a.md", "text/markdown",
      "# T\n\n| a | b |\n|---|---|\n| [x](x.md) | www.b.example |\n\n<script>no()</script>");
  EXPECT_EQ(page.title, "T");
  ASSERT_EQ(page.links.size(), 2u);
  EXPECT_EQ(page.links[1].url, "http://www.b.example/");
  EXPECT_THAT(page.text, Not(HasSubstr("no()")));
}

TEST(DataFormatTest, JoinsFoldedLinesWithoutASpaceOfTheirOwn) {
  const Document calendar = read_as("a.ics",
                                    "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:A long\r\n  name, "
                                    "in pie\r\n ces\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n");
  EXPECT_THAT(values_of(calendar, "event"), ElementsAre("A long name, in pieces"));
}

TEST(DataFormatTest, CountsTheRecordsOfJsonLines) {
  const Document rows =
      read_as("a.jsonl",
              "{\"name\":\"one\",\"n\":1}\n\n{\"name\":\"two\",\"url\":\"https://a.example/\"}\n");
  EXPECT_THAT(values_of(rows, "rows"), ElementsAre("2"));
  EXPECT_THAT(values_of(rows, "key"), ElementsAre("name", "n", "url"));
  EXPECT_EQ(read_as("a.jsonl", "{}\n{\n").status_detail.substr(0, 6), "row 2:");
}

TEST(DataFormatTest, KeepsWhatCameBeforeDamage) {
  const Document broken = read_as("a.json", "{\"title\":\"Whole\",\"more\":[1,");
  EXPECT_EQ(broken.status, ParseStatus::kFallback);
  EXPECT_EQ(broken.title, "Whole");
  EXPECT_THAT(broken.status_detail, HasSubstr("no JSON from byte"));
}

TEST(DataFormatTest, ReadsYamlUpToWhereItIsDamagedOrTooDeep) {
  SKIP_WITHOUT_READER("a.yaml");
  const Document yaml = read_as("a.yaml", "title: Whole\nmore: [1, }\n");
  EXPECT_EQ(yaml.title, "Whole");
  EXPECT_EQ(yaml.status_detail, "no YAML from line 2 on");
  EXPECT_THAT(read_as("a.yaml", std::string(100000, '[')).status_detail,
              HasSubstr("nested deeper"));
}

TEST(DataFormatTest, FollowsNoAliasOfYaml) {
  SKIP_WITHOUT_READER("a.yaml");
  std::string laughs = "a: &a [x,x,x,x,x,x,x,x,x]\n";
  for (char c = 'b'; c < 'k'; ++c) {
    const std::string before = "*" + std::string(1, static_cast<char>(c - 1));
    laughs += std::string(1, c) + ": &" + c + " [" + before + "," + before + "," + before + "]\n";
  }
  const Document document = read_as("a.yml", laughs + "? [p, q]\n: r\ns: t\n");
  EXPECT_EQ(document.status, ParseStatus::kParsed) << document.status_detail;
  EXPECT_LT(document.text.size(), 100u);
  EXPECT_THAT(values_of(document, "key"), Contains("s"));
}

TEST(DataFormatTest, LosesNoMoreThanThePageToDeepData) {
  EXPECT_THAT(read_as("a.json", std::string(1000000, '[')).status_detail,
              HasSubstr("nested deeper"));
  EXPECT_EQ(read_as("a.tex", "\\title{" + std::string(300000, '{') + "x").status,
            ParseStatus::kParsed);
  EXPECT_EQ(read_as("a.bib", "@a{" + std::string(300000, '{')).status, ParseStatus::kParsed);
  EXPECT_EQ(read_as(
                "a.texi", "@title " +
                              [] {
                                std::string deep;
                                for (int i = 0; i < 5000; ++i) deep += "@b{";
                                return deep;
                              }())
                .status,
            ParseStatus::kParsed);
}

TEST(DataFormatTest, ReadsAFeedInJsonAsOneInXml) {
  const Document feed = read_as(
      "feed.json",
      R"({"version":"https://jsonfeed.org/version/1.1","title":"T","items":[{"id":"1","url":"/one",)"
      R"("title":"One","content_html":"<p>see <a href='in'>it</a>","authors":[{"name":"Ann"}],)"
      R"("date_published":"2026-05-01T00:00:00Z"},{"id":"2"},4]})");
  EXPECT_EQ(feed.resource_class, "Feed");
  EXPECT_EQ(feed.text, "One\nsee it\n");
  ASSERT_EQ(feed.links.size(), 2u);
  EXPECT_THAT(feed.links[0].url, EndsWith("/one"));
  EXPECT_EQ(feed.links[0].fragment, "<updated>2026-05-01T00:00:00Z</updated>");
  EXPECT_EQ(feed.links[1].anchor, "it");
  EXPECT_THAT(values_of(feed, "author"), ElementsAre("Ann"));
}

TEST(DataFormatTest, DecodesTheValuesOfOldCards) {
  const Document card =
      read_as("a.vcf",
              "BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=D0=9B=D1="
              "96;=D0=9E=\r\n"
              "=D0=BB;;;\r\nADR;WORK;QUOTED-PRINTABLE;CHARSET=ISO-8859-1:;;Stra=DFe 7;;;;\r\n"
              "ORG;CHARSET=windows-1251:\xEB\xE0\r\nNOTE;ENCODING=BASE64:bGFu\r\n dGVybg==\r\n"
              "PHOTO;BASE64:AAAA\r\n\r\nEND:VCARD\r\n");
  EXPECT_EQ(card.title, "Ол Лі") << "the parts of N where FN is missing";
  EXPECT_THAT(values_of(card, "location"), ElementsAre("Straße 7"));
  EXPECT_THAT(values_of(card, "organization"), ElementsAre("ла"));
  EXPECT_THAT(card.text, HasSubstr("lantern"));
}

TEST(DataFormatTest, ReadsCardsInAnyCaseAndInUtf16) {
  const std::string card = "begin:vcard\rfn:Ol Le\rurl:http\\://a.example/\rend:vcard\r";
  EXPECT_EQ(read_as("a.vcf", card).title, "Ol Le");
  EXPECT_EQ(read_as("a.vcf", card).links.at(0).url, "http://a.example/");
  std::string wide = "\xFF\xFE";
  for (const char c : card) wide.append(1, c).append(1, '\0');
  EXPECT_EQ(read_as("a.vcf", wide).title, "Ol Le");
  EXPECT_EQ(read_as("a.ics",
                    "begin:vcalendar\nbegin:vevent\nsummary:S\nend:vevent\n"
                    "end:vcalendar\n")
                .title,
            "S");
}

TEST(DataFormatTest, JoinsLinesBeforeItDecodesThem) {
  const Document card = read_as("a.vcf",
                                "BEGIN:VCARD\nVERSION:4.0\nFN:Stra\xC3\n \x9F"
                                "e\nORG:a\\;b;c\n"
                                "CATEGORIES:x\\,y,z\nEND:VCARD\n");
  EXPECT_EQ(card.title, "Straße");
  EXPECT_THAT(values_of(card, "organization"), ElementsAre("a;b, c"));
  EXPECT_THAT(values_of(card, "keyword"), ElementsAre("x,y", "z"));
}

TEST(DataFormatTest, ReadsTheDescriptionOfAnEventInHtml) {
  const Document calendar = read_as(
      "a.ics",
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:S\nORGANIZER;CN=\"Ann ^'A^' Bell\":mailto:a@b\n"
      "X-ALT-DESC;FMTTYPE=text/html:<p>bring a <a href=\"http://a.example/l\">lantern</a>\n"
      "END:VEVENT\nEND:VCALENDAR\n");
  EXPECT_THAT(calendar.text, HasSubstr("bring a lantern"));
  ASSERT_EQ(calendar.links.size(), 1u);
  EXPECT_EQ(calendar.links[0].url, "http://a.example/l");
  EXPECT_THAT(values_of(calendar, "organizer"), ElementsAre("Ann \"A\" Bell"));
}

TEST(DataFormatTest, ReadsQuotedParametersAndGroups) {
  const Document card = read_as("a.vcf",
                                "BEGIN:VCARD\r\nFN:A\r\nitem1.EMAIL;TYPE=\"a;b:c\":a@b."
                                "example\r\nADR:;;1 Way;Town;;;Land\r\nEND:VCARD\r\n");
  EXPECT_THAT(values_of(card, "email"), ElementsAre("a@b.example"));
  EXPECT_THAT(values_of(card, "location"), ElementsAre("1 Way, Town, Land"));
}

}  // namespace
}  // namespace porthole::testing
