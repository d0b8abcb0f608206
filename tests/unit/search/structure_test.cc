// Searches by the structure of pages: properties, classes, links, what others say; completion of
// fields and values.

#include <gmock/gmock.h>

#include "search/query/field_values.h"
#include "search/query/query.h"
#include "tests/unit/search/searcher_fixture.h"

namespace porthole::search {
namespace {

using summarizer::Summary;
using test::said;
using test::summary_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

Summary source(const std::string& name, std::vector<Property> properties) {
  Summary made = summary_of("https://src.example/" + name, name, "package sample;");
  made.resource_class = "JavaClass";
  made.properties = std::move(properties);
  return made;
}

class StructureTest : public SearcherTest {
 protected:
  StructureTest() {
    Summary parser =
        source("Parser.java", {{"className", "Parser"},
                               {"implements", "Notation"},
                               {"implements", "java.io.Closeable"},
                               {"author", "Kento Tamura"},
                               {"author", "James Clark"},
                               {"cites", "https://www.w3.org/TR/%78ml/#sec", PropertyKind::kUri}});
    Summary writer =
        source("Writer.java", {{"implements", "NotationWriter"}, {"author", "Kento Tamura"}});
    Summary reader =
        source("Reader.java", {{"implements", "Notation"}, {"author", "Tamura Kento"}});
    parser.own_annotations = {said(writer_, "the writer"),
                              said("https://old.example/reader", "the reader"),
                              said("https://www.w3.org/TR/xml/#top", "XML")};
    writer.own_annotations = {said(parser_ + "#main", "back")};
    reader.aliases = {"https://old.example/reader"};
    writer.annotations_by_others = {
        said(parser_, "the writer"),
        said(parser_, "Things that serialise", AnnotationKind::kHeading),
        said("https://lists.w3.org/1", "a good one", AnnotationKind::kAfter)};
    Summary picture = summary_of("https://src.example/p.png", "Picture", "");
    picture.resource_class = "Image";
    picture.properties = {{"width", "800"}, {"latitude", "-3.5"}, {"height", "1800"}};
    index_.add({parser, writer, reader, picture});
  }

  const std::string parser_ = "https://src.example/Parser.java";
  const std::string writer_ = "https://src.example/Writer.java";
  const std::string reader_ = "https://src.example/Reader.java";
  const std::string picture_ = "https://src.example/p.png";
};

TEST_F(StructureTest, AnswersWhichClassesImplementAnInterfaceAndWhoWroteThem) {
  EXPECT_THAT(urls("type:JavaClass implements:Notation author:\"Kento Tamura\""),
              ElementsAre(parser_));
  EXPECT_THAT(urls("implements:notation"), UnorderedElementsAre(parser_, reader_));
  EXPECT_THAT(urls("author:tamura -implements:Notation"), ElementsAre(writer_));
  EXPECT_THAT(urls("author:\"tamura james\""), IsEmpty())
      << "a phrase does not reach from value to value";
  EXPECT_THAT(urls("implements:closeable"), ElementsAre(parser_));
  EXPECT_THAT(urls("implements:\"java.io.Closeable\""), ElementsAre(parser_));
  EXPECT_THAT(urls("implements:Nota*"), UnorderedElementsAre(parser_, reader_, writer_));
}

TEST_F(StructureTest, FindsAClassByThoseAboveIt) {
  EXPECT_THAT(urls("type:ProgramSource"), UnorderedElementsAre(parser_, writer_, reader_));
  EXPECT_THAT(urls("type:image"), ElementsAre(picture_));
  EXPECT_EQ(search("type:page").estimated, 8);
}

TEST_F(StructureTest, ComparesNumbersAndUrlsAsAWhole) {
  EXPECT_THAT(urls("width:800"), ElementsAre(picture_));
  EXPECT_THAT(urls("height:800"), IsEmpty());
  EXPECT_THAT(urls("latitude:-3.5"), ElementsAre(picture_));
  EXPECT_THAT(urls("latitude:3.5"), IsEmpty());
  EXPECT_THAT(urls("cites:https://www.w3.org/TR/xml/"), ElementsAre(parser_));
  EXPECT_THAT(urls("cites:https://www.w3.org/TR/"), IsEmpty());
  EXPECT_THAT(urls("cites:sec"), ElementsAre(parser_)) << "the name at the end of an IRI is a word";
}

TEST_F(StructureTest, KeepsConditionsWhenNoPageHasAllOfIt) {
  EXPECT_THAT(urls("author:gosling type:JavaClass"), IsEmpty());
  EXPECT_THAT(urls("zeppelin sample author:clark"), ElementsAre(parser_));
}

TEST_F(StructureTest, FollowsLinksInBothDirectionsByAnyUrlOfAPage) {
  EXPECT_THAT(urls("linkto:" + writer_), ElementsAre(parser_));
  EXPECT_THAT(urls("linkto:HTTPS://www.w3.org/TR/%78ml/"), ElementsAre(parser_));
  EXPECT_THAT(urls("linkto:www.w3.org/TR/xml/"), ElementsAre(parser_));
  EXPECT_THAT(urls("linkto:" + reader_), ElementsAre(parser_)) << "which it calls by an older URL";
  EXPECT_THAT(urls("linkto:https://old.example/reader"), ElementsAre(parser_));
  EXPECT_THAT(urls("linkedfrom:" + parser_), UnorderedElementsAre(writer_, reader_));
  EXPECT_THAT(urls("linkedfrom:" + writer_), ElementsAre(parser_));
  EXPECT_THAT(urls("linkedfrom:https://nowhere.example/"), IsEmpty());
  EXPECT_THAT(urls("type:JavaClass -linkedfrom:" + parser_), ElementsAre(parser_));
}

TEST_F(StructureTest, AsksWhatOthersSayAndWho) {
  EXPECT_THAT(urls("annotation:serialise"), ElementsAre(writer_));
  EXPECT_THAT(urls("annotation:writer"), ElementsAre(writer_)) << "anchors are annotations";
  EXPECT_THAT(urls("annotation:\"a good one\""), ElementsAre(writer_));
  EXPECT_THAT(urls("anchor:serialise"), IsEmpty());
  EXPECT_THAT(urls("annotated-by-site:w3.org"), ElementsAre(writer_));
  EXPECT_THAT(urls("annotated-by-site:lists.w3.org"), ElementsAre(writer_));
  EXPECT_THAT(urls("annotated-by-site:a.test"), ElementsAre(hubs_));
}

TEST_F(StructureTest, FindsAPageByAnyOfItsUrls) {
  auto searcher = Searcher::open({index_.path()});
  const auto found = searcher->find("https://old.example/reader");
  ASSERT_TRUE(found && *found);
  EXPECT_EQ((*found)->url, reader_);
}

TEST_F(StructureTest, SaysWhichFieldWasMeant) {
  auto searcher = Searcher::open({index_.path()});
  const auto results = searcher->search({"implement:Notation"});
  ASSERT_FALSE(results);
  EXPECT_EQ(results.error().code, ErrorCode::kInvalid);
  EXPECT_THAT(results.error().hint, HasSubstr("did you mean implements:"));
  EXPECT_TRUE(searcher->search({"implements:Notation"})) << "and goes on";
}

std::vector<std::string> ends_of(const Completions& completions) {
  std::vector<std::string> ends;
  for (const Completion& one : completions.list) ends.push_back(one.end);
  return ends;
}

TEST_F(StructureTest, CompletesFieldsAndTheirValuesTheMostFrequentFirst) {
  auto searcher = Searcher::open({index_.path()});
  const auto ends = [&](const char* text) { return ends_of(searcher->complete(text, 10).value()); };
  EXPECT_THAT(ends("impl:"), ElementsAre("implements:"));
  EXPECT_THAT(ends("type:JavaClass (implements:No"),
              ElementsAre("implements:notation", "implements:notationwriter"));
  EXPECT_THAT(ends("-author:kento"), ElementsAre("author:\"kento tamura\"", "author:kento"));
  EXPECT_THAT(ends("author:\"Kento T"), ElementsAre("author:\"kento tamura\""));
  EXPECT_THAT(ends("type:java"), ElementsAre("type:JavaClass"));
  EXPECT_THAT(ends("linkto:www.w3"), ElementsAre("linkto:https://www.w3.org/TR/xml/"));
  EXPECT_THAT(ends("width:"), ElementsAre("width:800"));
  EXPECT_THAT(ends("notation sort:r"), ElementsAre("sort:relevance", "sort:recommendations"));
  EXPECT_EQ(searcher->complete("sort:old", 1)->list.at(0).meaning, "The oldest first");
  for (const char* number : {"date:", "size:", "relevance:", "after:2"})
    EXPECT_THAT(ends(number), IsEmpty()) << number;
  for (const char* nothing : {"zzz", "zzz:x", "author:\"kento tamura\"", "implements:\xFF\xC0"})
    EXPECT_THAT(ends(nothing), IsEmpty()) << nothing;
  const Completion first = searcher->complete("type:JavaClass implements:No", 1)->list.at(0);
  EXPECT_EQ(first.query, "type:JavaClass implements:notation");
  EXPECT_EQ(first.pages, 2);
}

TEST_F(StructureTest, BoundsWhatACompletionCosts) {
  std::vector<Summary> pages;
  for (int i = 0; i < 80; ++i)
    pages.push_back(source(std::to_string(i), {{"function", "f" + std::to_string(i)}}));
  index_.add(pages);
  auto searcher = Searcher::open({index_.path()});
  EXPECT_EQ(searcher->complete("function:f", 1'000'000)->list.size(), std::size_t{kMaxCompletions});
  EXPECT_EQ(searcher->complete("function:f", -1)->list.size(), 1u);
  EXPECT_THAT(searcher->complete(std::string(kMaxQueryBytes + 1, 'a'), 10)->list, IsEmpty());
}

TEST_F(StructureTest, ListsItsFieldsWithTheirMostFrequentValues) {
  auto searcher = Searcher::open({index_.path()});
  const auto fields = searcher->list_fields(2);
  ASSERT_TRUE(fields);
  const auto found = std::find_if(fields->begin(), fields->end(), [](const FieldListing& one) {
    return one.field.name == "implements";
  });
  ASSERT_NE(found, fields->end());
  EXPECT_THAT(found->field.meaning, HasSubstr("interface"));
  ASSERT_EQ(found->values.size(), 2u);
  EXPECT_EQ(found->values[0].value, "notation");
  EXPECT_EQ(found->values[0].pages, 2);
  EXPECT_EQ(searcher->list_fields(5, "AUTHOR")->size(), 1u);
  EXPECT_THAT(searcher->list_fields(5, "linkedfrom")->at(0).values, IsEmpty())
      << "its terms are targets, not sources";
  EXPECT_TRUE(searcher->list_fields(5, "zeppelin")->empty());
}

TEST_F(StructureTest, AsksForAValueInTheQueryThatItIsShownWith) {
  for (const char* value : {"Kento Tamura", "java.io.Closeable", "a \"b\" (c)", "x*", "-1", "*"}) {
    index_.add({source("one", {{"signature", value}})});
    EXPECT_THAT(urls(field_query("signature", value)), ElementsAre("https://src.example/one"))
        << value;
  }
}

// Whatever a page says of itself stands in no term that the back end would refuse.
TEST_F(StructureTest, IndexesHostileProperties) {
  std::vector<Property> properties;
  for (const std::string& text :
       {std::string(100'000, 'a'), std::string(300, '#'), std::string("\xFF\xC0\x80"),
        std::string("a\nb"), std::string("")}) {
    properties.push_back({"author", text});
    properties.push_back({"cites", "http://a.test/" + text, PropertyKind::kUri});
  }
  for (int i = 0; i < 5000; ++i) properties.push_back({"keyword", "k" + std::to_string(i)});
  Summary page = source("evil", properties);
  page.resource_class = "urn:example:" + std::string(1000, 'x');
  for (int i = 0; i < 5000; ++i)
    page.own_annotations.push_back(said("http://a.test/" + std::to_string(i), "x"));
  for (int i = 0; i < 500; ++i)
    page.aliases.push_back("http://b.test/" + std::string(static_cast<std::size_t>(i), 'y'));
  index_.add({page});
  EXPECT_THAT(urls("keyword:k7"), ElementsAre("https://src.example/evil"));
  EXPECT_THAT(urls("linkto:http://a.test/7"), ElementsAre("https://src.example/evil"));
}

}  // namespace
}  // namespace porthole::search
