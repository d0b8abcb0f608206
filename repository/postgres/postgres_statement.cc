#include "repository/postgres/postgres_statement.h"

#include <array>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <utility>

#include "repository/postgres/connection.h"
#include "repository/sql/rows.h"

namespace porthole::repository {
namespace {

constexpr int kRowsAtOnce = 2000;

std::uint64_t big_endian(const char* data, int length) {
  std::uint64_t value = 0;
  for (int i = 0; i < length; ++i) value = value << 8 | static_cast<unsigned char>(data[i]);
  return value;
}

}  // namespace

void PostgresStatement::put_real(int index, double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  parameters_.put_number(index, std::string(text.data(), end));
}

void PostgresStatement::put_text(int index, std::string_view value) {
  std::string changed;
  const std::string_view text = storable(value, changed);
  if (changed.empty()) {
    parameters_.put_bytes(index, text);
  } else {
    parameters_.put_owned(index, std::move(changed));
  }
}

void PostgresStatement::reset() {
  if (!cursor_.empty()) {
    if (!session_.connection().is_lost()) (void)session_.execute("CLOSE " + cursor_);
    cursor_.clear();
  }
  result_.reset();
  row_ = -1;
  error_.reset();
}

bool PostgresStatement::take(Result<PgResult> result) {
  row_ = 0;
  if (!result) {
    error_ = result.error();
    result_.reset();
    return false;
  }
  result_ = std::move(*result);
  return PQntuples(result_.get()) > 0;
}

Result<PgResult> PostgresStatement::begin_scan() {
  std::string name = session_.next_cursor();
  auto made = session_.run("DECLARE " + name + " NO SCROLL CURSOR" +
                               (session_.in_transaction() ? "" : " WITH HOLD") + " FOR " + sql_,
                           parameters_, Use::kOnce);
  if (made) cursor_ = std::move(name);
  return made;
}

bool PostgresStatement::fetch() {
  const std::string sql = "FETCH " + std::to_string(kRowsAtOnce) + " FROM " + cursor_;
  return take(session_.connection().run(sql, {}, Use::kOnce));
}

// As with SQLite: after the last row the statement can be stepped again, from the beginning.
bool PostgresStatement::step() {
  if (error_) return false;
  if (result_ && row_ + 1 < PQntuples(result_.get())) {
    ++row_;
    return true;
  }
  if (!result_) {
    if (!scan_) {
      if (take(session_.run(sql_, parameters_, Use::kOften))) return true;
    } else if (Result<PgResult> begun = begin_scan(); !begun) {
      error_ = begun.error();
    } else if (fetch()) {
      return true;
    }
  } else if (!cursor_.empty() && fetch()) {
    return true;
  }
  const std::optional<Error> error = std::move(error_);
  reset();
  error_ = error;
  return false;
}

std::int64_t PostgresStatement::integer(int column) const {
  if (is_null(column)) return 0;
  const char* data = PQgetvalue(result_.get(), row_, column);
  switch (PQftype(result_.get(), column)) {
    case kBool:
      return data[0] != 0;
    case kInt2:
      return static_cast<std::int16_t>(big_endian(data, 2));
    case kInt4:
      return static_cast<std::int32_t>(big_endian(data, 4));
    case kInt8:
      return static_cast<std::int64_t>(big_endian(data, 8));
    default:
      return std::strtoll(std::string(view(column)).c_str(), nullptr, 10);
  }
}

double PostgresStatement::real(int column) const {
  if (is_null(column)) return 0;
  const char* data = PQgetvalue(result_.get(), row_, column);
  switch (PQftype(result_.get(), column)) {
    case kFloat4:
      return std::bit_cast<float>(static_cast<std::uint32_t>(big_endian(data, 4)));
    case kBool:
    case kInt2:
    case kInt4:
    case kInt8:
      return static_cast<double>(integer(column));
    default:
      return std::bit_cast<double>(big_endian(data, 8));
  }
}

std::string_view PostgresStatement::view(int column) const {
  return {PQgetvalue(result_.get(), row_, column),
          static_cast<std::size_t>(PQgetlength(result_.get(), row_, column))};
}

}  // namespace porthole::repository
