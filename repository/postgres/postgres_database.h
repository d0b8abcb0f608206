#pragma once

/// PostgresDatabase: Database over PostgreSQL.
///
/// A commit counts in the row of its gatherer. When the connection is lost the session is made
/// anew: a query outside of a transaction is asked again; a transaction is run again, unless that
/// row says that it was committed. A guarded commit that is refused (kBusy) is one of a gatherer
/// whose buckets were taken over.
///
/// Private to repository/. Thread safety: as Database.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "repository/postgres/session.h"
#include "repository/sql/database.h"

namespace porthole::repository {

class PostgresDatabase final : public Database {
 public:
  /// A writer whose schema is there calls start_writing() before its first transaction.
  PostgresDatabase(std::unique_ptr<Connection> connection, Access access)
      : session_(std::move(connection), access) {}

  Dialect dialect() const override { return Dialect::kPostgres; }
  Result<void> execute(const std::string& sql) override { return session_.execute(sql); }
  /// Reads how many transactions `gatherer` has committed; 1 is the one that writes alone.
  Result<void> start_writing(int gatherer = 1);
  /// The transaction under way is committed only if `sql`, a query, does not fail. It is sent with
  /// COMMIT, so that nothing happens between both. Requires: a transaction.
  void guard_commit(std::string sql) { guard_ = std::move(sql); }

  /// Runs `work`, all of whose queries see the database as it is at the first of them. It is not
  /// run again if the connection is lost.
  Result<void> read_one_state(const std::function<Result<void>()>& work);

  Connection& connection() { return session_.connection(); }

 private:
  std::unique_ptr<EngineStatement> make_statement(std::string_view sql, bool scan) override;
  std::unique_ptr<EngineBulk> make_bulk(BulkPlan plan) override;
  Result<void> run_transaction(const std::function<Result<void>()>& work) override;
  Result<void> try_transaction(const std::function<Result<void>()>& work);
  Result<void> commit();
  Result<std::int64_t> stored_commits();

  PostgresSession session_;
  bool commit_was_sent_ = false;
  bool counts_commits_ = false;
  int gatherer_ = 1;
  std::string guard_;  ///< "" for none.
  std::int64_t commits_ = 0;
};

/// `?` and `?1` as `$1`; texts in quotes stay as they are.
std::string with_dollars(std::string_view sql);

}  // namespace porthole::repository
