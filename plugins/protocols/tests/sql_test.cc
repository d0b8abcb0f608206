// sqlite, postgresql, mysql against the real ones.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "plugins/protocols/tests/servers.h"
#include "plugins/protocols/tests/speaker.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"

namespace porthole {
namespace {

namespace fs = std::filesystem;

using gatherer::FetchStatus;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::links_of;
using testing::Loopback;
using testing::read_page;
using testing::Speaker;

const char* const kTable =
    "CREATE TABLE stars (id INTEGER, name VARCHAR(40), words VARCHAR(200), home VARCHAR(200));"
    "INSERT INTO stars VALUES (1, 'Mizar', 'A double <star> & more.', 'http://stars.test/mizar');"
    "INSERT INTO stars VALUES (2, 'Algol', 'Its light curve.', NULL);"
    "INSERT INTO stars VALUES (10, 'Café', 'Not a star.', NULL);";
const char* const kQuery = "SELECT * FROM stars";

/// Everything that holds for all three, over a database with kTable.
class SqlLaws {
 public:
  SqlLaws(std::string scheme, std::string class_name, collection::NamedValues own, std::string url)
      : scheme_(std::move(scheme)),
        class_(std::move(class_name)),
        own_(std::move(own)),
        url_(std::move(url)) {}

  Speaker speaker(const std::string& query = kQuery, const std::string& key = "id",
                  Loopback loopback = Loopback::kAllowed) const {
    collection::NamedValues options = {{"query", query},  {"key", key},     {"title", "name"},
                                       {"text", "words"}, {"link", "home"}, {"page-size", "2"}};
    options.insert(options.end(), own_.begin(), own_.end());
    return Speaker({scheme_}, "sql", class_, options, loopback);
  }

  void check() const {
    Speaker sql = speaker();
    const auto table = sql.fetch(url_);
    ASSERT_EQ(table.http_status, 200) << table.detail;
    EXPECT_THAT(links_of(table, url_),
                ElementsAre(url_ + "?key=1", url_ + "?key=2", url_ + "?from=3"));
    EXPECT_EQ(read_page(table, url_).links[0].anchor, "Mizar");
    EXPECT_THAT(links_of(sql.fetch(url_ + "?from=3"), url_), ElementsAre(url_ + "?key=10"));

    const auto row = sql.fetch(url_ + "?key=1");
    ASSERT_EQ(row.http_status, 200) << row.detail;
    const Document page = read_page(row, url_);
    EXPECT_EQ(page.title, "Mizar");
    EXPECT_THAT(page.text, HasSubstr("A double <star> & more."));
    ASSERT_EQ(page.links.size(), 1u);
    EXPECT_EQ(page.links[0].url, "http://stars.test/mizar");
    EXPECT_EQ(read_page(sql.fetch(url_ + "?key=10"), url_).title, "Café");

    EXPECT_EQ(sql.fetch(url_ + "?key=99").http_status, 404);
    EXPECT_EQ(sql.fetch(url_ + "?key=abc").http_status, 404) << "no number";
    EXPECT_EQ(sql.fetch(url_ + "?key=1'%20OR%20'1'='1").http_status, 404) << "a value, and no SQL";
    EXPECT_EQ(read_page(speaker(kQuery, "name").fetch(url_ + "?key=Algol"), url_).title, "Algol");
    EXPECT_EQ(speaker("SELECT id FROM nowhere").fetch(url_).status, FetchStatus::kBroken);
    EXPECT_THAT(speaker("DROP TABLE stars").refusal(),
                HasSubstr("query is not a SELECT statement"));
  }

  /// Its rows, as pages of a crawl.
  void check_gather() const {
    std::string options;
    for (const auto& [name, value] : own_) options += option(name, value);
    const testing::TestCollection collection(
        testing::speaking({url_}, scheme_,
                          "<protocol scheme=\"" + scheme_ + "\" library=\"sql\" class=\"" + class_ +
                              "\">" + options + option("query", kQuery) + option("key", "id") +
                              option("title", "name") + option("text", "words") + "</protocol>"));
    collection.gather();
    EXPECT_EQ(collection.pages().size(), 4u);
    EXPECT_EQ(collection.page(url_ + "?key=2").document.title, "Algol");
  }

 private:
  static std::string option(const std::string& name, const std::string& value) {
    return "<option name=\"" + name + "\" value=\"" + value + "\"/>";
  }

  std::string scheme_;
  std::string class_;
  collection::NamedValues own_;
  std::string url_;
};

class SqlTest : public ::testing::Test {
 protected:
  void SetUp() override { NEEDS_PLUGIN("sql", "libpoco-dev"); }

  void run(std::vector<std::string> command, const std::string& what) {
    command = testing::without_rights(std::move(command));
    const auto done = testing::run_program(command.front(), {command.begin() + 1, command.end()});
    ASSERT_EQ(done.code, 0) << what << ": " << done.out << done.err;
  }

  /// A file of ours that a server had to read once.
  void take_back(const std::string& name) {
    EXPECT_EQ(::chown((folder_ / name).c_str(), ::geteuid(), ::getegid()), 0);
  }

  testing::TempDir folder_;
};

class SqliteTest : public SqlTest {
 protected:
  void SetUp() override {
    SqlTest::SetUp();
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open((folder_ / "stars #1.db").c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, kTable, nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(database);
  }
  std::string url() const { return "sqlite://" + (folder_ / "stars%20%231.db").string(); }
  SqlLaws laws() const {
    return SqlLaws("sqlite", "porthole::SqliteHandler", {{"root", folder_.path().string()}}, url());
  }
};

TEST_F(SqliteTest, RowsArePages) { laws().check(); }
TEST_F(SqliteTest, RowsAreGathered) { laws().check_gather(); }

TEST_F(SqliteTest, WhatIsNoDatabaseOrOutsideOfTheRootIsRefused) {
  testing::write_whole_file(folder_ / "notes.txt", std::string(5000, 'x'));
  Speaker sql = laws().speaker();
  EXPECT_EQ(sql.fetch("sqlite:///etc/passwd").http_status, 403);
  EXPECT_EQ(sql.fetch("sqlite://" + (folder_ / "none.db").string()).http_status, 404);
  EXPECT_EQ(sql.fetch("sqlite://" + (folder_ / "notes.txt").string()).status, FetchStatus::kBroken);
  EXPECT_FALSE(fs::exists(folder_ / "none.db"));
}

// The worker process writes no file, and SQLite's readers of a log write beside it.
TEST_F(SqliteTest, ADatabaseWithAWriteAheadLogIsReadWithAndWithoutIt) {
  sqlite3* writer = nullptr;
  ASSERT_EQ(sqlite3_open((folder_ / "stars #1.db").c_str(), &writer), SQLITE_OK);
  const auto run_sql = [&](const char* sql) {
    EXPECT_EQ(sqlite3_exec(writer, sql, nullptr, nullptr, nullptr), SQLITE_OK) << sql;
  };
  run_sql("PRAGMA journal_mode=WAL");
  run_sql("UPDATE stars SET name = 'Alcor' WHERE id = 2");
  EXPECT_EQ(read_page(laws().speaker().fetch(url() + "?key=2"), url()).title, "Alcor")
      << "from the log";
  sqlite3_close(writer);
  ASSERT_FALSE(fs::exists(folder_ / "stars #1.db-wal"));
  Speaker sql = laws().speaker();
  const auto closed = sql.fetch(url() + "?key=2");
  EXPECT_EQ(read_page(closed, url()).title, "Alcor") << closed.detail;
  EXPECT_FALSE(fs::exists(folder_ / "stars #1.db-wal"));
  ASSERT_EQ(sqlite3_open((folder_ / "stars #1.db").c_str(), &writer), SQLITE_OK);
  run_sql("UPDATE stars SET name = 'Deneb' WHERE id = 2");
  EXPECT_EQ(read_page(sql.fetch(url() + "?key=2"), url()).title, "Deneb") << "opened anew";
  sqlite3_close(writer);
}

class PostgresqlTest : public SqlTest {
 protected:
  void SetUp() override {
    SqlTest::SetUp();
    std::string programs;
    if (fs::exists("/usr/lib/postgresql")) {
      for (const auto& version : fs::directory_iterator("/usr/lib/postgresql")) {
        if (fs::exists(version.path() / "bin/initdb"))
          programs = (version.path() / "bin/").string();
      }
    }
    NEEDS_PROGRAM(programs + "initdb", "postgresql");
    const std::string here = folder_.path().string();
    testing::write_whole_file(folder_ / "password", "secret\n");
    testing::write_whole_file(folder_ / "table.sql", kTable);
    fs::permissions(folder_ / "password", fs::perms::owner_read);
    testing::hand_over(folder_.path());
    run({programs + "initdb", "-D", here + "/data", "-U", "ann", "-A", "scram-sha-256", "--pwfile",
         here + "/password", "-E", "UTF8", "--locale=C"},
        "initdb");
    const testing::ReservedPort port;
    server_ = std::make_unique<testing::Server>(
        testing::without_rights({programs + "postgres", "-D", here + "/data", "-h", "127.0.0.1",
                                 "-p", port.text(), "-k", here}),
        port.number());
    run({"sh", "-c",
         "until " + programs + "pg_isready -q -h 127.0.0.1 -p " + port.text() +
             "; do sleep 0.1; done"},
        "pg_isready");
    run({"env", "PGPASSWORD=secret", programs + "psql", "-q", "-h", "127.0.0.1", "-p", port.text(),
         "-U", "ann", "-f", here + "/table.sql", "postgres"},
        "psql");
    take_back("password");
  }
  std::string url() const {
    return "postgresql://127.0.0.1:" + std::to_string(server_->port()) + "/postgres";
  }
  SqlLaws laws() const {
    return SqlLaws("postgresql", "porthole::PostgresqlHandler",
                   {{"user", "ann"}, {"password-file", (folder_ / "password").string()}}, url());
  }

  std::unique_ptr<testing::Server> server_;
};

TEST_F(PostgresqlTest, RowsArePagesAndNothingCanBeWritten) {
  laws().check();
  const auto got = laws()
                       .speaker("WITH gone AS (DELETE FROM stars RETURNING *) SELECT * FROM gone")
                       .fetch(url());
  EXPECT_EQ(got.status, FetchStatus::kBroken);
  Speaker writing = laws().speaker("SELECT id, name, words, home, nextval('s') FROM stars");
  EXPECT_EQ(writing.fetch(url()).status, FetchStatus::kBroken);
  laws().check_gather();
  EXPECT_EQ(laws().speaker(kQuery, "id", Loopback::kForbidden).fetch(url()).status,
            FetchStatus::kForbidden);
}

class MysqlTest : public SqlTest {
 protected:
  void SetUp() override {
    SqlTest::SetUp();
    NEEDS_PROGRAM("mariadbd", "mariadb-server-core");
    const std::string here = folder_.path().string();
    testing::write_whole_file(folder_ / "password", "secret\n");
    fs::permissions(folder_ / "password", fs::perms::owner_read);
    std::string statements = kTable;
    for (std::size_t at = 0; (at = statements.find(';', at)) != std::string::npos; at += 2)
      statements.insert(at + 1, "\n");
    testing::write_whole_file(
        folder_ / "start.sql",
        "CREATE DATABASE sky CHARACTER SET utf8mb4;\nUSE sky;\nSET NAMES utf8mb4;\n" + statements +
            "CREATE USER ann@'127.0.0.1' IDENTIFIED BY 'secret';\n"
            "GRANT ALL ON sky.* TO ann@'127.0.0.1';\n");
    fs::create_directories(folder_ / "data");
    fs::create_directories(folder_ / "tmp");
    testing::hand_over(folder_.path());
    run({"mariadb-install-db", "--no-defaults", "--datadir=" + here + "/data",
         "--tmpdir=" + here + "/tmp", "--auth-root-authentication-method=normal", "--skip-test-db"},
        "mariadb-install-db");
    const testing::ReservedPort port;
    server_ = std::make_unique<testing::Server>(
        testing::without_rights({"mariadbd", "--no-defaults", "--datadir=" + here + "/data",
                                 "--tmpdir=" + here + "/tmp", "--bind-address=127.0.0.1",
                                 "--skip-name-resolve", "--port=" + port.text(),
                                 "--socket=" + here + "/socket", "--pid-file=" + here + "/pid",
                                 "--init-file=" + here + "/start.sql"}),
        port.number());
    take_back("password");
  }
  std::string url() const {
    return "mysql://127.0.0.1:" + std::to_string(server_->port()) + "/sky";
  }
  SqlLaws laws() const {
    return SqlLaws("mysql", "porthole::MysqlHandler",
                   {{"user", "ann"}, {"password-file", (folder_ / "password").string()}}, url());
  }

  std::unique_ptr<testing::Server> server_;
};

TEST_F(MysqlTest, RowsArePages) {
  laws().check();
  laws().check_gather();
  EXPECT_EQ(laws().speaker(kQuery, "id", Loopback::kForbidden).fetch(url()).status,
            FetchStatus::kForbidden);
}

}  // namespace
}  // namespace porthole
