// Properties of pages in RDF: RDF 1.1 XML Syntax, section 2.5; RDF 1.1 Concepts, section 5.2.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "summarizer/rdf_formats.h"
#include "summarizer/rdf_writer.h"
#include "summarizer/vocabulary.h"
#include "tests/support/summaries.h"

namespace porthole::summarizer {
namespace {

using ::testing::HasSubstr;

Summary java_class() {
  Summary summary;
  summary.url = "http://a.test/Parser.java";
  summary.resource_class = "JavaClass";
  summary.properties = {{"implements", "Notation", PropertyKind::kLiteral},
                        {"author", "Kento Tamura", PropertyKind::kLiteral},
                        {"author", "  <b> & others  ", PropertyKind::kLiteral},
                        {"seeAlso", "http://a.test/x y", PropertyKind::kUri},
                        {"fragment", "<doc>a &lt; b</doc>", PropertyKind::kXml},
                        {"http://chess.example/terms#white", "Morphy", PropertyKind::kLiteral}};
  return summary;
}

TEST(PropertiesTest, AreReadBackAsTheyWereWritten) {
  Summary expected = java_class();
  expected.properties[3].value = "http://a.test/x%20y";
  const Result<Summary> read = read_rdf(write_rdf(java_class()));
  ASSERT_TRUE(read) << read.error().to_string();
  EXPECT_EQ(read->resource_class, "JavaClass");
  EXPECT_EQ(read->properties, expected.properties);
}

TEST(PropertiesTest, CannotReachOutOfTheirValue) {
  Summary summary;
  summary.url = "http://a.test/";
  summary.properties = {{"fragment", "</ph:fragment><ph:topic>x</ph:topic>", PropertyKind::kXml}};
  const Result<Summary> read = read_rdf(write_rdf(summary));
  ASSERT_TRUE(read) << read.error().to_string();
  EXPECT_EQ(read->topic, "");
  EXPECT_EQ(read->properties, summary.properties);
}

TEST(PropertiesTest, StandInEveryFormat) {
  const Summary summary = java_class();
  const std::string triples = write_rdf_as(RdfFormat::kNTriples, summary);
  EXPECT_THAT(triples, HasSubstr("<http://www.w3.org/1999/02/22-rdf-syntax-ns#type> "
                                 "<urn:porthole:summary:1#JavaClass> .\n"));
  EXPECT_THAT(triples, HasSubstr("<urn:porthole:summary:1#author> \"Kento Tamura\" .\n"));
  EXPECT_THAT(triples, HasSubstr("<urn:porthole:summary:1#seeAlso> <http://a.test/x%20y> .\n"));
  EXPECT_THAT(triples, HasSubstr("<http://chess.example/terms#white> \"Morphy\" .\n"));
  EXPECT_THAT(triples, HasSubstr("\"<doc>a &lt; b</doc>\"^^<http://www.w3.org/1999/02/"
                                 "22-rdf-syntax-ns#XMLLiteral>"));
  EXPECT_THAT(write_rdf_as(RdfFormat::kTurtle, summary),
              HasSubstr("a <urn:porthole:summary:1#JavaClass>"));
  EXPECT_THAT(write_rdf_as(RdfFormat::kJsonLd, summary),
              HasSubstr("\"urn:porthole:summary:1#implements\":[{\"@value\":\"Notation\"}]"));
}

TEST(PropertiesTest, TakeNoWordThatASummarySaysByItself) {
  for (const char* word :
       {"text", "relevance", "http://purl.org/dc/terms/title", "urn:porthole:summary:1#alias"}) {
    EXPECT_TRUE(is_word_of_summaries(word)) << word;
  }
  for (const char* word : {"author", "title", "http://purl.org/dc/terms/creator"}) {
    EXPECT_FALSE(is_word_of_summaries(word)) << word;
  }
}

TEST(PropertiesTest, AreNamedByALocalNameOrAnIri) {
  for (const char* name : {"author", "_x", "a-1", "http://a.test/#white", "urn:x:y"}) {
    EXPECT_TRUE(is_schema_name(name)) << name;
  }
  for (const char* name : {"", "1a", "a b", "<p>", "http://a.test/", "http://a.test/#", ":a",
                           "http://a.test/\"#x", "#a", "/a"}) {
    EXPECT_FALSE(is_schema_name(name)) << name;
  }
}

}  // namespace
}  // namespace porthole::summarizer
