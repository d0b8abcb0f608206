#include "repository/mining/mining_database.h"

#include <array>
#include <charconv>

#include "repository/lock.h"
#include "repository/open_repository.h"
#include "repository/postgres_engine.h"
#include "repository/sqlite/sqlite_database.h"

namespace porthole::embedded {
std::string_view mining_script(
    std::string_view name);  // schemas/sql/mining/, put here by the build
}

namespace porthole::repository {
namespace {

/// The name under which SQLite knows the repository's file.
constexpr const char* kAttached = "crawled";

/// A schema's name, which has small letters, digits and `_` (PostgresEngine::schema_of()).
std::string in_quotes(const std::string& schema) { return '"' + schema + '"'; }

Result<std::unique_ptr<Database>> open_file(const StoragePlace& repository,
                                            const MiningOptions& options) {
  const StoragePlace place(mining_file(repository));
  TRY_AS(lock, Lock::take(place.lock_file()));
  TRY_AS(opened, SqliteDatabase::open(place.file, true));
  (*opened)->hold(std::move(*lock));
  // Tables that a power loss damages are mined again.
  auto set =
      (*opened)->execute("PRAGMA synchronous=OFF; PRAGMA temp_store=FILE; PRAGMA application_id=" +
                         std::to_string(kApplicationId) + "; PRAGMA cache_size=-" +
                         std::to_string(options.cache_bytes / 1024));
  if (set) set = (*opened)->attach_to_read(repository.file, kAttached);
  if (!set) return fail(set.error());
  return std::unique_ptr<Database>(std::move(*opened));
}

}  // namespace

std::string sql_number(double value) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

MiningDatabase::MiningDatabase(std::unique_ptr<Database> database, std::string crawl)
    : database_(std::move(database)), crawl_(std::move(crawl)) {}
MiningDatabase::~MiningDatabase() = default;

Result<std::unique_ptr<MiningDatabase>> MiningDatabase::open(const StoragePlace& repository,
                                                             const MiningOptions& options) {
  std::string crawl = kAttached;
  Result<std::unique_ptr<Database>> database;
  if (repository.is_postgres()) {
    TRY_AS(engine, postgres_engine());
    TRY_AS(schema, (*engine)->schema_of(repository.url));
    crawl = in_quotes(*schema);
    database = (*engine)->open_mining(repository.url);
  } else {
    database = open_file(repository, options);
  }
  if (!database) return fail(database.error());
  return std::unique_ptr<MiningDatabase>(new MiningDatabase(std::move(*database), crawl));
}

std::string MiningDatabase::text_of(std::string_view file, const Values& values) const {
  std::string text(embedded::mining_script(file));
  const auto put = [&](const std::string& name, const std::string& value) {
    const std::string place = ":" + name;
    for (std::size_t at = text.find(place); at != std::string::npos;
         at = text.find(place, at + value.size())) {
      text.replace(at, place.size(), value);
    }
  };
  put("repository", crawl_);
  for (const auto& [name, value] : values) put(name, value);
  return text;
}

Result<void> MiningDatabase::run(std::string_view file, const Values& values) {
  const std::string text = text_of(file, values);
  return database_->transaction([&] { return database_->execute(text); });
}

std::string MiningDatabase::of_engine(std::string_view name) const {
  return std::string(name) +
         (database_->dialect() == Dialect::kSqlite ? "_sqlite.sql" : "_postgres.sql");
}

Result<void> MiningDatabase::analyze() {
  return database_->dialect() == Dialect::kSqlite ? Result<void>() : database_->execute("ANALYZE");
}

Result<std::int64_t> MiningDatabase::number(std::string_view sql) {
  Statement row = database_->prepare(sql);
  if (!row.step()) return row.error();
  return row.integer(0);
}

}  // namespace porthole::repository
