#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "base/xml/tree.h"
#include "base/xml/writer.h"
#include "summarizer/rdf_writer.h"
#include "tests/support/rdf_triples.h"
#include "tests/support/summaries.h"
#include "tests/support/temp_dir.h"

namespace porthole::summarizer {
namespace {

using porthole::testing::full_summary;
using porthole::testing::has_rapper;
using porthole::testing::hostile_strings;
using porthole::testing::hostile_summary;

void expect_same(const std::vector<Annotation>& a, const std::vector<Annotation>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].page, b[i].page);
    EXPECT_EQ(a[i].text, b[i].text);
    EXPECT_EQ(a[i].kind, b[i].kind);
    EXPECT_EQ(a[i].element, b[i].element);
    EXPECT_EQ(a[i].relevance, b[i].relevance);
  }
}

void expect_same(const Summary& a, const Summary& b) {
  EXPECT_EQ(a.url, b.url);
  EXPECT_EQ(a.title, b.title);
  EXPECT_EQ(a.description, b.description);
  EXPECT_EQ(a.language, b.language);
  EXPECT_EQ(a.media_type, b.media_type);
  EXPECT_EQ(a.fetched, b.fetched);
  EXPECT_EQ(a.modified, b.modified);
  EXPECT_EQ(a.published, b.published);
  EXPECT_EQ(a.topic, b.topic);
  EXPECT_EQ(a.relevance, b.relevance);
  EXPECT_EQ(a.hub, b.hub);
  EXPECT_EQ(a.authority, b.authority);
  EXPECT_EQ(a.importance, b.importance);
  EXPECT_EQ(a.nosnippet, b.nosnippet);
  EXPECT_EQ(a.noarchive, b.noarchive);
  EXPECT_EQ(a.bytes, b.bytes);
  EXPECT_EQ(a.digest, b.digest);
  EXPECT_EQ(a.text, b.text);
  EXPECT_EQ(a.aliases, b.aliases);
  expect_same(a.annotations_by_others, b.annotations_by_others);
  expect_same(a.own_annotations, b.own_annotations);
}

Summary read_back(const Summary& summary) {
  const Result<Summary> read = read_rdf(write_rdf(summary));
  EXPECT_TRUE(read) << read.error().to_string();
  return read ? *read : Summary();
}

TEST(RdfTest, ReadsBackEveryField) { expect_same(read_back(full_summary()), full_summary()); }

TEST(RdfTest, ReadsBackAnEmptySummary) {
  Summary summary;
  summary.url = "https://a.org/";
  expect_same(read_back(summary), summary);
}

TEST(RdfTest, ReadsBackEveryKindAndElement) {
  Summary summary;
  summary.url = "https://a.org/";
  for (int element = 0; element <= static_cast<int>(Element::kSitemap); ++element) {
    for (const AnnotationKind kind : kAnnotationKinds) {
      summary.annotations_by_others.push_back(
          {"https://b.org/", "x", kind, static_cast<Element>(element), Relevance(0.25)});
    }
  }
  expect_same(read_back(summary), summary);
}

TEST(RdfTest, ReadsBackEveryRelevanceExactly) {
  for (const double value : {0.0, 1.0, 1.0 / 3, 0.1, 5e-324, 0.99999999999999989, 1e-7}) {
    Summary summary = full_summary();
    summary.relevance = Relevance(value);
    EXPECT_EQ(read_back(summary).relevance.value(), value);
  }
}

TEST(RdfTest, ReadsBackHostileTextWhereverItStands) {
  for (const std::string& text : hostile_strings()) {
    expect_same(read_back(hostile_summary(text)), hostile_summary(xml::readable_text(text)));
  }
}

TEST(RdfTest, WritesTheSameTextAgain) {
  for (const std::string& text : hostile_strings()) {
    const std::string once = write_rdf(hostile_summary(text));
    EXPECT_EQ(write_rdf(read_rdf(once).value()), once);
  }
}

TEST(RdfTest, ReadsBackVeryLongText) {
  Summary summary = full_summary();
  summary.text = std::string(4 << 20, '<');
  summary.title = std::string(1 << 20, '"');
  expect_same(read_back(summary), summary);
}

std::string changed(const std::string& from, const std::string& to) {
  std::string rdf = write_rdf(full_summary());
  const std::size_t at = rdf.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? rdf : rdf.replace(at, from.size(), to);
}

TEST(RdfTest, RefusesWhatIsNotOurs) {
  const std::string good = write_rdf(full_summary());
  const std::vector<std::string> bad = {
      "",
      "hello",
      "<a/>",
      "<!DOCTYPE rdf:RDF>" + good,
      "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/>",
      good.substr(0, good.size() / 2),
      good + good,
      changed("urn:porthole:summary:1#", "urn:porthole:summary:2#"),
      changed("ph:relevance=\"0.8125\"", "ph:relevance=\"1.5\""),
      changed("ph:relevance=\"0.8125\"", "ph:relevance=\"nan\""),
      changed("ph:bytes=\"12345\"", "ph:bytes=\"12k\""),
      changed("ph:kind=\"anchor\"", "ph:kind=\"smell\""),
      changed("ph:element=\"a\"", "ph:element=\"blink\""),
      changed("ph:topic=", "ph:tropic="),
      changed("<ph:alias>", "<ph:other>"),
      changed("<rdf:Bag>", "<rdf:Seq>"),
      changed("<rdf:li>", "<rdf:li>text"),
      changed("</ph:Page>", "</ph:Page><ph:Page rdf:about='x'/>"),
      changed("<ph:annotator ", "<ph:annotatee ")};
  for (const std::string& rdf : bad) {
    const Result<Summary> read = read_rdf(rdf);
    ASSERT_FALSE(read) << rdf;
    EXPECT_EQ(read.error().code, ErrorCode::kInvalid) << read.error().to_string();
  }
}

TEST(RdfTest, SaysWhereASummaryIsWrong) {
  const std::string rdf = changed("ph:kind=\"anchor\"", "ph:kind=\"smell\"");
  const Result<Summary> read = read_rdf(rdf);
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().message.find("not a valid value of kind: \"smell\""), std::string::npos);
  const auto before = rdf.begin() + static_cast<std::ptrdiff_t>(rdf.find("smell"));
  EXPECT_EQ(read.error().line, 1 + std::count(rdf.begin(), before, '\n'));
}

TEST(RdfTest, WritesHostileTextSoThatRapperReadsIt) {
  if (!has_rapper()) GTEST_SKIP() << "rapper (raptor2-utils) is not installed";
  const porthole::testing::TempDir dir;
  for (const std::string& text : hostile_strings()) {
    std::ofstream(dir / "s.rdf", std::ios::binary) << write_rdf(hostile_summary(text));
    EXPECT_EQ(porthole::testing::rapper_triples(dir / "s.rdf", "rdfxml").status, 0) << text;
  }
}

/// The first element `name` of a document, with the namespaces that stood on the root.
std::string alone(const std::string& rdf, const std::string& name) {
  const std::size_t begin = rdf.find("<" + name) + 1 + name.size();
  const std::size_t end = rdf.find("</" + name + ">") + name.size() + 3;
  const std::size_t names = rdf.find("xmlns:rdf");
  const std::string declared = rdf.substr(names, rdf.find('>', names) - names);
  return "<" + name + " " + declared + rdf.substr(begin, end - begin);
}

TEST(RdfTest, HasTheFormOfItsSchema) {
  std::ifstream file(std::string(PORTHOLE_SOURCE_DIR) + "/schemas/summary.xsd", std::ios::binary);
  const std::string schema{std::istreambuf_iterator<char>(file), {}};
  const auto check = [&](const std::string& rdf) {
    return xml::read_validated_text(alone(rdf, "ph:Page"), "page", schema);
  };
  // The bag belongs to RDF, and Xerces does not look for known elements in unknown ones.
  const auto check_annotation = [&](const std::string& rdf) {
    return xml::read_validated_text(alone(rdf, "ph:TextAnnotation"), "annotation", schema);
  };
  const auto good = check(write_rdf(full_summary()));
  EXPECT_TRUE(good) << good.error().to_string();
  for (const std::string& text : hostile_strings()) {
    const auto hostile = check(write_rdf(hostile_summary(text)));
    EXPECT_TRUE(hostile) << hostile.error().to_string();
    EXPECT_TRUE(check_annotation(write_rdf(hostile_summary(text))));
  }
  EXPECT_FALSE(check(changed("ph:relevance=\"0.8125\"", "ph:relevance=\"2\"")));
  EXPECT_FALSE(check(changed("ph:hub=\"0.0625\"", "ph:hub=\"-1\"")));
  EXPECT_FALSE(check_annotation(changed("ph:kind=\"anchor\"", "ph:kind=\"smell\"")));
}

}  // namespace
}  // namespace porthole::summarizer
