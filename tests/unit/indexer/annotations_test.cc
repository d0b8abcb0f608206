#include "indexer/annotations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace porthole::indexer
