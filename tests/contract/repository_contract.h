#pragma once

/// RepositoryContract: the fixture of the contract of Repository, which every store keeps, and the
/// records that its tests write. A file for each class of the interface includes it.

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <cctype>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <ostream>
#include <string>

#include "repository/open_repository.h"
#include "repository/repository.h"
#include "tests/support/postgres_cluster.h"
#include "tests/support/temp_dir.h"

namespace porthole::repository {

inline void execute_in_sqlite(const std::filesystem::path& file, const std::string& sql) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(file.c_str(), &database), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
      << sqlite3_errmsg(database);
  sqlite3_close(database);
}

inline void make_sqlite_newer(const std::filesystem::path& file) {
  execute_in_sqlite(file, "UPDATE meta SET value = '99' WHERE name = 'schema'");
}

inline void make_sqlite_foreign(const std::filesystem::path& file) {
  execute_in_sqlite(file,
                    "CREATE TABLE songs (title TEXT); INSERT INTO songs VALUES ('Daisy Bell')");
}

/// The schema that has the place of a file.
inline std::string postgres_url(const std::filesystem::path& file) {
  std::string name = "t";
  for (const char c : file.parent_path().filename().string() + "_" + file.filename().string())
    name += std::isalnum(static_cast<unsigned char>(c)) != 0
                ? static_cast<char>(std::tolower(static_cast<unsigned char>(c)))
                : '_';
  // Capital letters matter in the names of temporary folders.
  return testing::PostgresCluster::shared().url(
      name + "_" + std::to_string(std::hash<std::string>()(file.string()) % 1'000'000));
}

inline Result<std::unique_ptr<Repository>> open_in_postgres(const std::filesystem::path& file,
                                                            Access access) {
  return open_postgres(postgres_url(file), access);
}

inline std::string schema_of(const std::filesystem::path& file) {
  const std::string url = postgres_url(file);
  return url.substr(url.find("schema=") + 7);
}

inline void make_postgres_newer(const std::filesystem::path& file) {
  testing::PostgresCluster::shared().psql("UPDATE " + schema_of(file) +
                                          ".meta SET value = '99' WHERE name = 'schema'");
}

inline void make_postgres_foreign(const std::filesystem::path& file) {
  testing::PostgresCluster::shared().psql("CREATE SCHEMA " + schema_of(file) + "; CREATE TABLE " +
                                          schema_of(file) + ".songs (title text)");
}

/// A store: how it is opened, and how a file of it is made to look newer than the program.
struct Store {
  std::string name;
  Result<std::unique_ptr<Repository>> (*open)(const std::filesystem::path&, Access);
  void (*make_newer)(const std::filesystem::path&);
  void (*make_foreign)(const std::filesystem::path&);  ///< Makes one of another program.
  bool in_file = true;                                 ///< It is the file itself.
};

inline void PrintTo(const Store& store, std::ostream* out) { *out << store.name; }

inline auto all_stores() {
  return ::testing::Values(
      Store{"Sqlite", open_sqlite, make_sqlite_newer, make_sqlite_foreign},
      Store{"Postgres", open_in_postgres, make_postgres_newer, make_postgres_foreign, false});
}
inline std::string name_of_store(const ::testing::TestParamInfo<Store>& store) {
  return store.param.name;
}

class RepositoryContract : public ::testing::TestWithParam<Store> {
 protected:
  void SetUp() override {
    if (!GetParam().in_file) {
      NEEDS_POSTGRES();
    }
  }
  std::unique_ptr<Repository> open(Access access = Access::kWrite) {
    auto opened = GetParam().open(file(), access);
    EXPECT_TRUE(opened) << opened.error().to_string();
    return opened ? std::move(*opened) : nullptr;
  }
  std::filesystem::path file() const { return folder_ / "repository"; }
  /// Runs SQL that the store's engine reads, beside the repository.
  void execute(const std::string& sql) const {
    if (GetParam().in_file) return execute_in_sqlite(file(), sql);
    testing::PostgresCluster::shared().psql("SET search_path = " + schema_of(file()) + "; " + sql);
  }

  testing::TempDir folder_;
};

inline UrlRecord url(UrlId id, const std::string& key, UrlState state = UrlState::kQueued) {
  UrlRecord record;
  record.id = id;
  record.key = key;
  record.href = key;
  record.host = key.substr(8, key.find('/', 8) - 8);  // after "https://"
  record.site = record.host;
  record.state = state;
  return record;
}

inline PageRecord page(UrlId id, std::int64_t order) {
  PageRecord record;
  record.id = id;
  record.order = order;
  record.fetched_at = WallTime{std::chrono::seconds(1'790'000'000 + order)};
  record.digest = "sha1:" + std::to_string(id);
  record.archive_file = "a.warc.gz";
  record.archive_offset = 100 * id;
  record.document.title = "Page " + std::to_string(id);
  record.document.text = "Text of " + std::to_string(id);
  return record;
}

inline LinkRecord link(UrlId source, std::uint32_t position, UrlId target,
                       const std::string& anchor) {
  LinkRecord record;
  record.source = source;
  record.position = position;
  record.target = target;
  record.link.anchor = anchor;
  return record;
}

/// Pages 1 to 3 on two hosts; 1 links to the others and to 4, which is queued.
inline Batch small_web() {
  Batch batch;
  batch.new_urls = {url(1, "https://a.org/", UrlState::kFetched),
                    url(2, "https://a.org/two", UrlState::kFetched),
                    url(3, "https://b.org/", UrlState::kFetched), url(4, "https://b.org/four")};
  batch.new_urls[0].seed = true;
  batch.new_urls[3].priority = 0.5;
  batch.pages = {page(1, 1), page(2, 2), page(3, 3)};
  batch.pages[1].relevant = true;
  batch.pages[1].relevance = Relevance(0.75);
  batch.links = {link(1, 0, 2, "to two"), link(1, 1, 3, "to three"), link(1, 2, 4, "to four")};
  batch.hosts = {{.name = "https://a.org", .robots_status = 200, .robots_text = "User-agent: *\n"}};
  batch.terms = {{"bicycle", 5, 3}};
  batch.archive_file = "a.warc.gz";
  batch.archive_size = 1234;
  return batch;
}

inline SummaryChange summary(UrlId page, const std::string& digest = {}) {
  return {.page = page, .digest = digest};
}

/// Page 1 of small_web() as it is an hour later: it says the same of 2, something else of 3,
/// nothing of 4.
inline Batch an_hour_later() {
  Batch batch;
  batch.pages = {page(1, 1)};
  batch.pages[0].fetched_at += std::chrono::hours(1);
  batch.pages[0].document.title = "New title";
  batch.links = {link(1, 0, 3, "the third"), link(1, 1, 2, "to two")};
  return batch;
}

}  // namespace porthole::repository
