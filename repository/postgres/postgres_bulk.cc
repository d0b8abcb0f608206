#include "repository/postgres/postgres_bulk.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "repository/postgres/postgres_statement.h"
#include "repository/sql/rows.h"

namespace porthole::repository {
namespace {

constexpr std::size_t kMostBytes = std::size_t{64} << 20;  // Sent before there are more.

struct TypeNames {
  const char* name;
  std::uint32_t oid;
};
// In the order of ColumnType; numbers of pg_type.dat.
constexpr TypeNames kTypes[] = {{"smallint", 21},          {"integer", 23}, {"bigint", 20},
                                {"double precision", 701}, {"text", 25},    {"bytea", 17}};
const TypeNames& names_of(ColumnType type) { return kTypes[static_cast<std::size_t>(type)]; }

void append_big_endian(std::string& out, std::uint64_t value, int length) {
  for (int shift = (length - 1) * 8; shift >= 0; shift -= 8)
    out += static_cast<char>(value >> shift & 0xFF);
}

std::string joined(std::size_t from, std::size_t to, const auto& part) {
  std::string out;
  for (std::size_t i = from; i < to; ++i) {
    if (i > from) out += ", ";
    out += part(i);
  }
  return out;
}

/// The rows as a table: of those of one key the last, in the order of the keys.
std::string rows_of(const BulkPlan& plan) {
  const std::size_t count = plan.columns.size();
  const auto name = [&](std::size_t i) { return std::string(plan.columns[i].name); };
  const std::string keys = joined(0, plan.keys, name);
  return "SELECT DISTINCT ON (" + keys + ") " + joined(0, count, name) + " FROM unnest(" +
         joined(0, count,
                [&](std::size_t i) {
                  return "$" + std::to_string(i + 1) + "::" + names_of(plan.columns[i].type).name +
                         "[]";
                }) +
         ") WITH ORDINALITY AS n(" + joined(0, count, name) + ", bulk_row) ORDER BY " + keys +
         ", bulk_row DESC";
}

std::string sql_of(const BulkPlan& plan) {
  const std::size_t count = plan.columns.size();
  const std::string table = plan.table;
  const auto name = [&](std::size_t i) { return std::string(plan.columns[i].name); };
  const std::string names = joined(0, count, name);
  if (plan.kind == BulkPlan::Kind::kInsert)
    return "COPY " + table + " (" + names + ") FROM STDIN (FORMAT binary)";
  const bool replaces = plan.kind == BulkPlan::Kind::kReplace;
  const std::string set = joined(plan.keys, count, [&](std::size_t i) {
    return name(i) + " = " + (replaces ? "excluded." : "n.") + name(i);
  });
  if (replaces) {
    return "INSERT INTO " + table + " (" + names + ") " + rows_of(plan) + " ON CONFLICT (" +
           joined(0, plan.keys, name) + ") DO " + (set.empty() ? "NOTHING" : "UPDATE SET " + set);
  }
  std::string same;
  for (std::size_t i = 0; i < plan.keys; ++i)
    same += (i > 0 ? " AND " : "") + table + "." + name(i) + " = n." + name(i);
  return "UPDATE " + table + " SET " + set + " FROM (" + rows_of(plan) + ") n WHERE " + same;
}

}  // namespace

PostgresBulk::PostgresBulk(PostgresSession& session, BulkPlan plan)
    : session_(session), plan_(std::move(plan)), sql_(sql_of(plan_)) {
  clear();
}

void PostgresBulk::clear() {
  fields_.assign(is_copied() ? 1 : plan_.columns.size(), {});
  has_null_.assign(plan_.columns.size(), false);
  rows_ = 0;
  bytes_ = 0;
  out_of_range_.reset();
}

// Rows of a transaction that failed are not those of the next. COPY: the number of columns comes
// before those of each row.
std::string& PostgresBulk::field(int index) {
  if (index == 0 && transaction_ != session_.transaction_number()) {
    clear();
    transaction_ = session_.transaction_number();
  }
  std::string& out = fields_[is_copied() ? 0 : static_cast<std::size_t>(index)];
  if (is_copied() && index == 0) append_big_endian(out, plan_.columns.size(), 2);
  return out;
}

void PostgresBulk::put_field(int index, std::string_view bytes) {
  std::string& out = field(index);
  append_big_endian(out, bytes.size(), 4);
  out.append(bytes);
  bytes_ += bytes.size() + 4;
}

void PostgresBulk::put_null(int index) {
  append_big_endian(field(index), 0xFFFFFFFF, 4);
  has_null_[static_cast<std::size_t>(index)] = true;
}

void PostgresBulk::put_integer(int index, std::int64_t value) {
  const BulkPlan::Column& column = plan_.columns[static_cast<std::size_t>(index)];
  if (column.type == ColumnType::kReal) return put_real(index, static_cast<double>(value));
  if (column.type == ColumnType::kText) return put_text(index, std::to_string(value));
  int bytes = 8;
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
  if (column.type == ColumnType::kSmall) {
    bytes = 2;
    most = std::numeric_limits<std::int16_t>::max();
  } else if (column.type == ColumnType::kInteger) {
    bytes = 4;
    most = std::numeric_limits<std::int32_t>::max();
  }
  if (value > most || value < -most - 1) out_of_range_ = column.name;
  std::string digits;
  append_big_endian(digits, static_cast<std::uint64_t>(value), bytes);
  put_field(index, digits);
}

void PostgresBulk::put_real(int index, double value) {
  std::string digits;
  append_big_endian(digits, std::bit_cast<std::uint64_t>(value), 8);
  put_field(index, digits);
}

void PostgresBulk::put_text(int index, std::string_view value) {
  put_field(index, storable(value, changed_));
}

Result<void> PostgresBulk::end_row() {
  ++rows_;
  if (out_of_range_) {
    const std::string column = *out_of_range_;
    clear();
    return fail(ErrorCode::kStorage,
                "a number is too large for column " + column + " of " + plan_.table);
  }
  return bytes_ < kMostBytes ? Result<void>() : finish();
}

std::string PostgresBulk::array(std::size_t column) const {
  std::string out;
  append_big_endian(out, 1, 4);  // dimensions
  append_big_endian(out, has_null_[column] ? 1 : 0, 4);
  append_big_endian(out, names_of(plan_.columns[column].type).oid, 4);
  append_big_endian(out, rows_, 4);
  append_big_endian(out, 1, 4);  // the first index
  return out + fields_[column];
}

Result<void> PostgresBulk::send() {
  if (is_copied()) {
    std::string data("PGCOPY\n\xFF\r\n\0\0\0\0\0\0\0\0\0", 19);
    data += fields_[0];
    append_big_endian(data, 0xFFFF, 2);
    return session_.connection().copy_in(sql_, data);
  }
  PgParameters parameters;
  for (std::size_t i = 0; i < plan_.columns.size(); ++i)
    parameters.put_owned(static_cast<int>(i), array(i));
  TRY_AS(done, session_.connection().run(sql_, parameters));
  return {};
}

Result<void> PostgresBulk::finish() {
  if (rows_ == 0 || transaction_ != session_.transaction_number()) return {};
  Result<void> done = send();
  clear();
  return done;
}

}  // namespace porthole::repository
