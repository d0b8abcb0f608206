// Migration of SQLite repositories of older versions to the schema of today.

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "repository/query.h"
#include "repository/repository.h"
#include "tests/contract/old_repository.h"
#include "tests/contract/repository_contract.h"
#include "tests/support/file_calls.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"
#include "tests/support/without_rights.h"

namespace porthole::repository {
namespace {

// From version 6 back to version 4, without visits, where links had no place.
constexpr const char* kFromSixToFour =
    "DROP TABLE page_visit;"
    "ALTER TABLE link DROP COLUMN place;"
    "ALTER TABLE closed_link DROP COLUMN place;"
    "UPDATE meta SET value = '4' WHERE name = 'version'";
// And to version 3, where the importance of a page was called its status.
constexpr const char* kFromFourToThree =
    "ALTER TABLE page_importance RENAME COLUMN importance TO status;"
    "ALTER TABLE page_importance RENAME TO page_status;"
    "UPDATE meta SET value = '3' WHERE name = 'version'";

TEST_F(RepositoryMigrationTest, AWriterMigratesAnOlderRepositoryAndKeepsEveryRow) {
  expect_all_rows(*open(Access::kWrite));
  EXPECT_EQ(version(), "8|\n");
  expect_all_rows(*open(Access::kWrite));
}

TEST_F(RepositoryMigrationTest, AReaderMigratesAnOlderRepositoryAndLeavesTheLock) {
  expect_all_rows(*open(Access::kRead));
  EXPECT_EQ(version(), "8|\n");
  EXPECT_FALSE(std::filesystem::exists(file().string() + ".lock"));
}

TEST_F(RepositoryMigrationTest, AQueryMigratesAnOlderRepository) {
  const auto rows = run_query(
      file(),
      "SELECT state_name(state), reason_name(reason) FROM url WHERE id IN (3, 4) ORDER BY id", {});
  ASSERT_TRUE(rows) << rows.error().to_string();
  EXPECT_EQ(rows->rows.at(0), (std::vector<QueryValue>{"alias", "redirect"}));
  EXPECT_EQ(rows->rows.at(1), (std::vector<QueryValue>{"queued", "timeout"}));
}

// The last repositories of version 1 had the codes beside the texts, and failures of pages.
TEST_F(RepositoryMigrationTest, TheLastRepositoriesOfVersionOneAreMigratedToo) {
  execute(
      "ALTER TABLE url ADD COLUMN held INTEGER NOT NULL DEFAULT 0;"
      "UPDATE url SET held = 3 WHERE id = 7;"
      "CREATE TABLE page_failure (page INTEGER PRIMARY KEY REFERENCES page (id),"
      " failures INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,"
      " reason TEXT NOT NULL, gone INTEGER NOT NULL DEFAULT 0);"
      "INSERT INTO page_failure VALUES (2, 3, 1790000000, 1790000100, 'http 410', 1790000100)");
  const auto repository = open(Access::kWrite);
  const FailureRecord failure = repository->pages().failures()->at(0);
  EXPECT_EQ(failure.reason, http_reason(410));
  EXPECT_EQ(failure.failures, 3);
  EXPECT_TRUE(failure.is_gone());
  EXPECT_EQ(repository->urls().get(7).value()->reason, DropReason::kHops) << "by its code";
}

// Version 2 had no blocks of pages; otherwise it is what version 3 is.
TEST_F(RepositoryMigrationTest, ARepositoryOfVersionTwoGetsTheBlocksOfPages) {
  open(Access::kWrite).reset();
  execute(to_version_six(true));
  execute(kFromSixToFour);
  execute(kFromFourToThree);
  execute("DROP TABLE page_block; UPDATE meta SET value = '2' WHERE name = 'version'");
  const auto repository = open(Access::kWrite);
  EXPECT_EQ(version(), "8|\n");
  expect_all_rows(*repository);
  EXPECT_TRUE(repository->pages().blocks(2).value().empty());
}

TEST_F(RepositoryMigrationTest, ARepositoryOfVersionThreeKeepsTheImportanceOfItsPages) {
  open(Access::kWrite).reset();
  execute(to_version_six(true));
  execute(kFromSixToFour);
  execute(kFromFourToThree);
  expect_all_rows(*open(Access::kWrite));
  EXPECT_EQ(version(), "8|\n");
}

TEST_F(RepositoryMigrationTest, LinksOfVersionFourHaveNoPlace) {
  open(Access::kWrite).reset();
  execute(to_version_six(true));
  execute(kFromSixToFour);
  const auto repository = open(Access::kWrite);
  expect_all_rows(*repository);
  EXPECT_EQ(repository->links().out_links(1)->at(0).link.place, LinkPlace::kUnknown);
  EXPECT_EQ(version(), "8|\n");
}

TEST_F(RepositoryMigrationTest, ARepositoryOfVersionSixLogsChangesAfterItsNextDistillation) {
  open(Access::kWrite).reset();
  execute(to_version_six(true));
  const auto repository = open(Access::kWrite);
  expect_all_rows(*repository);
  EXPECT_EQ(version(), "8|\n");
  const auto judge = [&](double relevance) {
    EXPECT_TRUE(repository->scores().put_judgements(
        {{.page = 2, .relevance = Relevance(relevance), .relevant = true, .topic = "/sky"}}));
    return repository->score_changes().logged(10)->size();
  };
  EXPECT_EQ(judge(0.75), 0U) << "its scores are not known to be a distillation's";
  ASSERT_TRUE(repository->scores().put_distilled({{1, 1, 0}}, {0.1, 1, 1}));
  EXPECT_EQ(judge(0.5), 1U);
}

TEST_F(RepositoryMigrationTest, AMigratedRepositoryHasTheSchemaOfANewOne) {
  const std::string columns =
      "SELECT t.name, c.name, c.type, c.\"notnull\", c.dflt_value, c.pk FROM sqlite_schema t,"
      " pragma_table_info(t.name) c WHERE t.type = 'table' ORDER BY t.name, c.cid";
  const std::string indexes =
      "SELECT tbl_name, name, coalesce(sql, '') FROM sqlite_schema WHERE type = 'index'"
      " ORDER BY name";
  const std::string triggers =
      "SELECT name, sql FROM sqlite_schema WHERE type IN ('trigger', 'view') ORDER BY name";
  const std::filesystem::path fresh = folder_ / "fresh.db";
  ASSERT_TRUE(open_sqlite(fresh, Access::kWrite));
  open(Access::kWrite).reset();
  EXPECT_EQ(execute(columns), execute(fresh, columns));
  EXPECT_EQ(execute(indexes), execute(fresh, indexes));
  EXPECT_EQ(execute(triggers), execute(fresh, triggers));
  EXPECT_EQ(execute("PRAGMA integrity_check"), "ok|\n");
  EXPECT_EQ(execute("PRAGMA foreign_key_check"), "");
}

TEST_F(RepositoryMigrationTest, AMigrationThatFailsLeavesTheRepositoryAsItWas) {
  execute("CREATE TABLE url_2 (unexpected)");
  const std::string before = execute("SELECT * FROM url ORDER BY id");
  for (const Access access : {Access::kWrite, Access::kRead}) {
    const auto opened = open_sqlite(file(), access);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, ErrorCode::kStorage);
  }
  EXPECT_EQ(version(), "1|\n");
  EXPECT_EQ(execute("SELECT * FROM url ORDER BY id"), before);
  execute("DROP TABLE url_2");
  expect_all_rows(*open(Access::kWrite));
}

TEST_F(RepositoryMigrationTest, AReaderThatMayNotWriteIsToldWhoCanMigrate) {
  ::chmod(folder_.path().c_str(), 0755);
  ::chmod(file().c_str(), 0644);
  const testing::WithoutRights nobody;
  const auto opened = open_sqlite(file(), Access::kRead);
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().message.find("version 1"), std::string::npos)
      << opened.error().to_string();
  EXPECT_NE(opened.error().hint.find("porthole status " + folder_.path().string()),
            std::string::npos)
      << opened.error().hint;
}

// Each system call on files fails once: the repository is as it was, or as it is to be, and the
// next opening has all rows.
TEST_F(RepositoryMigrationTest, AMigrationThatADiskInterruptsIsMadeByTheNextOpening) {
  const std::string old = testing::read_whole_file(file());
  int failures = 0;
  for (int call = 1; call < 2000; ++call) {
    bool happened = false;
    {
      const testing::FailingCall failing(call, call % 2 == 0 ? EIO : ENOSPC);
      const auto opened = open_sqlite(file(), Access::kWrite);
      happened = failing.happened();
      if (!opened) {
        ++failures;
        EXPECT_FALSE(opened.error().message.empty()) << call;
      }
    }
    const auto again = open(Access::kWrite);
    ASSERT_TRUE(again) << call;
    expect_all_rows(*again);
    if (!happened) break;
    ASSERT_FALSE(HasFailure()) << call;
    for (const char* beside : {"", "-wal", "-shm", "-journal"})
      std::filesystem::remove(file().string() + beside);
    testing::write_whole_file(file(), old);
  }
  EXPECT_GT(failures, 10);
}

}  // namespace
}  // namespace porthole::repository
