#include <gmock/gmock.h>

#include "tests/cli/command_line.h"

namespace porthole::testing {
namespace {

using ::testing::HasSubstr;

class QueryTest : public CommandLineTest {};

TEST_F(QueryTest, PrintsATable) {
  const ProgramResult said =
      porthole({"query", gathered_collection(), "SELECT id, title FROM page ORDER BY id DESC"});
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("id  title\n"));
  EXPECT_THAT(said.out, HasSubstr(" 2  Freewheels\n"));
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
  EXPECT_THAT(said.err, HasSubstr("there are more than 1 rows"));
}

TEST_F(QueryTest, AnswersReadyQueriesAndNamesThem) {
  const std::string folder = gathered_collection();
  const ProgramResult list = porthole({"query", folder, "--list"});
  ASSERT_EQ(list.code, 0) << list.err;
  EXPECT_THAT(list.out, HasSubstr("importance-locality"));
  EXPECT_THAT(list.out, HasSubstr("page_importance: page importance\n"));
  EXPECT_EQ(porthole({"query", folder, "--ready", "importance-locality"}).code, 0);
  const ProgramResult wrong = porthole({"query", folder, "--ready", "importance-localty"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("did you mean \"importance-locality\"?"));
}

TEST_F(QueryTest, ChangesNothing) {
  const std::string folder = gathered_collection();
  const ProgramResult said = porthole({"query", folder, "DELETE FROM page"});
  EXPECT_EQ(said.code, 2);
  EXPECT_THAT(said.err, HasSubstr("read and nothing else"));
  EXPECT_THAT(porthole({"query", folder, "SELECT count(*) FROM page", "--csv"}).out,
              HasSubstr("\n2\n"));
}

TEST_F(QueryTest, ACollectionWithoutPagesIsToldWhatToDoFirst) {
  const ProgramResult said = porthole({"query", collection(), "SELECT 1"});
  EXPECT_NE(said.code, 0);
  EXPECT_THAT(said.err, HasSubstr("porthole gather"));
}

}  // namespace
}  // namespace porthole::testing
