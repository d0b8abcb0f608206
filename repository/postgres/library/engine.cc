// The entry of postgresql.so (repository/postgres_engine.h).

#include <string_view>
#include <utility>

#include "repository/file_check.h"
#include "repository/open_repository.h"
#include "repository/postgres/open_postgres.h"
#include "repository/postgres/postgres_query.h"
#include "repository/postgres/shared.h"
#include "repository/postgres_engine.h"

namespace porthole::repository {
namespace {

Result<std::unique_ptr<PostgresDatabase>> connect_to_read(const std::string& url) {
  TRY_AS(place, parse_postgres_url(url));
  TRY_AS(connection, Connection::open(*place, Access::kRead));
  return std::make_unique<PostgresDatabase>(std::move(*connection), Access::kRead);
}

class Engine final : public PostgresEngine {
 public:
  Result<std::string> schema_of(std::string_view url) const override {
    TRY_AS(place, parse_postgres_url(url));
    return std::move(place->schema);
  }

  Result<std::unique_ptr<Database>> open(const std::string& url, Access access) const override {
    TRY_AS(place, parse_postgres_url(url));
    TRY_AS(database, open_postgres_database(*place, access));
    return std::unique_ptr<Database>(std::move(*database));
  }

  Result<std::unique_ptr<Database>> open_mining(const std::string& url) const override {
    TRY_AS(place, parse_postgres_url(url));
    place->schema = mining_schema(place->schema);
    TRY_AS(connection, Connection::open(*place, Access::kWrite));
    TRY((*connection)->take_writer_lock());
    auto database = std::make_unique<PostgresDatabase>(std::move(*connection), Access::kWrite);
    TRY(database->execute("CREATE SCHEMA IF NOT EXISTS \"" + place->schema + '"'));
    return std::unique_ptr<Database>(std::move(database));
  }

  Result<FileCheck> check(const std::string& url) const override {
    TRY_AS(database, connect_to_read(url));
    TRY_AS(version, postgres_version(**database));
    if (*version == 0) return fail(ErrorCode::kNotFound, "there is no repository in " + url);
    return FileCheck{*version, newest_version(postgres_steps()), {}};
  }

  Result<std::string> writer(const std::string& url) const override {
    TRY_AS(database, connect_to_read(url));
    return (*database)->connection().writer();
  }

  Result<QueryRows> query(const std::string& url, const std::string& sql,
                          const QueryLimits& limits) const override {
    return run_postgres_query(url, sql, limits);
  }
  Result<std::vector<QueryTable>> tables(const std::string& url) const override {
    return postgres_tables(url);
  }

  Result<std::unique_ptr<BucketLease>> join(const std::string& url, const std::string& name,
                                            std::chrono::milliseconds term) const override {
    return join_postgres(url, name, term);
  }
  Result<std::unique_ptr<Inbox>> open_inbox(const std::string& url,
                                            const std::vector<HeldBucket>& held) const override {
    return open_postgres_inbox(url, held);
  }
  Result<std::unique_ptr<Repository>> open_shared(const StoragePlace& place,
                                                  const BucketLease& lease,
                                                  std::vector<HeldBucket> held) const override {
    return open_postgres_shared(place, lease, held);
  }
  CommittedPages committed_pages(Repository& shared) const override {
    return committed_in_postgres(shared);
  }

  std::string library() const override {
    const int version = PQlibVersion();
    return "libpq " + std::to_string(version / 10000) + "." + std::to_string(version % 10000);
  }
};

}  // namespace
}  // namespace porthole::repository

__attribute__((visibility("default"))) const porthole::repository::PostgresEngine*
porthole_postgres_engine(const char* program_version) {
  static const porthole::repository::Engine engine;
  return std::string_view(program_version) == PORTHOLE_VERSION ? &engine : nullptr;
}
