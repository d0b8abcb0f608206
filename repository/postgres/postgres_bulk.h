#pragma once

/// PostgresBulk: the rows of a bulk, sent together. New rows go by COPY; others as an array a
/// column, in the order of their keys, so that two writers cannot wait for each other.
///
/// Private to repository/postgres/. Thread safety: as Database.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "repository/postgres/session.h"
#include "repository/sql/database.h"

namespace porthole::repository {

class PostgresBulk final : public EngineBulk {
 public:
  PostgresBulk(PostgresSession& session, BulkPlan plan);

  void put_null(int index) override;
  void put_integer(int index, std::int64_t value) override;
  void put_real(int index, double value) override;
  void put_text(int index, std::string_view value) override;
  void put_blob(int index, std::string_view value) override { put_field(index, value); }
  Result<void> end_row() override;
  Result<void> finish() override;

 private:
  bool is_copied() const { return plan_.kind == BulkPlan::Kind::kInsert; }
  std::string& field(int index);
  void put_field(int index, std::string_view bytes);
  void clear();
  Result<void> send();
  std::string array(std::size_t column) const;

  PostgresSession& session_;
  BulkPlan plan_;
  std::string sql_;
  std::vector<std::string> fields_;  ///< All rows for COPY; else a string a column.
  std::vector<bool> has_null_;
  std::int64_t transaction_ = 0;  ///< That of the rows.
  std::size_t rows_ = 0;
  std::size_t bytes_ = 0;
  std::string changed_;
  std::optional<std::string> out_of_range_;  ///< The column of such a number.
};

}  // namespace porthole::repository
