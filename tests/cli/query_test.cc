#include <sqlite3.h>

#include "sampling/sample_journal.h"
#include "tests/cli/command_line.h"
#include "tests/support/file_size_limit.h"

namespace porthole::testing {
namespace {

using ::testing::HasSubstr;

class QueryTest : public CommandLineTest {};

TEST_F(QueryTest, PrintsATableOrThatItHasNoRows) {
  const std::string folder = gathered_collection();
  EXPECT_THAT(porthole({"query", folder, "SELECT id, title FROM page ORDER BY id DESC"}).out,
              ::testing::AllOf(HasSubstr("id  title\n"), HasSubstr(" 2  Freewheels\n")));
  const std::string none = "SELECT id, title FROM page WHERE id < 0";
  EXPECT_EQ(porthole({"query", folder, none}).out, "id  title\n0 rows\n");
  EXPECT_EQ(porthole({"query", folder, none, "--csv"}).out, "id,title\n");
}

TEST_F(QueryTest, PrintsJsonAndCsv) {
  const std::string folder = gathered_collection();
  const ProgramResult json = porthole(
      {"query", folder, "SELECT id, 'a,b' AS t, NULL AS n FROM page ORDER BY id", "--json"});
  ASSERT_EQ(json.code, 0) << json.err;
  EXPECT_EQ(json.out,
            "{\"columns\":[\"id\",\"t\",\"n\"],\"rows\":[[1,\"a,b\",null],[2,\"a,b\",null]],"
            "\"more\":false}\n");
  const ProgramResult csv = porthole(
      {"query", folder, "SELECT id, 'a,b' AS t, NULL AS n FROM page WHERE id = 2", "--csv"});
  EXPECT_EQ(csv.out, "id,t,n\n2,\"a,b\",\n");
}

TEST_F(QueryTest, SaysThatThereAreMoreRows) {
  const ProgramResult said =
      porthole({"query", gathered_collection(), "SELECT id FROM url", "--limit", "1"});
  EXPECT_EQ(said.code, 0);
  EXPECT_THAT(said.err, HasSubstr("there are more than 1 row\n  give a larger --limit\n"));
}

TEST_F(QueryTest, AnswersReadyQueriesAndNamesThem) {
  const std::string folder = gathered_collection();
  const ProgramResult list = porthole({"query", folder, "--list"});
  ASSERT_EQ(list.code, 0) << list.err;
  EXPECT_THAT(list.out, HasSubstr("importance-locality"));
  EXPECT_THAT(list.out, HasSubstr("page_importance: page importance\n"));
  EXPECT_EQ(porthole({"query", folder, "--ready", "importance-locality"}).code, 0);
  expect_error({"query", folder, "--ready", "importance-localty"}, 2,
               {"did you mean \"importance-locality\"?"});
}

TEST_F(QueryTest, TheListLeavesOutTablesThatTheProgramKeepsForItself) {
  const std::string list = porthole({"query", gathered_collection(), "--list"}).out;
  EXPECT_THAT(list, HasSubstr("\n  page: id "));
  for (const char* table : {"meta", "distillation", "page_change"})
    EXPECT_THAT(list, ::testing::Not(HasSubstr("\n  " + std::string(table) + ":"))) << table;
}

TEST_F(QueryTest, GivesReadyQueriesTheirParameters) {
  const std::string folder = gathered_collection();
  EXPECT_THAT(porthole({"query", folder, "--list"}).out, HasSubstr("  least=2: how many"));
  expect_error({"query", folder, "--ready", "spam-filter"}, 2, {"spam-filter needs by"});
  const ProgramResult said = porthole(
      {"query", folder, "--ready", "spam-filter", "--set", "by=bicycle", "--set", "least=1"});
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("https://b.org/"));
  EXPECT_EQ(porthole({"query", folder, "--ready", "spam-filter", "--set", "by"}).code, 2);
}

TEST_F(QueryTest, ATopicThatNobodyHasIsNotAnsweredByAnEmptyTable) {
  const std::string folder = gathered_collection();
  expect_error({"query", folder, "--ready", "specialty-sites", "--set", "topic=bicycles"}, 3,
               {"neither a page nor the taxonomy has the topic \"bicycles\"\n"
                "  did you mean bicycle?"});
  EXPECT_EQ(
      porthole({"query", folder, "--ready", "specialty-sites", "--set", "topic=bicycle"}).code, 0);
  EXPECT_EQ(porthole({"query", folder, "--ready", "specialty-sites", "--set", "topic="}).code, 0);
}

TEST_F(QueryTest, ATextIsWholeWhereNoTerminalIs) {
  const std::string folder = gathered_collection();
  const std::string sql = "SELECT 'https://a.org/" + std::string(80, 'p') + "' AS url";
  EXPECT_EQ(porthole({"query", folder, sql}).out,
            "url\nhttps://a.org/" + std::string(80, 'p') + "\n");
  EXPECT_THAT(porthole({"query", folder, sql, "--csv"}).out,
              HasSubstr(std::string(80, 'p') + "\n"));
}

// Page 1, about travel, links to the page on topic. The sample drew a page about travel three
// times in five, so the lift is (1.5 / 1.5) / (3.5 / 5.5).
TEST_F(QueryTest, TakesTheWebAtLargeFromASample) {
  const std::string folder = gathered_collection();
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open((folder + "/repository.db").c_str(), &database), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(database, "UPDATE page SET topic = 'travel' WHERE id = 1", nullptr,
                         nullptr, nullptr),
            SQLITE_OK);
  sqlite3_close(database);
  const std::vector<std::string> question = {
      "query", folder, "--ready", "citation-sociology", "--set", "base_rate=web", "--json"};
  EXPECT_THAT(porthole(question).err, HasSubstr("there is no sample"));
  std::filesystem::create_directories(folder + "/samples/web");
  const auto page = [](const std::string& url, const std::string& topic) {
    sampling::SampledPage read;
    read.asked = read.url = url;
    read.topic = topic;
    return read;
  };
  {
    auto journal = sampling::SampleJournal::open(
        folder + "/samples/web",
        {{"options", nlohmann::json::object()}, {"starts", nlohmann::json::array()}}, false);
    ASSERT_TRUE(journal) << journal.error().to_string();
    ASSERT_TRUE(journal->append({page("https://x.org/", "travel"), page("https://y.org/", "food"),
                                 page("https://z.org/", "music")},
                                {}));
  }
  write_whole_file(
      folder + "/samples/web/report.json",
      R"({"diagnostics":{},"samples":["https://x.org/","https://x.org/","https://x.org/",)"
      R"("https://y.org/","https://y.org/"]})");
  const ProgramResult said = porthole(question);
  ASSERT_EQ(said.code, 0) << said.err;
  const auto rows = json_lines(said.out).at(0).at("rows");
  ASSERT_EQ(rows.size(), 1U) << said.out;
  EXPECT_EQ(rows[0][0], "travel");
  EXPECT_NEAR(rows[0][3].get<double>(), 0.6, 0.0001);
  EXPECT_NEAR(rows[0][4].get<double>(), 5.5 / 3.5, 0.001);
}

// One call of a function is one step of SQLite, which nothing interrupts.
TEST_F(QueryTest, EndsAtItsTimeWhateverItComputes) {
  expect_error({"query", gathered_collection(), "--seconds", "1",
                "SELECT instr(hex(zeroblob(7000000)), hex(zeroblob(3500000)) || '1')"},
               4, {"the query took too long"});
}

TEST_F(QueryTest, HasBoundsOfMemoryFilesAndColumns) {
  const std::string folder = gathered_collection();
  std::string large = "SELECT 1";
  for (int column = 0; column < 60; ++column) large += ", zeroblob(15000000)";
  const ProgramResult memory = porthole({"query", folder, large});
  EXPECT_NE(memory.code, 0);
  EXPECT_THAT(memory.err, HasSubstr("ask for "));
  std::string wide = "SELECT 1";
  for (int column = 0; column < 200; ++column) wide += ", 1";
  EXPECT_EQ(porthole({"query", folder, wide}).code, 2);
  const ProgramResult value = porthole({"query", folder, "SELECT zeroblob(17000000)"});
  EXPECT_THAT(value.err, HasSubstr("larger than 16 MiB"));
  const FileSizeLimit limit(std::int64_t{1} << 20);
  expect_error({"query", folder,
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 9000)"
                " SELECT i FROM n ORDER BY randomblob(2000)"},
               3, {"no room for what the query sorts"});
}

TEST_F(QueryTest, KeepsEveryKindOfValue) {
  const ProgramResult said = porthole(
      {"query", gathered_collection(), "--json",
       "SELECT NULL AS n, 9007199254740993 AS i, 0.5 AS r, 2.0 AS w, x'ff' AS b, 'ä' AS t"});
  EXPECT_THAT(said.out, HasSubstr("[null,9007199254740993,0.5,2.0,"));
  EXPECT_THAT(said.out, HasSubstr("\"ä\"]"));
}

TEST_F(QueryTest, ACollectionWithoutPagesIsToldWhatToDoFirst) {
  const ProgramResult said = porthole({"query", collection(), "SELECT 1"});
  EXPECT_NE(said.code, 0);
  EXPECT_THAT(said.err, HasSubstr("porthole gather"));
}

}  // namespace
}  // namespace porthole::testing
