// Migration of repositories of older versions, by steps that are made up and by the program's own.

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "repository/postgres/open_postgres.h"
#include "repository/sqlite/open_database.h"
#include "tests/contract/repository_contract.h"
#include "tests/support/file_calls.h"
#include "tests/support/files.h"
#include "tests/support/without_rights.h"

namespace porthole::repository {
namespace {

constexpr std::array<std::string_view, 2> kSteps = {
    "CREATE TABLE note (page bigint NOT NULL); INSERT INTO note SELECT id FROM page",
    "ALTER TABLE note ADD COLUMN words text; UPDATE note SET words = 'of ' || page"};
constexpr std::array<std::string_view, 2> kStepsThatFail = {
    kSteps[0], "DELETE FROM page_text; ALTER TABLE nothing ADD COLUMN words text"};

class RepositoryMigrationTest : public RepositoryContract {
 protected:
  void SetUp() override {
    RepositoryContract::SetUp();
    if (!IsSkipped()) {
      ASSERT_TRUE(open()->crawl().apply(small_web()));
      execute("UPDATE meta SET value = '1' WHERE name = 'schema'");
    }
  }

  Result<std::unique_ptr<Database>> migrate_by(SchemaSteps steps, Access access) const {
    if (GetParam().in_file) {
      TRY_AS(opened, open_sqlite_database(file(), access, steps));
      return std::move(*opened);
    }
    TRY_AS(place, parse_postgres_url(postgres_url(file())));
    TRY_AS(opened, open_postgres_database(*place, access, steps));
    return std::move(*opened);
  }

  static std::string first(Database& database, const std::string& sql) {
    Statement row = database.prepare(sql);
    EXPECT_TRUE(row.step());
    return row.text(0);
  }
  static void expect_version_three(Database& database) {
    EXPECT_EQ(read_version(database, 3).value(), 3);
    EXPECT_EQ(first(database, "SELECT min(words) || count(*) FROM note"), "of 13");
    EXPECT_EQ(first(database, "SELECT text FROM page_text WHERE id = 2"), "Text of 2");
    EXPECT_EQ(first(database, "SELECT 'has ' || count(*) FROM link"), "has 3");
  }
};

TEST_P(RepositoryMigrationTest, EachStepIsRunOnceForAWriterOrAReader) {
  for (const Access access : {Access::kRead, Access::kWrite, Access::kRead}) {
    const auto opened = migrate_by(kSteps, access);
    ASSERT_TRUE(opened) << opened.error().to_string();
    expect_version_three(**opened);
  }
  EXPECT_FALSE(std::filesystem::exists(file().string() + ".lock"));
}

TEST_P(RepositoryMigrationTest, SummariesOfTheFirstVersionKeepTheirSerialsWithoutTheirRdf) {
  execute(
      "ALTER TABLE summary DROP COLUMN digest; ALTER TABLE summary ADD COLUMN rdf text;"
      "INSERT INTO summary (page, serial, href, rdf) VALUES (2, 7, 'https://a.org/two', 'x')");
  for (const Access access : {Access::kRead, Access::kWrite}) {
    const auto changes = open(access)->summaries().after(0, 9);
    ASSERT_TRUE(changes) << changes.error().to_string();
    ASSERT_EQ(changes->size(), 1u);
    EXPECT_EQ((*changes)[0].serial, 7);
    EXPECT_EQ((*changes)[0].url, "https://a.org/two");
  }
  const auto repository = open();
  ASSERT_TRUE(repository->summaries().put({summary(2, "other")}));
  EXPECT_EQ(repository->summaries().digest(2).value(), "other");
}

TEST_P(RepositoryMigrationTest, AStepThatFailsLeavesTheVersionBeforeIt) {
  for (const Access access : {Access::kWrite, Access::kRead}) {
    const auto failed = migrate_by(kStepsThatFail, access);
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().code, ErrorCode::kStorage);
    const auto before = migrate_by({kSteps.data(), 1}, Access::kRead);
    ASSERT_TRUE(before) << before.error().to_string();
    EXPECT_EQ(read_version(**before, 2).value(), 2);
  }
  expect_version_three(**migrate_by(kSteps, Access::kWrite));
}

// So does a transaction that is run again since the connection was lost as it was committed.
TEST_P(RepositoryMigrationTest, WhoFindsTheTablesMadeMeanwhileKeepsThem) {
  const auto opened = migrate_by(kSteps, Access::kWrite);
  ASSERT_TRUE(opened) << opened.error().to_string();
  const auto again = migrate(**opened, 1, kSteps);
  EXPECT_TRUE(again) << again.error().to_string();
  if (!GetParam().in_file) {
    EXPECT_TRUE(prepare_postgres(static_cast<PostgresDatabase&>(**opened), 0, kSteps));
  }
  expect_version_three(**opened);
}

TEST_P(RepositoryMigrationTest, ARepositoryOfABuildBeforeTheFirstReleaseIsRefusedWithARemedy) {
  execute("UPDATE meta SET name = 'version', value = '8' WHERE name = 'schema'");
  for (const Access access : {Access::kRead, Access::kWrite}) {
    const auto opened = GetParam().open(file(), access);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, ErrorCode::kStorage);
    EXPECT_NE(opened.error().message.find("before the first release"), std::string::npos);
    EXPECT_NE(opened.error().hint.find(GetParam().in_file ? "repair" : "?schema="),
              std::string::npos);
    EXPECT_FALSE(opened.error().file.empty());
  }
}

INSTANTIATE_TEST_SUITE_P(Stores, RepositoryMigrationTest, all_stores(), name_of_store);

class SqliteMigrationTest : public RepositoryMigrationTest {};
INSTANTIATE_TEST_SUITE_P(Stores, SqliteMigrationTest,
                         ::testing::Values(Store{"Sqlite", open_sqlite, make_sqlite_newer,
                                                 make_sqlite_foreign}),
                         name_of_store);

TEST_P(SqliteMigrationTest, AReaderThatMayNotWriteIsToldWhoCanMigrate) {
  ::chmod(folder_.path().c_str(), 0755);
  ::chmod(file().c_str(), 0644);
  const testing::WithoutRights nobody;
  const auto opened = migrate_by(kSteps, Access::kRead);
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().message.find("version 1 and could not be migrated to version 3"),
            std::string::npos)
      << opened.error().to_string();
  EXPECT_NE(opened.error().hint.find("porthole status " + folder_.path().string()),
            std::string::npos)
      << opened.error().hint;
}

// Each system call on files fails once: the repository is as it was, or as it is to be, and the
// next opening has all rows.
TEST_P(SqliteMigrationTest, AMigrationThatADiskInterruptsIsMadeByTheNextOpening) {
  const std::string old = testing::read_whole_file(file());
  int failures = 0;
  for (int call = 1; call < 2000; ++call) {
    bool happened = false;
    {
      const testing::FailingCall failing(call, call % 2 == 0 ? EIO : ENOSPC);
      const auto opened = migrate_by(kSteps, Access::kWrite);
      happened = failing.happened();
      if (!opened) {
        ++failures;
        EXPECT_FALSE(opened.error().message.empty()) << call;
      }
    }
    {
      const auto again = migrate_by(kSteps, Access::kWrite);
      ASSERT_TRUE(again) << call;
      expect_version_three(**again);
    }
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
