// Statements of SQLite that fail, while a repository is made, migrated or checked.

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/clock.h"
#include "repository/sqlite/open_database.h"
#include "tests/contract/repository_contract.h"

namespace porthole::repository {
namespace {

/// While it lives, the `number`-th thing (from 1) that a statement of this connection asks SQLite
/// to allow is refused: so the statement cannot be prepared.
class RefusedStatement {
 public:
  RefusedStatement(SqliteDatabase& database, int number) : database_(database), left_(number) {
    sqlite3_set_authorizer(database_.handle(), refuse, this);
  }
  ~RefusedStatement() { sqlite3_set_authorizer(database_.handle(), nullptr, nullptr); }
  RefusedStatement(const RefusedStatement&) = delete;
  RefusedStatement& operator=(const RefusedStatement&) = delete;

  bool happened() const { return left_ <= 0; }

 private:
  static int refuse(void* self, int, const char*, const char*, const char*, const char*) {
    return --static_cast<RefusedStatement*>(self)->left_ == 0 ? SQLITE_DENY : SQLITE_OK;
  }

  SqliteDatabase& database_;
  int left_;
};

constexpr std::array<std::string_view, 2> kSteps = {
    "CREATE TABLE note (page INTEGER); INSERT INTO note SELECT id FROM page",
    "ALTER TABLE note ADD COLUMN words TEXT; UPDATE note SET words = 'of ' || page"};

class RepositoryStatementsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(open_sqlite(file(), Access::kWrite).value()->crawl().apply(small_web()));
  }
  std::filesystem::path file() const { return folder_ / "repository.db"; }
  void execute(const std::string& sql) const { execute_in_sqlite(file(), sql); }
  std::unique_ptr<SqliteDatabase> connect(const std::filesystem::path& to) const {
    auto opened = SqliteDatabase::open(to, true);
    EXPECT_TRUE(opened) << opened.error().to_string();
    return std::move(*opened);
  }
  std::unique_ptr<SqliteDatabase> connect() const { return connect(file()); }

  /// Runs `work` on a copy of the repository, again and again, each time with another statement
  /// that fails; `sees` looks at what is left when one did.
  void fail_each(const std::function<bool(SqliteDatabase&)>& work,
                 const std::function<void(SqliteDatabase&)>& sees) {
    constexpr int kMost = 20'000;
    for (int number = 1; number < kMost; ++number) {
      const std::filesystem::path copy = folder_ / "copy.db";
      std::filesystem::copy_file(file(), copy, std::filesystem::copy_options::overwrite_existing);
      const auto database = connect(copy);
      bool worked = false, happened = false;
      {
        const RefusedStatement refused(*database, number);
        worked = work(*database);
        happened = refused.happened();
      }
      EXPECT_EQ(worked, !happened) << number;
      if (!happened) return;
      sees(*database);
    }
    FAIL() << "its statements do not end";
  }

  testing::TempDir folder_;
};

TEST_F(RepositoryStatementsTest, AMigrationThatFailsAtAnyStatementGoesOnFromThere) {
  execute("UPDATE meta SET value = '1' WHERE name = 'schema'");
  fail_each(
      [](SqliteDatabase& database) {
        const auto version = sqlite_version(database, kSteps);
        return version && migrate(database, *version, kSteps);
      },
      [](SqliteDatabase& database) {
        const auto version = sqlite_version(database, kSteps);
        ASSERT_TRUE(version) << version.error().to_string();
        const auto migrated = migrate(database, *version, kSteps);
        EXPECT_TRUE(migrated) << migrated.error().to_string();
        EXPECT_EQ(sqlite_version(database, kSteps).value(), 3);
      });
}

TEST_F(RepositoryStatementsTest, ARepositoryThatCannotBeMadeWholeIsNotMade) {
  std::filesystem::remove(file());
  connect().reset();
  fail_each([](SqliteDatabase& database) { return create_schema(database).has_value(); },
            [](SqliteDatabase& database) { EXPECT_EQ(sqlite_version(database).value(), 0); });
}

TEST_F(RepositoryStatementsTest, ACheckThatFailsIsDueAgain) {
  execute(
      "INSERT INTO run (id, started, strategy) VALUES (1, 1790000000, 'rw');"
      "UPDATE meta SET value = 0 WHERE name = 'checked_run'");
  fail_each(
      [](SqliteDatabase& database) { return check_before_writing(database, false).has_value(); },
      [](SqliteDatabase& database) { EXPECT_TRUE(check_before_writing(database, false).value()); });
  fail_each(
      [](SqliteDatabase& database) { return note_checked(database).has_value(); },
      [](SqliteDatabase& database) { EXPECT_TRUE(check_before_writing(database, false).value()); });
}

TEST_F(RepositoryStatementsTest, ACheckOfTheFutureIsMadeAgain) {
  EXPECT_FALSE(check_before_writing(*connect(), false).value());
  const auto tomorrow = system_clock().wall() + std::chrono::days(1);
  execute("UPDATE meta SET value = " + std::to_string(tomorrow.time_since_epoch().count()) +
          " WHERE name = 'checked'");
  EXPECT_TRUE(check_before_writing(*connect(), false).value());
}

TEST_F(RepositoryStatementsTest, ANumberThatIsNoVersionIsRefused) {
  for (const char* written : {"0", "-1", "99", "1x", "x", "", "99999999999999999999"}) {
    execute("UPDATE meta SET value = '" + std::string(written) + "' WHERE name = 'schema'");
    const auto version = sqlite_version(*connect());
    ASSERT_FALSE(version) << written;
    EXPECT_NE(version.error().message.find("has version " + std::string(written)),
              std::string::npos);
  }
  execute("DELETE FROM meta WHERE name = 'schema'");
  const auto none = sqlite_version(*connect());
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().message.find("it has no version"), std::string::npos);
}

}  // namespace
}  // namespace porthole::repository
