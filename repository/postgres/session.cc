#include "repository/postgres/session.h"

#include <string>

namespace porthole::repository {
namespace {

constexpr std::chrono::seconds kWriterPatience{60};
constexpr std::chrono::seconds kReaderPatience{5};

}  // namespace

Result<void> PostgresSession::execute(const std::string& sql) {
  auto done = connection_->execute(sql);
  if (!done) return fail(done.error());
  return {};
}

Result<PgResult> PostgresSession::run(const std::string& sql, const PgParameters& parameters,
                                      Use use) {
  Result<PgResult> result = connection_->run(sql, parameters, use);
  if (result || in_transaction_ || !connection_->is_lost()) return result;
  if (auto back = reconnect(); !back) return fail(back.error());
  return connection_->run(sql, parameters, use);
}

Result<void> PostgresSession::reconnect() {
  return connection_->reconnect(access_ == Access::kWrite ? kWriterPatience : kReaderPatience);
}

Result<void> PostgresSession::begin(const char* how) {
  ++transaction_;
  Result<void> begun = execute(std::string("BEGIN") + how);
  in_transaction_ = begun.has_value();
  return begun;
}

}  // namespace porthole::repository
