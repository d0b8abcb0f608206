#include "repository/postgres/session.h"

#include <string>

namespace porthole::repository {
namespace {

constexpr std::chrono::seconds kWriterPatience{60};
constexpr std::chrono::seconds kReaderPatience{5};

std::chrono::seconds patience_of(Access access) {
  return access == Access::kWrite ? kWriterPatience : kReaderPatience;
}

}  // namespace

bool Patience::has_ended() {
  const auto now = std::chrono::steady_clock::now();
  if (!end_) end_ = now + patience_of(access_);
  return now > *end_;
}

Result<void> PostgresSession::execute(const std::string& sql) {
  TRY_AS(done, connection_->execute(sql));
  return {};
}

Result<PgResult> PostgresSession::run(const std::string& sql, const PgParameters& parameters,
                                      Use use) {
  Patience patience(access_);
  while (true) {
    Result<PgResult> result = connection_->run(sql, parameters, use);
    if (result || in_transaction_ || !connection_->is_lost() || patience.has_ended()) return result;
    TRY(reconnect());
  }
}

Result<void> PostgresSession::reconnect() { return connection_->reconnect(patience_of(access_)); }

Result<void> PostgresSession::begin(const char* how) {
  ++transaction_;
  Result<void> begun = execute(std::string("BEGIN") + how);
  in_transaction_ = begun.has_value();
  return begun;
}

}  // namespace porthole::repository
