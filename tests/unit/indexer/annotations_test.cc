#include "indexer/annotations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text/empty_phrases.h"
#include "indexer/link_terms.h"
#include "tests/support/summary_feed.h"

namespace porthole::indexer {
namespace {

using test::said;
using test::summary_of;
using ::testing::ElementsAre;

std::vector<std::string> texts_of(const std::vector<summarizer::Annotation>& annotations) {
  std::vector<std::string> texts;
  for (const summarizer::Annotation& said : annotations)
    texts.push_back(said.page + " " + said.text);
  return texts;
}

TEST(AnnotationsToIndexTest, AreTheFirstOfThoseThatAHostRepeats) {
  auto page = summary_of("https://example.org/", "Home", "words");
  page.annotations_by_others = {said("https://a.test/1", "wheel"),
                                said("https://a.test/2", "wheel"),
                                said("https://b.test/1", "wheel"), said("https://a.test/3", "hub"),
                                said("https://a.test/4", "wheel", AnnotationKind::kHeading)};
  keep_annotations_to_index(page);
  EXPECT_THAT(texts_of(page.annotations_by_others),
              ElementsAre("https://a.test/1 wheel", "https://b.test/1 wheel",
                          "https://a.test/3 hub", "https://a.test/4 wheel"));
}

TEST(AnnotationsToIndexTest, HaveEachTargetOfThePageOnce) {
  auto page = summary_of("https://example.org/", "Home", "words");
  page.own_annotations = {said("https://c.test/?a=1&b", "out"), said("https://d.test/a|b", "other"),
                          said("https://c.test/?a=1&b", "again")};
  keep_annotations_to_index(page);
  EXPECT_THAT(texts_of(page.own_annotations),
              ElementsAre("https://c.test/?a=1&b out", "https://d.test/a|b other"));
}

TEST(AnnotationsToIndexTest, AreThoseThatStillExist) {
  auto page = summary_of("https://example.org/", "Home", "words");
  page.annotations_by_others = {said("https://b.test/", "gone"), said("https://a.test/", "here")};
  page.annotations_by_others[0].closed = "2026-11-21T18:20:53Z";
  page.own_annotations = {said("https://c.test/", "gone"), said("https://c.test/", "here")};
  page.own_annotations[0].closed = "2026-11-21T18:20:53Z";
  keep_annotations_to_index(page);
  EXPECT_THAT(texts_of(page.annotations_by_others), ElementsAre("https://a.test/ here"));
  EXPECT_THAT(texts_of(page.own_annotations), ElementsAre("https://c.test/ here"));
}

TEST(AnnotationsTest, ShowsWhatOtherSitesSayBeforeThePagesOwnAndEachTextOnce) {
  auto page = summary_of("https://example.org/", "Home", "");
  page.annotations_by_others = {
      said("https://www.example.org/a", "a long text by the same site, long indeed"),
      said("https://other.test/", "Wheel"), said("https://third.test/", "wheel"),
      said("https://other.test/", "back")};
  const auto shown = shown_annotations(page);
  ASSERT_EQ(shown.size(), 2u);
  EXPECT_EQ(shown[0].text, "Wheel");
  EXPECT_EQ(shown[0].annotator, "https://other.test/");
  EXPECT_EQ(shown[1].annotator, "https://www.example.org/a");
  EXPECT_EQ(annotating_sites(page).all, 3);
  EXPECT_EQ(annotating_sites(page).others, 2);
}

TEST(AnnotationsTest, ShowsWhatWasWrittenForTheLinkBeforeWhatStandsAroundIt) {
  auto page = summary_of("https://example.org/", "Home", "");
  page.annotations_by_others = {
      said("https://other.test/",
           "a heading that goes on and on about all that the list below it has",
           AnnotationKind::kHeading),
      said("https://other.test/",
           "and what comes after the link is a whole sentence, longer than the anchor",
           AnnotationKind::kAfter),
      said("https://www.example.org/a", "own words"), said("https://other.test/", "wheels")};
  const auto shown = shown_annotations(page);
  ASSERT_EQ(shown.size(), 4u);
  EXPECT_EQ(shown[0].text, "wheels");
  EXPECT_EQ(shown[1].text, "own words");
}

TEST(AnnotationsTest, NavigationAndPunctuationSayNothing) {
  for (const char* text :
       {"next", "Next \xC2\xBB", "[top]", "|", " \xE2\x86\x92 ", "Read more\xE2\x80\xA6", "...", "",
        "https://example.org/x", "HOME", "Continue reading \xE2\x86\x92"}) {
    EXPECT_TRUE(says_nothing(text)) << text;
  }
  for (const char* text : {"C", "C index", "next of kin", "7", "\xE6\x98\x9F",
                           "see https://example.org/", "Up! the film"}) {
    EXPECT_FALSE(says_nothing(text)) << text;
  }
}

TEST(LinkTextsTest, KeepTheWordsOfTextsThatAreNeitherEmptyNorLong) {
  const LinkText gear = hashed({"gear", "oil"}), long_one(kLinkTextWords + 1, 7);
  const std::string value = write_link_texts({{}, gear, long_one, hashed({"chain"})});
  EXPECT_EQ(value.size(), 1 + 8 + 1 + 4U);
  EXPECT_THAT(read_link_texts(value), ElementsAre(gear, hashed({"chain"})));
  EXPECT_THAT(read_link_texts(value.substr(0, value.size() - 1)), ElementsAre(gear));
  const std::vector<LinkText> many(kLinkTextsKept + 1, gear);
  EXPECT_EQ(read_link_texts(write_link_texts(many)).size(), kLinkTextsKept);
}

}  // namespace
}  // namespace porthole::indexer
