// Tests of word processor documents, spreadsheets, slides, print formats and e-books
// (plugins/formats/print, rtf, office, office97, ebooks). Expected values are stated once, and
// verified with the programs that convert the formats.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugins/formats/tests/real_documents.h"

namespace porthole::testing {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::Not;

using Values = std::vector<std::pair<std::string, std::vector<std::string>>>;

/// A document and what must be found in it.
struct Case {
  std::string name;
  std::string file;
  std::string package;  ///< That makes the file.
  std::string resource_class;
  std::string media_type;
  std::string title;
  std::string words;                        ///< In its text.
  std::string link{}, anchor{}, heading{};  ///< One of its links.
  Values properties{};                      ///< All values of some properties, in order.
};

void PrintTo(const Case& each, std::ostream* out) { *out << each.name; }

class DocumentTest : public ::testing::TestWithParam<Case> {};

TEST_P(DocumentTest, SaysWhatItsAuthorsWroteIntoIt) {
  const Case& expected = GetParam();
  SKIP_WITHOUT("documents/" + expected.file, expected.package);
  const Document found = read_real({"documents/" + expected.file});
  EXPECT_EQ(found.status, ParseStatus::kParsed) << found.status_detail;
  EXPECT_EQ(found.resource_class, expected.resource_class);
  EXPECT_EQ(found.media_type, expected.media_type);
  EXPECT_EQ(found.title, expected.title);
  EXPECT_THAT(found.text, HasSubstr(expected.words));
  if (!expected.link.empty()) {
    EXPECT_THAT(found.links, Contains(AllOf(Field(&Link::url, expected.link),
                                            Field(&Link::anchor, expected.anchor),
                                            Field(&Link::heading, expected.heading))));
  }
  for (const auto& [property, values] : expected.properties) {
    EXPECT_EQ(values_of(found, property), values) << property;
  }
}

const std::string kNotes = "Notes on tandem bicycles";
const std::string kClub = "https://tandem.example/club";
const std::string kDrum = "https://tandem.example/drum";
const std::string kShop = "https://tandem.example/shop";
const std::string kForty = "Wheels with forty spokes last.";
const std::string kLonger = "A tandem frame is longer than a frame for one. See the club for more";
const std::vector<std::string> kAuthors = {"Ada Rider", "Ben Stoker"};
const std::vector<std::string> kKeywords = {"tandem", "bicycle", "wheels"};
const std::vector<std::string> kHeadings = {"Frames", "Wheels", "Brakes"};

INSTANTIATE_TEST_SUITE_P(
    WordProcessors, DocumentTest,
    ::testing::Values(
        Case{"docx",
             "tandem.docx",
             "pandoc",
             "Text",
             "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
             kNotes,
             kLonger,
             kClub,
             "the club",
             "Frames",
             {{"author", kAuthors},
              {"keyword", kKeywords},
              {"heading", kHeadings},
              {"caption", {"Weights of parts"}}}},
        Case{"odt",
             "tandem.odt",
             "pandoc",
             "Text",
             "application/vnd.oasis.opendocument.text",
             kNotes,
             kLonger,
             kClub,
             "the club",
             "Frames",
             {{"author", kAuthors},
              {"keyword", kKeywords},
              {"heading", kHeadings},
              {"caption", {"Weights of parts"}},
              {"contributor", {}}}},
        Case{"rtf",
             "tandem.rtf",
             "pandoc",
             "Text",
             "application/rtf",
             "",
             kLonger,
             kDrum,
             "drum brakes",
             "Brakes",
             {{"heading", kHeadings}}},
        Case{"RtfOfWord",
             "clam.exe.rtf",
             "clamav-testfiles",
             "Text",
             "application/rtf",
             "",
             "",
             "",
             "",
             "",
             {{"author", {"edwin"}},
              {"created", {"2006-11-19"}},
              {"pages", {"1"}},
              {"words", {"3"}},
              {"generator", {"Microsoft Word 11.0.5604"}}}},
        Case{"doc",
             "tandem.doc",
             "libgsf-bin",
             "Text",
             "application/msword",
             kNotes,
             "See the club for more.\nJürgen rides in front.",
             kClub,
             "the club",
             "",
             {{"author", {"Ada Rider"}}, {"keyword", {"tandem", "bicycle"}}}},
        Case{"DocOfWord",
             "clam.ole.doc",
             "clamav-testfiles",
             "Text",
             "application/msword",
             "",
             "",
             "",
             "",
             "",
             {{"author", {"acab"}},
              {"created", {"2008-08-03T22:09:00Z"}},
              {"words", {"3"}},
              {"generator", {"Microsoft Office Word"}}}}),
    [](const auto& test) { return test.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Spreadsheets, DocumentTest,
    ::testing::Values(Case{"xlsx",
                           "weights.xlsx",
                           "python3-openpyxl",
                           "Spreadsheet",
                           "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
                           "Weights of parts",
                           "rim 500 TRUE\nhub 300 FALSE\n",
                           kShop,
                           "the shop",
                           "",
                           {{"author", {"Ada Rider"}},
                            {"contributor", {"Ben Stoker"}},
                            {"created", {"2024-05-06T07:08:09Z"}},
                            {"sheet", {"Weights", "Shops"}},
                            {"column", {"part", "grams", "light", "shop", "place"}},
                            {"formula", {"2"}},
                            {"rows", {"7"}}}},
                      Case{"xls",
                           "weights.xls",
                           "libspreadsheet-writeexcel-perl",
                           "Spreadsheet",
                           "application/vnd.ms-excel",
                           "Weights of parts",
                           "rim 500\nhub 300\ntotal 800\n",
                           kShop,
                           "",
                           "",
                           {{"author", {"Ada Rider"}},
                            {"organization", {"Two Saddles"}},
                            {"keyword", {"tandem", "weight", "Bicycles"}},
                            {"sheet", {"Weights", "Shops"}},
                            {"formula", {"1"}},
                            {"rows", {"105"}}}},
                      Case{"ods",
                           "weights.ods",
                           "python3-odf",
                           "Spreadsheet",
                           "application/vnd.oasis.opendocument.spreadsheet",
                           "Weights of parts",
                           "hub 300\ntotal 800\nthe shop in Bern\n",
                           kShop,
                           "the shop",
                           "",
                           {{"author", {"Ada Rider"}},
                            {"contributor", {"Ben Stoker"}},
                            {"created", {"2024-05-06"}},
                            {"sheet", {"Weights", "Shops"}},
                            {"column", {"part", "grams"}},
                            {"formula", {"1"}},
                            {"rows", {"5"}}}}),
    [](const auto& test) { return test.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Slides, DocumentTest,
    ::testing::Values(
        Case{"pptx",
             "tandem.pptx",
             "pandoc",
             "Presentation",
             "application/vnd.openxmlformats-officedocument.presentationml.presentation",
             kNotes,
             kLonger,
             kClub,
             "the club",
             "Frames",
             {{"author", kAuthors},
              {"keyword", kKeywords},
              {"slide", {kNotes, "Frames", "Brakes", "Notes"}},
              {"pages", {"4"}}}},
        Case{"ppt",
             "tandem.ppt",
             "libgsf-bin",
             "Presentation",
             "application/vnd.ms-powerpoint",
             kNotes,
             "Frames\nlonger frames\nmore spokes\nBrakes\nJürgen brakes\n",
             kDrum,
             "drum brakes",
             "",
             {{"author", {"Ada Rider"}}, {"slide", {"Frames", "Brakes"}}, {"pages", {"2"}}}},
        Case{"PptOfPowerPoint",
             "clam.ppt",
             "clamav-testfiles",
             "Presentation",
             "application/vnd.ms-powerpoint",
             "This is a ClamAV test file with embedded clam.exe",
             "This is a ClamAV test file",
             "",
             "",
             "",
             {{"created", {"2008-06-03T16:23:50Z"}},
              {"generator", {"Microsoft Office PowerPoint"}},
              {"pages", {"1"}}}},
        Case{"odp",
             "slides.odp",
             "python3-odf",
             "Presentation",
             "application/vnd.oasis.opendocument.presentation",
             "Tandems in two slides",
             "Frames\nlonger frames\nBrakes\ndrum brakes\n",
             kDrum,
             "drum brakes",
             "Brakes",
             {{"author", {"Ada Rider"}}, {"slide", {"Frames", "Brakes"}}, {"pages", {"2"}}}}),
    [](const auto& test) { return test.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Printed, DocumentTest,
    ::testing::Values(
        Case{"pdf",
             "tandem.pdf",
             "groff and pandoc",
             "Text",
             "application/pdf",
             kNotes,
             kLonger,
             kClub,
             "the club",
             "",
             {{"author", kAuthors},
              {"heading", kHeadings},
              {"pages", {"1"}},
              {"generator", {"groff version 1.22.4"}}}},
        Case{"PdfWithKeywords",
             "keywords.pdf",
             "ghostscript",
             "Text",
             "application/pdf",
             "Tandems",
             kForty,
             kDrum,
             "drum brakes",
             "",
             {{"keyword", {"tandem", "bicycle"}}, {"pages", {"1"}}}},
        Case{"ps",
             "tandem.ps",
             "groff",
             "Text",
             "application/postscript",
             kNotes,
             kLonger + ". Jürgen finds the office affable\nand flourishing.",
             kDrum,
             "",
             "",
             {{"author", {"Ada Rider"}}, {"keyword", {"tandem", "bicycle"}}, {"pages", {"2"}}}},
        Case{"dvi",
             "tandem.dvi",
             "groff",
             "Text",
             "application/x-dvi",
             kNotes,
             kLonger + ". Jürgen finds the office\naffable and flourishing.",
             kClub,
             "the club",
             "",
             {{"pages", {"2"}}}}),
    [](const auto& test) { return test.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Books, DocumentTest,
    ::testing::Values(Case{"epub",
                           "tandem.epub",
                           "pandoc",
                           "Book",
                           "application/epub+zip",
                           kNotes,
                           kLonger,
                           kClub,
                           "the club",
                           "Frames",
                           {{"author", kAuthors},
                            {"isbn", {"9780306406157"}},
                            {"publisher", {"Two Saddles Press"}},
                            {"rights", {"Copy as you like."}},
                            {"heading", kHeadings}}},
                      Case{"epub2",
                           "tandem2.epub",
                           "pandoc",
                           "Book",
                           "application/epub+zip",
                           kNotes,
                           kLonger,
                           kDrum,
                           "drum brakes",
                           "Brakes",
                           {{"isbn", {"9780306406157"}},
                            {"heading", {kNotes, "Frames", "Wheels", "Brakes"}}}},
                      Case{"fb2",
                           "tandem.fb2",
                           "pandoc",
                           "Book",
                           "application/x-fictionbook+xml",
                           kNotes,
                           kLonger,
                           kClub,
                           "the club",
                           "Frames",
                           {{"author", kAuthors},
                            {"created", {"2024-05-06"}},
                            {"heading", {kNotes, "Frames", "Wheels", "Brakes"}}}},
                      Case{"Fb2InAZip",
                           "tandem.fb2.zip",
                           "zip",
                           "Book",
                           "application/x-fictionbook+xml",
                           kNotes,
                           kForty,
                           kDrum,
                           "drum brakes",
                           "Brakes",
                           {{"author", kAuthors}}},
                      Case{"Fb2InWindows1251",
                           "cyrillic.fb2",
                           "pandoc",
                           "Book",
                           "application/x-fictionbook+xml",
                           kNotes,
                           "Юрий says so.",
                           kDrum,
                           "drum brakes",
                           "Тормоза",
                           {{"author", kAuthors}}}),
    [](const auto& test) { return test.param.name; });

TEST(DocumentsTest, WordsAroundALinkAreKeptWithIt) {
  SKIP_WITHOUT("documents/tandem.docx", "pandoc");
  const Document found = read_real({"documents/tandem.docx"});
  ASSERT_EQ(found.links.size(), 2u) << "a link inside of the document is left out";
  EXPECT_EQ(found.links[0].before, "A tandem frame is longer than a frame for one. See");
  EXPECT_EQ(found.links[0].after, "for more, and read on.");
  EXPECT_EQ(found.links[1].after, ", for long descents");
}

TEST(DocumentsTest, ADateOfPublicationAndOneOfTheLastChangeAreToldApart) {
  SKIP_WITHOUT("documents/tandem.epub", "pandoc");
  const Document found = read_real({"documents/tandem.epub"});
  EXPECT_EQ(found.published, "2024-05-06");
  EXPECT_THAT(found.modified, ::testing::MatchesRegex("20..-..-..T..:..:..Z"));
  EXPECT_EQ(found.description, "How two people ride one bicycle.");
}

TEST(DocumentsTest, ATypeThatSaysLittleLeavesTheFormatToTheBytes) {
  SKIP_WITHOUT("documents/tandem.docx", "pandoc");
  RealDocument vague{"documents/tandem.docx", "application/octet-stream",
                     "https://files.example/download?id=1"};
  EXPECT_EQ(read_real(vague).title, kNotes);
  vague = {"documents/tandem.rtf", "application/msword", "https://files.example/tandem.doc"};
  EXPECT_THAT(read_real(vague).text, HasSubstr(kForty));
  vague = {"documents/tandem.epub", "application/zip", "https://files.example/tandem.epub"};
  EXPECT_EQ(read_real(vague).resource_class, "Book");
}

struct Broken {
  std::string name;
  std::string file;
  std::string package;
  ParseStatus status;
  std::string problem;  ///< Part of the status detail.
  std::string title{};  ///< The title that is read despite the problem.
  std::string words{};
};

void PrintTo(const Broken& each, std::ostream* out) { *out << each.name; }

class BrokenDocumentTest : public ::testing::TestWithParam<Broken> {};

TEST_P(BrokenDocumentTest, KeepsWhatCanBeReadAndSaysWhatCannot) {
  const Broken& expected = GetParam();
  SKIP_WITHOUT("documents/" + expected.file, expected.package);
  const Document found = read_real({"documents/" + expected.file});
  EXPECT_EQ(found.status, expected.status) << found.status_detail;
  EXPECT_THAT(found.status_detail, HasSubstr(expected.problem));
  EXPECT_EQ(found.title, expected.title);
  EXPECT_THAT(found.text, HasSubstr(expected.words));
  EXPECT_THAT(found.text, Not(HasSubstr("root:")));
}

INSTANTIATE_TEST_SUITE_P(
    All, BrokenDocumentTest,
    ::testing::Values(
        Broken{"ABomb", "bomb.docx", "pandoc", ParseStatus::kFallback, "word/document.xml", kNotes},
        Broken{"DeepXml", "deep.docx", "pandoc", ParseStatus::kFallback, "nested deeper", kNotes,
               "before the depth"},
        Broken{"ABillionLaughs", "laughs.docx", "pandoc", ParseStatus::kFallback,
               "word/document.xml", kNotes},
        Broken{"AnExternalEntity", "outside.odt", "pandoc", ParseStatus::kFallback, "content.xml",
               kNotes, "seen"},
        Broken{"AnEncryptedText", "encrypted.odt", "pandoc", ParseStatus::kFallback, "encrypted",
               kNotes},
        Broken{"APathOutOfTheZip", "climbs.epub", "pandoc", ParseStatus::kFallback,
               "etc/passwd is missing"},
        Broken{"AnEncryptedPdf", "encrypted.pdf", "ghostscript", ParseStatus::kDamaged,
               "a password is needed"},
        Broken{"HalfAPdf", "cut.pdf", "groff", ParseStatus::kDamaged, "damaged"},
        Broken{"HalfADvi", "cut.dvi", "groff", ParseStatus::kFallback, "cut off", kNotes,
               "A tandem frame is"},
        Broken{"HalfADocx", "cut.docx", "pandoc", ParseStatus::kFallback, "Truncated", kNotes,
               kForty},
        Broken{"HalfAnOdt", "cut.odt", "pandoc", ParseStatus::kFallback, "Truncated", kNotes,
               kForty},
        Broken{"HalfAnEpub", "cut.epub", "pandoc", ParseStatus::kFallback, "Truncated", kNotes},
        Broken{"HalfAPptx", "cut.pptx", "pandoc", ParseStatus::kFallback, "Truncated", kNotes,
               kForty}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace porthole::testing
