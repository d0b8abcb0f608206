#include "search/ranking/searcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "search/query/field_values.h"
#include "search/query/query.h"
#include "search/ranking/snippet.h"
#include "search/site/json.h"
#include "tests/support/index_folder.h"

namespace porthole::search {
namespace {

using summarizer::Summary;
using test::IndexFolder;
using test::said;
using test::summary_of;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAre;

std::vector<Summary> small_web() {
  auto hubs = summary_of("https://hubs.example/gears", "Hub gears",
                         "A planetary gear turns inside the hub. Riders like how quiet it is.");
  hubs.annotations_by_others = {said("https://a.test/list", "silent transmission"),
                                said("https://b.test/", "silent transmission")};
  auto chains = summary_of("https://www.chains.example/care/oil.html", "Chain care",
                           "Oil the chain. A gear that slips has a worn chain.");
  hubs.hub = 0.0625;
  hubs.authority = 0.25;
  auto german = summary_of("https://rad.example.de/", "Nabenschaltung",
                           "Die Schaltung in der Nabe ist leise.");
  german.language = "de";
  auto paper = summary_of("https://hubs.example/paper.pdf", "Efficiency of transmissions",
                          "Measured losses.");
  paper.media_type = "application/pdf";
  return {hubs, chains, german, paper};
}

class SearcherTest : public ::testing::Test {
 protected:
  SearcherTest() { index_.add(small_web()); }

  Results search(const std::string& query, int from = 0, int size = 10) {
    auto searcher = Searcher::open({index_.path()});
    EXPECT_TRUE(searcher) << searcher.error().to_string();
    auto results = searcher->search({query, from, size});
    EXPECT_TRUE(results) << results.error().to_string();
    return results.value_or(Results{});
  }
  std::vector<std::string> urls(const std::string& query) {
    std::vector<std::string> found;
    for (const Hit& hit : search(query).hits) found.push_back(hit.url);
    return found;
  }

  const std::string hubs_ = "https://hubs.example/gears";
  const std::string chains_ = "https://www.chains.example/care/oil.html";
  const std::string german_ = "https://rad.example.de/";
  const std::string paper_ = "https://hubs.example/paper.pdf";
  IndexFolder index_;
};

TEST_F(SearcherTest, FindsAPageByWhatOnlyOthersSayAboutIt) {
  EXPECT_THAT(urls("silent"), ElementsAre(hubs_));
  EXPECT_THAT(urls("anchor:silent"), ElementsAre(hubs_));
  EXPECT_THAT(urls("anchor:planetary"), IsEmpty());
  EXPECT_THAT(urls("\"silent transmission\""), ElementsAre(hubs_));
}

TEST_F(SearcherTest, FindsAllFormsOfAWordButAPhraseExactly) {
  EXPECT_THAT(urls("gears"), UnorderedElementsAre(hubs_, chains_));
  EXPECT_THAT(urls("rider"), ElementsAre(hubs_));
  EXPECT_THAT(urls("\"rider\""), IsEmpty());
  EXPECT_THAT(urls("\"planetary gear\""), ElementsAre(hubs_));
  EXPECT_THAT(urls("\"gear planetary\""), IsEmpty());
}

TEST_F(SearcherTest, StemsByTheLanguagesOfTheIndex) {
  EXPECT_THAT(urls("schaltungen"), ElementsAre(german_));
}

TEST_F(SearcherTest, LimitsToFields) {
  EXPECT_THAT(urls("title:gear"), ElementsAre(hubs_));
  EXPECT_THAT(urls("site:hubs.example"), UnorderedElementsAre(hubs_, paper_));
  EXPECT_THAT(urls("site:chains.example"), ElementsAre(chains_));
  EXPECT_THAT(urls("site:chains.example/care"), ElementsAre(chains_));
  EXPECT_THAT(urls("host:chains.example"), IsEmpty());
  EXPECT_THAT(urls("host:www.chains.example gear"), ElementsAre(chains_));
  EXPECT_THAT(urls("url:oil"), ElementsAre(chains_));
  EXPECT_THAT(urls("lang:de"), ElementsAre(german_));
  EXPECT_THAT(urls("type:pdf"), ElementsAre(paper_));
  EXPECT_THAT(urls("topic:cycling lang:de"), ElementsAre(german_));
}

TEST_F(SearcherTest, CombinesWithAndOrNotAndSigns) {
  EXPECT_THAT(urls("gear AND oil"), ElementsAre(chains_));
  EXPECT_THAT(urls("oil OR quiet"), UnorderedElementsAre(chains_, hubs_));
  EXPECT_THAT(urls("gear NOT oil"), ElementsAre(hubs_));
  EXPECT_THAT(urls("gear -oil"), ElementsAre(hubs_));
  EXPECT_THAT(urls("-gear"), UnorderedElementsAre(german_, paper_));
  EXPECT_THAT(urls("(oil OR losses) -site:chains.example"), ElementsAre(paper_));
  EXPECT_THAT(urls("plan*"), ElementsAre(hubs_));
}

TEST_F(SearcherTest, FallsBackToSomeOfTheWordsAndSaysSo) {
  const Results results = search("planetary oil");
  EXPECT_EQ(results.hits.size(), 2u);
  EXPECT_THAT(results.notes, ElementsAre(HasSubstr("No page has all of it")));
  EXPECT_THAT(urls("planetary oil site:chains.example"), ElementsAre(chains_));
  EXPECT_THAT(urls("+planetary oil"), ElementsAre(hubs_));
}

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
  EXPECT_THAT(ends("impl"), ElementsAre("implements:"));
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

TEST_F(SearcherTest, PrefersTheWordInTitleAndAnchorsToTheWordInTheText) {
  index_.add(
      {summary_of("https://t.example/1", "Tandem", "Two riders on one frame and some more words."),
       summary_of("https://t.example/2", "Frames",
                  "A tandem has two riders on one frame, and more.")});
  EXPECT_EQ(urls("tandem")[0], "https://t.example/1");
  auto said_to_be = summary_of("https://t.example/3", "Trips",
                               "Journeys with luggage, a tour of the lake and more.");
  said_to_be.annotations_by_others = {said("https://x.test/", "tour"),
                                      said("https://y.test/", "tour")};
  index_.add({said_to_be, summary_of("https://t.example/4", "Lakes",
                                     "Journeys with luggage, a tour of the lake.")});
  EXPECT_EQ(urls("tour")[0], "https://t.example/3");
}

TEST_F(SearcherTest, PrefersTheMoreRelevantOfTwoEqualPages) {
  auto low = summary_of("https://r.example/1", "Saddle", "leather saddle");
  low.relevance = Relevance(0.1);
  auto high = summary_of("https://r.example/2", "Saddle", "leather saddle");
  high.relevance = Relevance(0.9);
  index_.add({low, high});
  EXPECT_THAT(urls("leather"), ElementsAre("https://r.example/2", "https://r.example/1"));
}

TEST_F(SearcherTest, MarksTheWordsInTheSnippetAndShowsMatchingAnnotationsFirst) {
  const Results results = search("quiet transmission");
  ASSERT_EQ(results.hits.size(), 1u);
  const Hit& hit = results.hits[0];
  EXPECT_THAT(plain_text(hit.snippet), HasSubstr("how quiet it is"));
  const auto marked =
      std::find_if(hit.snippet.begin(), hit.snippet.end(), [](const Fragment& f) { return f.hit; });
  ASSERT_NE(marked, hit.snippet.end());
  EXPECT_EQ(marked->text, "quiet");
  ASSERT_FALSE(hit.annotations.empty());
  EXPECT_EQ(plain_text(hit.annotations[0].text), "silent transmission");
  EXPECT_TRUE(hit.annotations[0].text.back().hit);
  EXPECT_EQ(hit.annotators, 2);
}

TEST_F(SearcherTest, TakesTheSnippetOfALongPageFromWhereThePhraseIs) {
  std::string text = "The chainring is here, the bolts are there. ";
  for (int i = 0; i < 300; ++i) text += "Words of no interest follow one another. ";
  text += "Five chainring bolts hold it. ";
  for (int i = 0; i < 50; ++i) text += "And they go on. ";
  index_.add({summary_of("https://long.example/", "Long", text)});
  for (const char* query : {"\"chainring bolts\"", "chainring bolt"}) {
    const Results results = search(query);
    ASSERT_EQ(results.hits.size(), 1u);
    const std::string snippet = plain_text(results.hits[0].snippet);
    EXPECT_THAT(snippet, HasSubstr("chainring bolts hold it."));
    EXPECT_THAT(snippet, StartsWith("Five chainring")) << "a sentence";
    EXPECT_THAT(snippet, EndsWith("on.")) << "a sentence";
  }
}

TEST_F(SearcherTest, PagesThroughTheResults) {
  std::vector<Summary> pages;
  for (int i = 0; i < 25; ++i)
    pages.push_back(summary_of("https://many.example/" + std::to_string(i), "Pedal", "pedal"));
  index_.add(pages);
  EXPECT_EQ(search("pedal").estimated, 25);
  std::set<std::string> seen;
  for (int from = 0; from < 30; from += 10) {
    for (const Hit& hit : search("pedal", from).hits) seen.insert(hit.url);
  }
  EXPECT_EQ(seen.size(), 25u);
  EXPECT_EQ(search("pedal", 20).hits.front().rank, 21);
  EXPECT_THAT(search("pedal", 1'000'000'000).hits, IsEmpty());
  EXPECT_EQ(search("pedal", -5, -5).hits.size(), 1u);
  EXPECT_EQ(search("pedal", 0, 1'000'000).size, kMaxResultSize);
}

TEST_F(SearcherTest, OffersTheSpellingThatTheCollectionHas) {
  EXPECT_EQ(search("Eficiency losses").corrected, "efficiency losses");
  EXPECT_EQ(search("efficiency").corrected, "");
  EXPECT_EQ(search("zzzzqqqq").corrected, "");
}

TEST_F(SearcherTest, OffersTheSpellingOfAWordThatStandsInTextsAlone) {
  index_.add({summary_of("https://m.test/1", "One", "on magnetic resonance"),
              summary_of("https://m.test/2", "Two", "more resonance"),
              summary_of("https://m.test/3", "Three", "resonnances, mistyped in one page")});
  EXPECT_EQ(search("ressonnance gear").corrected, "resonance gear");
  EXPECT_EQ(search("resonances").corrected, "") << "another form of it";
}

TEST_F(SearcherTest, ShowsWhatTheCorrectionFindsWhereNoPageHasTheWord) {
  const Results instead = search("Eficiency");
  EXPECT_EQ(instead.query, "efficiency");
  EXPECT_EQ(instead.instead_of, "Eficiency");
  EXPECT_EQ(instead.corrected, "");
  ASSERT_EQ(instead.hits.size(), 1u);
  EXPECT_EQ(instead.hits[0].url, paper_);

  auto searcher = Searcher::open({index_.path()});
  SearchRequest as_written;
  as_written.query = "Eficiency";
  as_written.as_written = true;
  const auto nothing = searcher->search(as_written);
  ASSERT_TRUE(nothing);
  EXPECT_THAT(nothing->hits, IsEmpty());
  EXPECT_EQ(nothing->query, "Eficiency");
  EXPECT_EQ(nothing->corrected, "efficiency");

  for (const char* query : {"gear", "Eficiency gear", "zzzzqqqq", "Eficiency lang:de"})
    EXPECT_EQ(search(query).instead_of, "") << query;
}

TEST_F(SearcherTest, CompletesAWordByThePagesThatHaveTheWordsBefore) {
  std::vector<Summary> pages;
  for (int i = 0; i < 9; ++i) {
    const std::string number = std::to_string(i);
    pages.push_back(summary_of("https://a.test/" + number, "On " + number,
                               "resources and a resolution " + number));
  }
  pages.push_back(summary_of("https://b.test/1", "Three", "magnetic resonance and its resources"));
  pages.push_back(
      summary_of("https://b.test/2", "Four", "magnetic resonance is there with resources"));
  pages.push_back(summary_of("https://b.test/3", "Five", "magnetic poles, the reserve"));
  index_.add(pages);
  auto searcher = Searcher::open({index_.path()});
  const auto words = [&](const char* query) {
    std::vector<std::string> found;
    const Completions completions = searcher->complete(query, 20).value();
    for (const Completion& one : completions.list) {
      if (one.kind == CompletionKind::kWord)
        found.push_back(one.end + " " + std::to_string(*one.pages));
    }
    return found;
  };
  EXPECT_THAT(words("res"),
              ElementsAre("resources 11", "resolution 9", "resonance 2", "reserve 1"));
  EXPECT_THAT(words("magnetic reso"), ElementsAre("resonance 2", "resources 2"));
  EXPECT_THAT(words("\"magnetic\" site:b.test -poles res"),
              ElementsAre("resonance 2", "reserve 1", "resources 2"));
  EXPECT_THAT(words("zzzz reso"), ElementsAre("resources 11", "resolution 9", "resonance 2"))
      << "no page has the word before";
  EXPECT_THAT(words("th"), ElementsAre("three 1")) << "the and there are stop words";
}

TEST_F(SearcherTest, CompletesByWordsOfTitlesAndAnchorsBeforeThoseOfTexts) {
  auto scanner = summary_of("https://a.test/1", "DICOM", "a format, not a dictionary");
  auto reader = summary_of("https://a.test/2", "Reader", "of a dictionary");
  reader.annotations_by_others = {said("https://b.test/", "the dicey reader")};
  index_.add({scanner, reader, summary_of("https://a.test/3", "Third", "dictionary")});
  auto searcher = Searcher::open({index_.path()});
  std::vector<std::string> words;
  const Completions completions = searcher->complete("dic", 20).value();
  for (const Completion& one : completions.list) {
    if (one.kind == CompletionKind::kWord) words.push_back(one.end);
  }
  EXPECT_THAT(words, ElementsAre("dicom", "dicey", "dictionary"));
}

TEST_F(SearcherTest, ListsNoStopWordsAmongTheValuesOfTexts) {
  auto page = summary_of("https://a.test/1", "The gears of the hub", "text");
  page.annotations_by_others = {said("https://b.test/", "all about the gears")};
  index_.add({page});
  auto searcher = Searcher::open({index_.path()});
  for (const char* name : {"title", "anchor"}) {
    const auto listed = searcher->list_fields(100, name);
    ASSERT_TRUE(listed);
    std::vector<std::string> values;
    for (const FieldValue& one : listed->at(0).values) values.push_back(one.value);
    EXPECT_THAT(values, ::testing::Contains("gears")) << name;
    for (const char* word : {"the", "of", "all", "about"})
      EXPECT_THAT(values, Not(::testing::Contains(word))) << name;
  }
}

TEST_F(SearcherTest, SeesWhatWasIndexedSinceItWasOpened) {
  auto searcher = Searcher::open({index_.path()});
  ASSERT_TRUE(searcher);
  EXPECT_TRUE(searcher->search({"velodrome"})->hits.empty());
  index_.add({summary_of("https://new.example/", "Velodrome", "track")});
  EXPECT_EQ(searcher->search({"velodrome"})->hits.size(), 1u);
  for (int i = 0; i < 5; ++i)
    index_.add({summary_of("https://new.example/" + std::to_string(i), "x", "track")});
  EXPECT_EQ(searcher->search({"track"})->hits.size(), 6u);
}

TEST_F(SearcherTest, SearchesSeveralIndexesAsOne) {
  IndexFolder second;
  second.add({summary_of("https://second.example/", "Gear of another kind", "gear")});
  auto searcher = Searcher::open({index_.path(), second.path()});
  ASSERT_TRUE(searcher);
  EXPECT_EQ(searcher->search({"gear"})->hits.size(), 3u);
  EXPECT_TRUE(searcher->find("https://second.example/#top")->has_value());
  EXPECT_FALSE(searcher->find("https://third.example/")->has_value());
}

TEST_F(SearcherTest, SaysHowToMakeAnIndexThatIsMissing) {
  const auto searcher = Searcher::open({"/nowhere/cycling/index"});
  ASSERT_FALSE(searcher);
  EXPECT_EQ(searcher.error().code, ErrorCode::kNotFound);
  EXPECT_THAT(searcher.error().hint, HasSubstr("porthole index /nowhere/cycling"));
}

TEST_F(SearcherTest, ShowsNoTextOfAPageThatWantsNoSnippets) {
  auto page = summary_of("https://quiet.example/", "Shy", "unmistakable words");
  page.nosnippet = true;
  index_.add({page});
  const Results results = search("unmistakable");
  ASSERT_EQ(results.hits.size(), 1u);
  EXPECT_THAT(results.hits[0].snippet, IsEmpty());
}

// Reliability F5: cost is bounded before the index is asked; none of these may fail.
TEST_F(SearcherTest, AnswersHostileQueries) {
  std::string wildcards;
  for (char c = 'a'; c <= 'z'; ++c) wildcards += std::string(3, c) + "* ";
  std::string near = "a";
  for (int i = 0; i < 2000; ++i) near += " NEAR b";
  std::string words;
  for (int i = 0; i < 100'000; ++i) words += "w" + std::to_string(i) + " ";
  const std::vector<std::string> hostile = {std::string(1 << 20, 'a'),
                                            words,
                                            std::string(100'000, '('),
                                            std::string(100'000, ')'),
                                            std::string(100'000, '"'),
                                            std::string(100'000, '-'),
                                            wildcards,
                                            "*",
                                            "a* b* c*",
                                            near,
                                            std::string("nul\0nul", 7),
                                            "\xFF\xFE\xC0\x80",
                                            "\"unbalanced",
                                            "\"XANCHOR:foo\" Zgear Qhttps",
                                            "a:b:c:::",
                                            "\x01\x02"};
  for (const std::string& query : hostile) {
    const Results results = search(query);
    EXPECT_LE(results.query.size(), kMaxQueryBytes);
    EXPECT_LE(results.hits.size(), 10u);
  }
}

// Reliability F2, F3 and CVE-2026-77643: texts shorter and longer than the snippet.
TEST_F(SearcherTest, GivesMarkupInCrawledTextAsPlainPieces) {
  const std::string script = "<script>alert(1)</script> & <b>bold</b> trap";
  index_.add({summary_of("https://evil.example/short", script, script),
              summary_of("https://evil.example/long", script,
                         script + std::string(2000, ' ') + "pad " + script)});
  const Results results = search("trap");
  ASSERT_EQ(results.hits.size(), 2u);
  for (const Hit& hit : results.hits) {
    EXPECT_EQ(hit.title, script);
    EXPECT_THAT(plain_text(hit.snippet), HasSubstr("<script>alert(1)</script> & <b>bold</b> trap"));
  }
  const std::string json = results_as_json(results);
  EXPECT_THAT(json, Not(HasSubstr("<")));
  const auto parsed = nlohmann::json::parse(json);
  EXPECT_EQ(parsed["results"][0]["title"], script);
  EXPECT_THAT(
      parsed["results"][0]["snippet_html"].get<std::string>(),
      HasSubstr("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &lt;b&gt;bold&lt;/b&gt; <b>trap</b>"));
}

TEST(SnippetTest, ReadsMarkedTextWhetherItWasEscapedOrNot) {
  const Fragments fragments = read_marked("a &lt;i&gt; <i> &amp;amp; \x01hit\x02 end");
  ASSERT_EQ(fragments.size(), 3u);
  EXPECT_EQ(fragments[0].text, "a <i> <i> &amp; ");
  EXPECT_EQ(fragments[1].text, "hit");
  EXPECT_TRUE(fragments[1].hit);
  EXPECT_FALSE(fragments[2].hit);
  EXPECT_EQ(without_marks("a\x01"
                          "b\x02"
                          "c"),
            "a b c");
}

TEST_F(SearcherTest, CarriesTheScoresOfDistillationToTheAnswer) {
  const auto found = nlohmann::json::parse(results_as_json(search("planetary")));
  EXPECT_EQ(found["results"][0]["hub"], 0.0625);
  EXPECT_EQ(found["results"][0]["authority"], 0.25);
  const auto without = nlohmann::json::parse(results_as_json(search("title:chain")));
  EXPECT_TRUE(without["results"][0]["hub"].is_null());
  EXPECT_TRUE(without["results"][0]["authority"].is_null());
}

TEST(JsonTest, HasTheKeysThatOthersBuildOn) {
  Results results;
  results.query = "q";
  Hit hit;
  hit.rank = 1;
  hit.annotations.push_back({"https://a.test/", AnnotationKind::kAnchor, {{"said", true}}});
  results.hits.push_back(hit);
  const auto json = nlohmann::json::parse(results_as_json(results));
  for (const char* key : {"query", "estimated", "corrected", "results", "facets"})
    EXPECT_TRUE(json.contains(key)) << key;
  for (const char* key : {"rank", "url", "title", "snippet", "score", "relevance", "authority",
                          "hub", "annotations"}) {
    EXPECT_TRUE(json["results"][0].contains(key)) << key;
  }
  EXPECT_EQ(json["results"][0]["annotations"][0],
            (nlohmann::json{
                {"annotator", "https://a.test/"}, {"annotation", "said"}, {"kind", "anchor"}}));
  EXPECT_TRUE(json["corrected"].is_null());
}

}  // namespace
}  // namespace porthole::search
