// Schemas of plug-ins beside our own: RDF Schema 1.1, sections 2 and 3.

#include "summarizer/schema/vocabulary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "summarizer/schema/kept_schemas.h"
#include "tests/support/temp_dir.h"

namespace porthole::summarizer {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string schema(const std::string& words) {
  return "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\""
         " xmlns:rdfs=\"http://www.w3.org/2000/01/rdf-schema#\" "
         "xmlns:ph=\"urn:porthole:summary:1#\""
         " xml:base=\"urn:example:chess\">" +
         words + "</rdf:RDF>";
}

std::string class_of(const std::string& iri, const std::string& super) {
  return "<rdfs:Class rdf:about=\"" + iri +
         "\"><rdfs:label>l</rdfs:label><rdfs:comment>c</rdfs:comment>"
         "<rdfs:subClassOf rdf:resource=\"" +
         super + "\"/></rdfs:Class>";
}

std::string property_of(const std::string& iri, const std::string& more = "",
                        const std::string& domain = "urn:porthole:summary:1#Page",
                        const std::string& range = "http://www.w3.org/2000/01/rdf-schema#Literal") {
  return "<rdf:Property rdf:about=\"" + iri +
         "\"><rdfs:label>l</rdfs:label><rdfs:comment>c</rdfs:comment>"
         "<rdfs:domain rdf:resource=\"" +
         domain + "\"/><rdfs:range rdf:resource=\"" + range + "\"/>" + more + "</rdf:Property>";
}

const std::string kGame = class_of("urn:example:chess#Game", "urn:porthole:summary:1#Page");

std::string first_problem(Vocabulary& words, const std::string& text) {
  const std::vector<Problem> wrong = words.add(text, "chess.rdfs");
  return wrong.empty() ? "" : wrong.front().to_string();
}

std::vector<std::string> names(const std::vector<const ClassWord*>& line) {
  std::vector<std::string> found;
  for (const ClassWord* word : line) found.emplace_back(word->name());
  return found;
}

TEST(VocabularyTest, OurOwnSchemaHasNothingWrong) {
  std::ifstream file(PORTHOLE_SOURCE_DIR "/schemas/summary.rdfs");
  std::stringstream text;
  text << file.rdbuf();
  Vocabulary words;
  for (const Problem& problem : words.add(text.str(), "summary.rdfs"))
    ADD_FAILURE() << problem.to_string();
  EXPECT_EQ(words.classes().size(), Vocabulary::built_in().classes().size());
  EXPECT_GT(words.properties().size(), 100u);
}

TEST(VocabularyTest, AWordIsFoundByItsLocalNameAndByItsIri) {
  const Vocabulary& words = Vocabulary::built_in();
  const PropertyWord* author = words.find_property("author");
  ASSERT_NE(author, nullptr);
  EXPECT_EQ(author, words.find_property("urn:porthole:summary:1#author"));
  EXPECT_EQ(author->label, "author");
  EXPECT_TRUE(author->searchable);
  EXPECT_THAT(author->domains, ElementsAre("urn:porthole:summary:1#Page"));
  EXPECT_FALSE(words.find_property("digest")->searchable);
  EXPECT_EQ(words.find_property("nobody"), nullptr);
  EXPECT_EQ(words.find_class("author"), nullptr);
}

TEST(VocabularyTest, AJavaClassIsAProgramSourceIsAPage) {
  const Vocabulary& words = Vocabulary::built_in();
  EXPECT_THAT(names(words.lineage("JavaClass")), ElementsAre("JavaClass", "ProgramSource", "Page"));
  EXPECT_TRUE(words.is_a("JavaClass", "ProgramSource"));
  EXPECT_TRUE(words.is_a("JavaClass", "JavaClass"));
  EXPECT_FALSE(words.is_a("ProgramSource", "JavaClass"));
  EXPECT_FALSE(words.is_a("JavaClass", "Nothing"));
  EXPECT_THAT(words.lineage("Nothing"), IsEmpty());
}

TEST(VocabularyTest, SearchablePropertiesAreFieldsOfDifferentNames) {
  std::set<std::string_view> fields;
  for (const PropertyWord* property : Vocabulary::built_in().searchable()) {
    EXPECT_TRUE(fields.insert(property->field()).second) << property->iri;
  }
  EXPECT_TRUE(fields.contains("author"));
  EXPECT_FALSE(fields.contains("digest"));
}

TEST(VocabularyTest, ASchemaOfAPlugInIsMerged) {
  Vocabulary words = Vocabulary::built_in();
  EXPECT_EQ(
      first_problem(words, schema(kGame + property_of("urn:example:chess#white",
                                                      "<ph:searchable>true</ph:searchable>"))),
      "");
  EXPECT_EQ(words.find_class("urn:example:chess#Game")->local_name(), "Game");
  EXPECT_TRUE(words.is_a("urn:example:chess#Game", "Page"));
  EXPECT_EQ(words.searchable().back()->field(), "white");
  EXPECT_EQ(words.searchable().back()->schema, "chess.rdfs");
  const Vocabulary copy = words;
  words = Vocabulary();
  EXPECT_EQ(copy.find_class("urn:example:chess#Game")->superclasses.front(),
            "urn:porthole:summary:1#Page");
}

// RDF 1.1 XML Syntax, sections 2.12 to 2.14.
TEST(VocabularyTest, ASchemaMayBeWrittenInTheOtherWaysOfRdf) {
  Vocabulary words = Vocabulary::built_in();
  EXPECT_EQ(
      first_problem(
          words,
          schema("<rdf:Description rdf:ID=\"Game\" rdfs:label=\"game\" rdfs:comment=\"of chess\">"
                 "<rdf:type rdf:resource=\"http://www.w3.org/2000/01/rdf-schema#Class\"/>"
                 "<rdfs:subClassOf rdf:resource=\"urn:porthole:summary:1#Page\"/>"
                 "</rdf:Description>" +
                 property_of("#white", "", "#Game"))),
      "");
  EXPECT_EQ(words.find_class("urn:example:chess#Game")->comment, "of chess");
  EXPECT_THAT(words.find_property("urn:example:chess#white")->domains,
              ElementsAre("urn:example:chess#Game"));
}

struct Fault {
  const char* name;
  std::string schema;
  const char* said;
};
void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.name; }

class FaultySchemaTest : public ::testing::TestWithParam<Fault> {};

TEST_P(FaultySchemaTest, IsToldOfAndNotMerged) {
  Vocabulary words = Vocabulary::built_in();
  const std::size_t before = words.classes().size() + words.properties().size();
  const std::string said = first_problem(words, GetParam().schema);
  EXPECT_THAT(said, HasSubstr(GetParam().said));
  EXPECT_THAT(said, HasSubstr("chess.rdfs"));
  EXPECT_EQ(words.classes().size() + words.properties().size(), before);
}

INSTANTIATE_TEST_SUITE_P(
    All, FaultySchemaTest,
    ::testing::Values(
        Fault{"NotWellFormed", "<rdf:RDF>", "chess.rdfs:1: "},
        Fault{"NoRdf", "<schema/>", "not a valid RDF document"},
        Fault{"DocumentType", "<!DOCTYPE x [<!ENTITY a 'b'>]>" + schema(""), "document type"},
        Fault{
            "NoLabel",
            schema("<rdfs:Class rdf:about=\"urn:example:chess#Game\"><rdfs:comment>c</rdfs:comment>"
                   "<rdfs:subClassOf rdf:resource=\"urn:porthole:summary:1#Page\"/></rdfs:Class>"),
            "has no rdfs:label"},
        Fault{
            "NoComment",
            schema("<rdfs:Class rdf:about=\"urn:example:chess#Game\"><rdfs:label>c</rdfs:label>"
                   "<rdfs:subClassOf rdf:resource=\"urn:porthole:summary:1#Page\"/></rdfs:Class>"),
            "has no rdfs:comment"},
        Fault{
            "NoDomain",
            schema("<rdf:Property rdf:about=\"urn:example:chess#white\"><rdfs:label>l</rdfs:label>"
                   "<rdfs:comment>c</rdfs:comment></rdf:Property>"),
            "has no rdfs:domain"},
        Fault{"UnknownDomain",
              schema(property_of("urn:example:chess#white", "", "urn:example:chess#Gane")),
              "its domain urn:example:chess#Gane is not a known class"},
        Fault{"UnknownRange",
              schema(property_of("urn:example:chess#white", "", "urn:porthole:summary:1#Page",
                                 "urn:x#y")),
              "its range urn:x#y is not a known class or datatype"},
        Fault{"UnknownSuperclass",
              schema(class_of("urn:example:chess#Game", "http://xmlns.com/foaf/0.1/Document")),
              "the class has no known superclass"},
        Fault{"CircleOfClasses",
              schema(class_of("urn:example:chess#A", "urn:example:chess#B") +
                     class_of("urn:example:chess#B", "urn:example:chess#A")),
              "the class has no known superclass"},
        Fault{"OurName", schema(property_of("urn:porthole:summary:1#author")),
              "the name is taken by summary.rdfs"},
        Fault{"OurNamespace", schema(property_of("urn:porthole:summary:1#white")),
              "a namespace of their own"},
        Fault{"DefinedTwice", schema(kGame + kGame), "defined twice"},
        Fault{"NoName", schema(property_of("http://example.org/")), "ends in a name"},
        Fault{
            "OurField",
            schema(property_of("urn:example:chess#author", "<ph:searchable>true</ph:searchable>")),
            "the field name \"author\" is already used by urn:porthole:summary:1#author"}),
    [](const auto& fault) { return std::string(fault.param.name); });

TEST(VocabularyTest, TwoPlugInsCannotHaveTheSameName) {
  Vocabulary words = Vocabulary::built_in();
  ASSERT_THAT(words.add(schema(kGame), "chess.rdfs"), IsEmpty());
  const auto wrong = words.add(schema(kGame), "draughts.rdfs");
  ASSERT_EQ(wrong.size(), 1u);
  EXPECT_EQ(wrong.front().to_string(),
            "draughts.rdfs:1: urn:example:chess#Game: the name is taken by chess.rdfs");
}

TEST(SchemaWriterTest, WritesWhatIsReadBackAsTheSameWords) {
  Vocabulary words = Vocabulary::built_in();
  ASSERT_THAT(words.add(schema(kGame + property_of("urn:example:chess#white",
                                                   "<ph:searchable>true</ph:searchable>")),
                        "chess.rdfs"),
              IsEmpty());
  const std::string written = write_schema(words);
  Vocabulary read;
  for (const Problem& problem : read.add(written, "merged.rdfs"))
    ADD_FAILURE() << problem.to_string();
  EXPECT_EQ(write_schema(read), written);
  EXPECT_EQ(read.searchable().size(), words.searchable().size());
}

TEST(KeptSchemasTest, ACollectionKnowsTheWordsThatItWasGatheredWith) {
  const porthole::testing::TempDir folder;
  EXPECT_EQ(read_vocabulary(folder.path())->find_class("urn:example:chess#Game"), nullptr);
  ASSERT_TRUE(
      keep_schemas(folder.path(), {{"chess.rdfs", schema(kGame)}, {"torn.rdfs", "<rdf:RDF"}}));
  std::vector<Problem> wrong;
  const Result<Vocabulary> words = read_vocabulary(folder.path(), &wrong);
  ASSERT_TRUE(words);
  EXPECT_NE(words->find_class("urn:example:chess#Game"), nullptr);
  ASSERT_EQ(wrong.size(), 1u);
  EXPECT_EQ(wrong.front().schema, "torn.rdfs");
}

}  // namespace
}  // namespace porthole::summarizer
