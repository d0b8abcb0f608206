#pragma once

/// PostgresStatement: a statement with its result, or with a cursor over it.
///
/// A cursor lasts longer than the transaction that made it (WITH HOLD), so that whoever reads its
/// rows may ask other things in between.
///
/// Private to repository/postgres/. Thread safety: as Database.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "repository/postgres/session.h"
#include "repository/sql/database.h"

namespace porthole::repository {

class PostgresStatement final : public EngineStatement {
 public:
  PostgresStatement(PostgresSession& session, std::string sql, bool scan)
      : session_(session), sql_(std::move(sql)), scan_(scan) {}
  ~PostgresStatement() override { reset(); }

  void put_null(int index) override { parameters_.put_null(index); }
  void put_integer(int index, std::int64_t value) override {
    parameters_.put_number(index, std::to_string(value));
  }
  void put_real(int index, double value) override;
  void put_text(int index, std::string_view value) override;
  void put_blob(int index, std::string_view value) override { parameters_.put_bytes(index, value); }

  void reset() override;
  bool step() override;
  bool failed() const override { return error_.has_value(); }
  tl::unexpected<Error> error() const override { return fail(*error_); }
  std::int64_t integer(int column) const override;
  double real(int column) const override;
  bool is_null(int column) const override { return PQgetisnull(result_.get(), row_, column) != 0; }
  std::string_view view(int column) const override;

 private:
  bool take(Result<PgResult> result);
  bool fetch();
  Result<PgResult> begin_scan();

  PostgresSession& session_;
  std::string sql_;
  bool scan_;
  PgParameters parameters_;
  PgResult result_;
  int row_ = -1;
  std::string cursor_;  ///< "" when it is not open.
  std::optional<Error> error_;
};

}  // namespace porthole::repository
