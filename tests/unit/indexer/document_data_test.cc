#include "indexer/document_data.h"

#include <gtest/gtest.h>

#include <string>

namespace porthole::indexer {
namespace {

TEST(DocumentDataTest, ReadsBackWhatItWrites) {
  DocumentData data;
  data.url = "https://example.org/";
  data.title = "A \"title\" <b>";
  data.text = "line 3:abc \xE2\x82\xAC";
  data.sections = {{"part", "A part"}, {"other", "Another: 1"}};
  data.relevance = 0.25;
  data.nosnippet = true;
  data.annotators = 3;
  data.annotations = {{"https://a.test/", "said", AnnotationKind::kHeading},
                      {"https://b.test/", "", AnnotationKind::kAlt}};
  const auto read = read_document_data(write_document_data(data), write_shown(data));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->title, data.title);
  EXPECT_EQ(read->text, data.text);
  ASSERT_EQ(read->sections.size(), 2u);
  EXPECT_EQ(read->sections[1].id, "other");
  EXPECT_EQ(read->sections[1].heading, "Another: 1");
  EXPECT_EQ(read->relevance, 0.25);
  EXPECT_TRUE(read->nosnippet);
  ASSERT_EQ(read->annotations.size(), 2u);
  EXPECT_EQ(read->annotations[0].kind, AnnotationKind::kHeading);
  EXPECT_EQ(read->annotations[1].annotator, "https://b.test/");
  EXPECT_EQ(read->annotations[1].text, "");
}

TEST(DocumentDataTest, ReadsBackTheLargestTextAndAnnotations) {
  DocumentData data;
  data.text = std::string(kTextKept, 'x');
  data.annotations.assign(kAnnotationsKept,
                          {std::string(20'000, 'u'), "said", AnnotationKind::kAnchor});
  const auto read = read_document_data(write_document_data(data), write_shown(data));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->text, data.text);
  ASSERT_EQ(read->annotations.size(), kAnnotationsKept);
  EXPECT_EQ(read->annotations.back().annotator.size(), 20'000u);
}

TEST(DocumentDataTest, RefusesWhatIsDamaged) {
  DocumentData data;
  data.text = "a text";
  const std::string json = write_document_data(data), shown = write_shown(data);
  EXPECT_TRUE(read_document_data(json, ""));
  EXPECT_EQ(json.substr(0, json.find('\n')), "{}") << "what is not known is left out";
  EXPECT_FALSE(read_document_data("[]", shown));
  EXPECT_FALSE(read_document_data("{\"url\":1}", shown));
  EXPECT_FALSE(read_document_data(json, shown.substr(0, shown.size() - 2)));
  EXPECT_FALSE(read_document_data(json, "no Brotli"));
}

}  // namespace
}  // namespace porthole::indexer
