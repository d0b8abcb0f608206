#pragma once

/// PostgresSession: a connection with what its statements need to know: whether a transaction is
/// open, and how a query is asked again when the connection was lost.
///
/// Private to repository/postgres/. Thread safety: as Database.

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "repository/postgres/connection.h"

namespace porthole::repository {

/// How long a lost connection is tried again after its first loss: a minute by a writer, 5 seconds
/// by a reader. A server that restarts may end the new session, too.
class Patience {
 public:
  explicit Patience(Access access) : access_(access) {}
  /// The first call, at the first loss, starts the time.
  bool has_ended();

 private:
  Access access_;
  std::optional<std::chrono::steady_clock::time_point> end_;
};

class PostgresSession {
 public:
  PostgresSession(std::unique_ptr<Connection> connection, Access access)
      : connection_(std::move(connection)), access_(access) {}

  Connection& connection() { return *connection_; }
  Result<void> execute(const std::string& sql);
  /// Outside of a transaction, a statement is run again after a lost connection, for as long as
  /// there is Patience.
  Result<PgResult> run(const std::string& sql, const PgParameters& parameters, Use use);
  Result<void> reconnect();
  Patience patience() const { return Patience(access_); }

  /// Sends BEGIN and `how`, which begins with a space.
  Result<void> begin(const char* how = "");
  void end() { in_transaction_ = false; }
  bool in_transaction() const { return in_transaction_; }
  /// Grows with each transaction.
  std::int64_t transaction_number() const { return transaction_; }
  std::string next_cursor() { return "c" + std::to_string(++cursors_); }

 private:
  std::unique_ptr<Connection> connection_;
  Access access_;
  bool in_transaction_ = false;
  std::int64_t transaction_ = 0;
  int cursors_ = 0;
};

}  // namespace porthole::repository
