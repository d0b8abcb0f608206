#include "summarizer/rdf_formats.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/json/json.h"
#include "summarizer/rdf_writer.h"
#include "tests/support/rdf_triples.h"
#include "tests/support/summaries.h"
#include "tests/support/temp_dir.h"

namespace porthole::summarizer {
namespace {

using porthole::testing::canonical;
using porthole::testing::full_summary;
using porthole::testing::hostile_strings;
using porthole::testing::hostile_summary;
using porthole::testing::Triple;
using Lines = std::vector<std::string>;

/// The triples of JSON-LD in the form that we write: compact names under prefixes, references as
/// objects with @id, everything else nested nodes or strings (JSON-LD 1.1 API, section 5.1, of
/// which this is the part that the form needs).
class JsonLdReader {
 public:
  std::vector<Triple> read(const std::string& text) {
    const nlohmann::json document = nlohmann::json::parse(text);
    for (const auto& [prefix, ns] : document.at("@context").items()) {
      prefixes_[prefix] = ns.get<std::string>();
    }
    for (const auto& node : document.at("@graph")) add_node(node);
    return triples_;
  }

 private:
  std::string expanded(const std::string& name) const {
    const std::size_t colon = name.find(':');
    if (!prefixes_.contains(name.substr(0, colon))) return "<" + name + ">";
    return "<" + prefixes_.at(name.substr(0, colon)) + name.substr(colon + 1) + ">";
  }

  std::string add_node(const nlohmann::json& node) {
    const std::string subject = node.contains("@id") ? "<" + node.at("@id").get<std::string>() + ">"
                                                     : "_:j" + std::to_string(++blanks_);
    for (const auto& [key, value] : node.items()) {
      if (key == "@id") continue;
      if (key == "@type") {
        for (const auto& type : value.is_array() ? value : nlohmann::json::array({value})) {
          add(subject, "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>", expanded(type));
        }
      } else {
        for (const auto& item : value.is_array() ? value : nlohmann::json::array({value})) {
          add(subject, expanded(key),
              item.is_object() ? add_object(item) : "\"" + item.get<std::string>() + "\"");
        }
      }
    }
    return subject;
  }

  std::string add_object(const nlohmann::json& object) {
    if (!object.contains("@value")) return add_node(object);
    const std::string value = "\"" + object.at("@value").get<std::string>() + "\"";
    return object.contains("@type") ? value + "^^<" + object.at("@type").get<std::string>() + ">"
                                    : value;
  }

  void add(std::string subject, std::string predicate, std::string object) {
    triples_.push_back({std::move(subject), std::move(predicate), std::move(object)});
  }

  std::map<std::string, std::string> prefixes_;
  std::vector<Triple> triples_;
  int blanks_ = 0;
};

class RdfFormatsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!porthole::testing::has_rapper()) GTEST_SKIP() << "rapper (raptor2-utils) is not installed";
  }

  Lines by_rapper(const std::string& text, const std::string& syntax) {
    std::ofstream(dir_ / "graph", std::ios::binary) << text;
    const auto converted = porthole::testing::rapper_triples(dir_ / "graph", syntax);
    EXPECT_EQ(converted.status, 0) << text;
    return canonical(converted.output);
  }

  /// Every format of `summary` says what rapper reads from its RDF/XML.
  void expect_one_graph(const Summary& summary) {
    const Lines expected = by_rapper(write_rdf(summary), "rdfxml");
    ASSERT_FALSE(expected.empty());
    EXPECT_EQ(by_rapper(write_rdf_as(RdfFormat::kRdfXml, summary), "rdfxml"), expected);
    const std::string ntriples = write_rdf_as(RdfFormat::kNTriples, summary);
    EXPECT_EQ(by_rapper(ntriples, "ntriples"), expected);
    EXPECT_EQ(canonical(ntriples), expected);
    EXPECT_EQ(by_rapper(write_rdf_as(RdfFormat::kTurtle, summary), "turtle"), expected);
    EXPECT_EQ(canonical(JsonLdReader().read(write_rdf_as(RdfFormat::kJsonLd, summary))), expected);
  }

  porthole::testing::TempDir dir_;
};

TEST_F(RdfFormatsTest, SaysTheSameInEveryFormat) { expect_one_graph(full_summary()); }

TEST_F(RdfFormatsTest, SaysTheSameOfAPageThatNobodyMentions) {
  Summary summary;
  summary.url = "https://a.org/";
  expect_one_graph(summary);
}

TEST_F(RdfFormatsTest, SaysTheSameOfHostileText) {
  for (const std::string& text : hostile_strings()) {
    if (text.size() > 1000)
      continue;  // Long text is for the readers; its graph differs in nothing.
    Summary summary = hostile_summary(text);
    // References must be IRIs: relative ones would be resolved, which is not what is tried here.
    summary.url = "https://a.org/{x}|^`\\\"< >é";
    for (auto* annotations : {&summary.annotations_by_others, &summary.own_annotations}) {
      for (Annotation& annotation : *annotations) annotation.page = "https://b.org/?q=a|b";
    }
    expect_one_graph(summary);
  }
}

TEST_F(RdfFormatsTest, PutsManySummariesIntoOneDocument) {
  Summary second = full_summary();
  second.url = "https://second.org/";
  Lines expected = by_rapper(write_rdf(full_summary()), "rdfxml");
  for (std::string& line : by_rapper(write_rdf(second), "rdfxml"))
    expected.push_back(std::move(line));
  std::sort(expected.begin(), expected.end());
  const auto document = [&](RdfFormat format) {
    const auto exporter = RdfExporter::make(format);
    std::string text = exporter->head();
    text += exporter->add(full_summary());
    text += exporter->add(second);
    return text += exporter->tail();
  };
  EXPECT_EQ(by_rapper(document(RdfFormat::kRdfXml), "rdfxml"), expected);
  EXPECT_EQ(by_rapper(document(RdfFormat::kNTriples), "ntriples"), expected);
  EXPECT_EQ(by_rapper(document(RdfFormat::kTurtle), "turtle"), expected);
  EXPECT_EQ(canonical(JsonLdReader().read(document(RdfFormat::kJsonLd))), expected);
}

/// Bags are written beside the JSON library, so that commas and braces are ours.
TEST(JsonLdTest, IsJsonWhicheverAnnotationsThereAre) {
  for (const auto& [by_others, own] :
       {std::pair(false, false), std::pair(true, false), std::pair(false, true)}) {
    Summary summary;
    summary.url = "https://a.org/?q=\"\\";
    if (by_others) summary.annotations_by_others = full_summary().annotations_by_others;
    if (own) summary.own_annotations = full_summary().own_annotations;
    const auto page =
        nlohmann::json::parse(write_rdf_as(RdfFormat::kJsonLd, summary)).at("@graph").at(0);
    EXPECT_EQ(page.contains("ph:annotationsByOthers"), by_others);
    EXPECT_EQ(page.contains("ph:ownAnnotations"), own);
    if (own) {
      EXPECT_EQ(page.at("ph:ownAnnotations").size(), 3U) << "its type, and two annotations";
      EXPECT_EQ(page.at("ph:ownAnnotations").at("rdf:_2").at("ph:annotatee").at("@id"),
                "mailto:me@c.org");
    }
  }
}

TEST(JsonLdTest, HasTheAnnotationsInTheirOrder) {
  Summary summary;
  summary.url = "https://a.org/";
  for (int i = 1; i <= 12; ++i) {
    summary.annotations_by_others.push_back(full_summary().annotations_by_others[0]);
    summary.annotations_by_others.back().page = "https://b.org/" + std::to_string(i);
    summary.annotations_by_others.back().text = "\"said\" \\";
  }
  const auto document = nlohmann::json::parse(write_rdf_as(RdfFormat::kJsonLd, summary));
  const auto& bag = document.at("@graph").at(0).at("ph:annotationsByOthers");
  ASSERT_EQ(bag.size(), 13U);
  EXPECT_EQ(bag.at("rdf:_1").at("ph:annotator").at("@id"), "https://b.org/1");
  EXPECT_EQ(bag.at("rdf:_12").at("ph:annotator").at("@id"), "https://b.org/12");
  EXPECT_NE(bag.at("rdf:_12").dump().find(R"(\"said\" \\)"), std::string::npos);
}

TEST(RdfFormatNameTest, NamesEachFormatOnce) {
  for (const char* name : {"rdfxml", "turtle", "ntriples", "jsonld"}) {
    const auto format = rdf_format_from_name(name);
    ASSERT_TRUE(format);
    EXPECT_NE(rdf_media_type(*format).find('/'), std::string_view::npos);
  }
  EXPECT_FALSE(rdf_format_from_name("rdf"));
}

TEST(RdfFormatNameTest, WritesAnEmptyDocumentInEveryFormat) {
  for (const char* name : {"rdfxml", "turtle", "ntriples", "jsonld"}) {
    const auto exporter = RdfExporter::make(*rdf_format_from_name(name));
    std::string text = exporter->head();
    text += exporter->tail();
    if (std::string(name) == "jsonld") {
      EXPECT_TRUE(nlohmann::json::parse(text)["@graph"].empty());
    }
    if (std::string(name) == "rdfxml") {
      EXPECT_NE(text.find("</rdf:RDF>"), std::string::npos) << text;
    }
  }
}

}  // namespace
}  // namespace porthole::summarizer
