// Structural queries through the complete pipeline: properties of documents are gathered,
// summarised, indexed and searched with the program; the same queries are run in SPARQL by another
// triple store.

#include <gmock/gmock.h>

#include <filesystem>

#include "base/json/json.h"
#include "tests/pipeline/gather_fixture.h"
#include "tests/support/files.h"
#include "tests/support/run_program.h"
#include "tests/support/temp_dir.h"

namespace porthole {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using testing::GatherFixture;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::ProgramResult;
using testing::run_program;
using testing::TestCollection;
using ::testing::UnorderedElementsAreArray;

const std::string kProgram = PORTHOLE_BINARY_DIR "/bin/porthole";

struct Source {
  std::string name, type, text;
};

struct QuestionCase {
  std::string name;
  std::string plugin;   ///< The summarizer's plug-in.
  std::string program;  ///< The program that it runs, "" for none.
  std::vector<Source> sources;
  std::string query;
  std::string sparql;  ///< With the variable ?page.
  std::vector<std::string> answer;
};

void PrintTo(const QuestionCase& question, std::ostream* out) { *out << question.name; }

class QuestionTest : public GatherFixture, public ::testing::WithParamInterface<QuestionCase> {
 protected:
  void SetUp() override {
    const QuestionCase& question = GetParam();
    if (!fs::exists(PORTHOLE_BINARY_DIR "/lib/plugins/" + question.plugin + ".so")) {
      GTEST_SKIP() << "the plug-in " << question.plugin << " is not built";
    }
    if (!question.program.empty() && !fs::exists(question.program)) {
      GTEST_SKIP() << question.program << " is not installed";
    }
    std::string links = "<title>Files</title>";
    for (const Source& source : question.sources) {
      links += testing::link("/" + source.name);
      web_.answer("http://a.test/" + source.name, 200, "Content-Type: " + source.type + "\r\n",
                  source.text);
    }
    web_.page("http://a.test/", links);
    collection_ = std::make_unique<TestCollection>(from({"http://a.test/"}));
    collection_->gather();
    ASSERT_EQ(run({"summarize"}).code, 0);
    ASSERT_EQ(run({"index", "--all"}).code, 0);
  }

  /// A verb on the collection.
  ProgramResult run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin() + 1, collection_->folder().string());
    return run_program(kProgram, arguments);
  }
  std::vector<std::string> urls_of_answer() const {
    std::vector<std::string> urls;
    for (const std::string& name : GetParam().answer) urls.push_back("http://a.test/" + name);
    return urls;
  }

  std::unique_ptr<TestCollection> collection_;
};

TEST_P(QuestionTest, IsAnsweredFromTheIndex) {
  const ProgramResult result = run({"search", GetParam().query, "--all", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  std::vector<std::string> found;
  const auto results = nlohmann::json::parse(result.out);
  for (const auto& hit : results["results"]) found.push_back(hit["url"]);
  EXPECT_THAT(found, UnorderedElementsAreArray(urls_of_answer()));
}

// The commands of docs/sparql.md.
TEST_P(QuestionTest, IsAnsweredByATripleStoreThatHasTheExport) {
  for (const char* tool : {"/usr/bin/rdfproc", "/usr/bin/roqet"}) {
    if (!fs::exists(tool))
      GTEST_SKIP() << tool << " is missing: install redland-utils and rasqal-utils";
  }
  const testing::TempDir store;
  const std::string file = (store / "summaries.nt").string();
  const ProgramResult exported = run({"export", "summaries", "--format", "ntriples"});
  ASSERT_EQ(exported.code, 0) << exported.err;
  testing::write_whole_file(file, exported.out);
  const std::string options = "hash-type='bdb',dir='" + store.path().string() + "'";
  const ProgramResult loaded = run_program(
      "/usr/bin/rdfproc", {"-q", "-n", "-t", options, "summaries", "parse", file, "ntriples"});
  ASSERT_EQ(loaded.code, 0) << loaded.err;
  const ProgramResult schema = run_program(
      "/usr/bin/rdfproc",
      {"-q", "-t", options, "summaries", "parse", PORTHOLE_SOURCE_DIR "/schemas/summary.rdfs"});
  ASSERT_EQ(schema.code, 0) << schema.err;
  const ProgramResult stored = run_program(
      "/usr/bin/rdfproc",
      {"-q", "-t", options, "-r", "json", "summaries", "query", "sparql", "-", GetParam().sparql});
  ASSERT_EQ(stored.code, 0) << stored.err;
  std::vector<std::string> found;
  const auto answer = nlohmann::json::parse(stored.out);
  for (const auto& row : answer["results"]["bindings"]) found.push_back(row["page"]["value"]);
  EXPECT_THAT(found, UnorderedElementsAreArray(urls_of_answer()));

  const std::string query = (store / "question.rq").string();
  testing::write_whole_file(query, GetParam().sparql);
  const ProgramResult asked = run_program("/usr/bin/roqet", {"-q", "-r", "csv", "-D", file, query});
  ASSERT_EQ(asked.code, 0) << asked.err;
  for (const std::string& url : urls_of_answer()) EXPECT_THAT(asked.out, HasSubstr(url));
}

const std::vector<QuestionCase> kQuestions = {
    {"Java",
     "source",
     "/usr/bin/ctags",
     {{"ParserNotation.java", "text/x-java",
       "package sample;\n/** A notation that is parsed.\n * @author Kento Tamura */\n"
       "public class ParserNotation implements Notation {\n  public String name() { return null; "
       "}\n}\n"},
      {"OtherNotation.java", "text/x-java",
       "package sample;\n/** The same by another hand.\n * @author Ada Miller */\n"
       "public class OtherNotation implements Notation {\n  public String name() { return null; "
       "}\n}\n"},
      {"Entity.java", "text/x-java",
       "package sample;\n/** No notation.\n * @author Kento Tamura */\n"
       "public class Entity implements Node {\n  public String name() { return null; }\n}\n"}},
     "type:JavaClass implements:Notation author:\"Kento Tamura\"",
     "PREFIX ph: <urn:porthole:summary:1#>\n"
     "SELECT ?page WHERE { ?page a ph:JavaClass ; ph:implements \"Notation\" ; ph:author \"Kento "
     "Tamura\" . }",
     {"ParserNotation.java"}},
    {"Tables",
     "text",
     "",
     {{"stars.csv", "text/csv", "star,magnitude\nMizar,2.2\nAlcor,4.0\n"},
      {"comets.csv", "text/csv", "comet,magnitude\nHalley,2.1\n"},
      {"ports.csv", "text/csv", "port,country\nPiraeus,Greece\n"}},
     "type:Dataset column:magnitude -column:comet",
     "PREFIX ph: <urn:porthole:summary:1#>\n"
     "SELECT ?page WHERE { ?page a ph:Dataset ; ph:column \"magnitude\" ; ph:column \"star\" . }",
     {"stars.csv"}}};

INSTANTIATE_TEST_SUITE_P(Each, QuestionTest, ::testing::ValuesIn(kQuestions),
                         [](const auto& question) { return question.param.name; });

// Needs no more than the plug-in that always is there.
class FieldsTest : public QuestionTest {};

TEST_P(FieldsTest, AreListedWithWhatTheyMeanAndTheirValues) {
  const ProgramResult all = run({"search", "--fields"});
  ASSERT_EQ(all.code, 0) << all.err;
  EXPECT_THAT(all.out, HasSubstr("column:  The name of a column."));
  EXPECT_THAT(all.out, HasSubstr("    column:magnitude  2 pages\n"));
  EXPECT_THAT(all.out, HasSubstr("linkedfrom:"));
  const ProgramResult one = run({"search", "--fields", "COLUMN", "--json"});
  ASSERT_EQ(one.code, 0) << one.err;
  EXPECT_EQ(nlohmann::json::parse(one.out)["fields"].size(), 1u);
  EXPECT_EQ(run({"search", "--fields", "zeppelin"}).code, 3);
  EXPECT_EQ(run({"search"}).code, 2) << "neither a query nor a list";
}

INSTANTIATE_TEST_SUITE_P(Tables, FieldsTest, ::testing::Values(kQuestions[1]));

}  // namespace
}  // namespace porthole
