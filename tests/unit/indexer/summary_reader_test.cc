#include "indexer/summary_reader.h"

#include <gtest/gtest.h>

#include "summarizer/rdf_writer.h"
#include "tests/support/summary_feed.h"

namespace porthole::indexer {
namespace {

using test::said;
using test::summary_of;

summarizer::Summary write_and_read(const summarizer::Summary& summary) {
  const auto read = read_summary(summarizer::write_rdf(summary));
  EXPECT_TRUE(read) << read.error().to_string();
  return read.value_or(summarizer::Summary{});
}

TEST(SummaryReaderTest, KeepsOneOfTheAnnotationsThatAHostRepeats) {
  auto page = summary_of("https://example.org/", "Home", "words");
  page.annotations_by_others = {said("https://a.test/1", "wheel"),
                                said("https://a.test/2", "wheel"),
                                said("https://b.test/1", "wheel"), said("https://a.test/3", "hub")};
  page.annotations_by_others.push_back(said("https://a.test/4", "wheel"));
  page.annotations_by_others.back().kind = AnnotationKind::kHeading;
  const auto read = write_and_read(page);
  ASSERT_EQ(read.annotations_by_others.size(), 4u);
  EXPECT_EQ(read.annotations_by_others[0].page, "https://a.test/1");
  EXPECT_EQ(read.annotations_by_others[1].page, "https://b.test/1");
  EXPECT_EQ(read.annotations_by_others[2].text, "hub");
  EXPECT_EQ(read.annotations_by_others[3].kind, AnnotationKind::kHeading);
}

TEST(SummaryReaderTest, KeepsWhichPagesAPageSpeaksOfAndNotWhatItSays) {
  auto page = summary_of("https://example.org/", "Home", "words <rdf:li> & </rdf:li> words");
  page.own_annotations = {
      said("https://c.test/?a=1&b", "out"), said("https://d.test/a|b", " ph:url=\"x\""),
      said("https://c.test/?a=1&b", "again"), said("https://d.test/%7C", "x\n\"> ph:url=\"y\"")};
  page.annotations_by_others = {said("https://a.test/", "two  spaces stand in an element")};
  const auto read = write_and_read(page);
  ASSERT_EQ(read.own_annotations.size(), 3u);
  EXPECT_EQ(read.own_annotations[0].page, "https://c.test/?a=1&b");
  EXPECT_EQ(read.own_annotations[1].page, "https://d.test/a|b");
  EXPECT_EQ(read.own_annotations[2].page, "https://d.test/%7C");
  EXPECT_EQ(read.own_annotations[0].text, "");
  ASSERT_EQ(read.annotations_by_others.size(), 1u);
  EXPECT_EQ(read.annotations_by_others[0].text, "two  spaces stand in an element");
  EXPECT_EQ(read.text, page.text);
}

TEST(SummaryReaderTest, ReadsWhatStandsBesideAnnotationsAndText) {
  auto page = summary_of("https://example.org/\xC3\xA4", "A \"title\" & more", "");
  page.description = "two  spaces";
  page.aliases = {"https://example.org/b"};
  page.nosnippet = true;
  const auto read = write_and_read(page);
  EXPECT_EQ(read.url, page.url);
  EXPECT_EQ(read.title, page.title);
  EXPECT_EQ(read.description, page.description);
  EXPECT_EQ(read.aliases, page.aliases);
  EXPECT_TRUE(read.nosnippet);
  EXPECT_EQ(read.text, "");
}

TEST(SummaryReaderTest, ReadsEverythingOfAnAnnotationThatTheIndexNeeds) {
  auto page = summary_of("https://example.org/", "Home", "a < b && \"c\" > 'd'");
  page.annotations_by_others = {said("https://a.test/?x=1&y=2", "\"R&D\" <wheel>")};
  page.annotations_by_others[0].kind = AnnotationKind::kTitle;
  page.annotations_by_others[0].relevance = Relevance(0.125);
  const auto read = write_and_read(page);
  ASSERT_EQ(read.annotations_by_others.size(), 1u);
  const auto& annotation = read.annotations_by_others[0];
  EXPECT_EQ(annotation.page, "https://a.test/?x=1&y=2");
  EXPECT_EQ(annotation.text, "\"R&D\" <wheel>");
  EXPECT_EQ(annotation.kind, AnnotationKind::kTitle);
  EXPECT_EQ(annotation.relevance.value(), 0.125);
  EXPECT_EQ(read.text, page.text);
}

TEST(SummaryReaderTest, LeavesOutWhatOthersNoLongerSay) {
  for (const char* text : {"gone", "gone  and  read  whole"}) {
    auto page = summary_of("https://example.org/", "Home", "words");
    page.annotations_by_others = {said("https://a.test/", "here"), said("https://b.test/", text)};
    auto& open = page.annotations_by_others[0];
    open.authority = 0.5;
    open.sites = 3;
    open.first_seen = open.last_seen = "2026-11-20T18:20:53Z";
    open.navigation = true;
    page.annotations_by_others[1].closed = "2026-11-21T18:20:53Z";
    const auto read = write_and_read(page);
    ASSERT_EQ(read.annotations_by_others.size(), 1u) << text;
    EXPECT_EQ(read.annotations_by_others[0].text, "here");
    EXPECT_EQ(read.annotations_by_others[0].page, "https://a.test/");
  }
}

// A carriage return is written as a character reference, a space in a URL asks for a property more.
TEST(SummaryReaderTest, ReadsTheRareFormsOfTheWriter) {
  auto page = summary_of("https://example.org/", "Home", "a\rb");
  page.annotations_by_others = {said("https://a.test/a b", "out")};
  const auto read = write_and_read(page);
  EXPECT_EQ(read.text, "a\rb");
  ASSERT_EQ(read.annotations_by_others.size(), 1u);
  EXPECT_EQ(read.annotations_by_others[0].page, "https://a.test/a b");
}

TEST(SummaryReaderTest, ReadsAnotherLayoutWhole) {
  auto page = summary_of("https://example.org/", "Home", "words");
  page.annotations_by_others = {said("https://a.test/", "wheel"),
                                said("https://a.test/2", "wheel")};
  page.own_annotations = {said("https://c.test/", "out"), said("https://c.test/", "again")};
  std::string rdf = summarizer::write_rdf(page);
  for (std::size_t at = 0; (at = rdf.find("<rdf:li>", at)) != std::string::npos; at += 10)
    rdf.insert(at, "\n ");
  const auto read = read_summary(rdf);
  ASSERT_TRUE(read) << read.error().to_string();
  EXPECT_EQ(read->annotations_by_others.size(), 2u);
  EXPECT_EQ(read->own_annotations.size(), 1u);
}

TEST(SummaryReaderTest, RefusesWhatIsNoSummary) {
  const std::string rdf =
      summarizer::write_rdf(summary_of("https://example.org/", "Home", "words"));
  for (const std::string& text :
       {std::string(), std::string("<rdf:li>"), std::string("</ph:Page></rdf:RDF>\n"),
        rdf.substr(0, rdf.size() / 2), rdf.substr(rdf.size() / 2)}) {
    EXPECT_FALSE(read_summary(text));
  }
}

}  // namespace
}  // namespace porthole::indexer
