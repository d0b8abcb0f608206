#include "repository/query.h"

#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

#include "repository/open_repository.h"
#include "repository/postgres_engine.h"
#include "repository/sql/database.h"
#include "repository/sql/rows.h"
#include "repository/sqlite/open_database.h"
#include "repository/url_state.h"

namespace porthole::repository {
namespace {

constexpr int kStepsBetweenLooks = 10'000;
constexpr int kLongestValue = 16 << 20;
constexpr int kMostColumns = 200;
constexpr int kLongestStatement = 1 << 20;

using Deadline = std::chrono::steady_clock::time_point;

int allow_reading(void*, int action, const char*, const char* name, const char*, const char*) {
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_FUNCTION:
      return std::string_view(name) == "load_extension" ? SQLITE_DENY : SQLITE_OK;
    default:
      return SQLITE_DENY;
  }
}

int is_too_late(void* deadline) {
  return std::chrono::steady_clock::now() > *static_cast<const Deadline*>(deadline) ? 1 : 0;
}

void put_text(sqlite3_context* context, std::string_view text) {
  sqlite3_result_text(context, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
}

/// SQL: state_name(url.state).
void state_name(sqlite3_context* context, int, sqlite3_value** values) {
  put_text(context, name_of(static_cast<UrlState>(sqlite3_value_int(values[0]))));
}

/// SQL: reason_name(url.reason).
void reason_name(sqlite3_context* context, int, sqlite3_value** values) {
  put_text(context, name_of(static_cast<DropReason>(sqlite3_value_int(values[0]))));
}

void add_functions(sqlite3* handle) {
  constexpr int kPure = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  sqlite3_create_function(handle, "state_name", 1, kPure, nullptr, state_name, nullptr, nullptr);
  sqlite3_create_function(handle, "reason_name", 1, kPure, nullptr, reason_name, nullptr, nullptr);
}

tl::unexpected<Error> refusal(SqliteDatabase& database, int code) {
  // A reader writes temporary files alone.
  switch (code == SQLITE_IOERR_WRITE ? SQLITE_FULL : code & 0xff) {
    case SQLITE_INTERRUPT:
      return fail(ErrorCode::kTimeout, "the query took too long",
                  "ask for less, or allow more time with --seconds");
    case SQLITE_AUTH:
      return fail(ErrorCode::kUsage, "a query may read and nothing else",
                  "begin it with SELECT or WITH");
    case SQLITE_TOOBIG:
      return fail(ErrorCode::kTooLarge, "a value of the query is larger than 16 MiB",
                  "ask for a part: substr(text, 1, 1000)");
    case SQLITE_NOMEM:
      return fail(ErrorCode::kTooLarge, "the query needs too much memory",
                  "ask for less at a time, or for parts of texts: substr(text, 1, 1000)");
    case SQLITE_FULL:
      return fail(ErrorCode::kTooLarge, "there is no room for what the query sorts",
                  "ask for less at a time; SQLITE_TMPDIR names the folder of temporary files");
    case SQLITE_ERROR:
      return fail(
          ErrorCode::kUsage,
          std::string("the query cannot be understood: ") + sqlite3_errmsg(database.handle()),
          "porthole query DIR --list names tables, columns and ready queries");
    default:
      return database.error(code, "asking");
  }
}

struct Finalize {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Prepared = std::unique_ptr<sqlite3_stmt, Finalize>;

/// Lets queries name the mining tables, where there are any that can be read.
void attach_mining_tables(SqliteDatabase& database, const StoragePlace& place) {
  const std::filesystem::path file = mining_file(place);
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return;
  if (!database.attach_to_read(file, "mining")) return;
  if (!database.execute("SELECT count(*) FROM mining.sqlite_schema"))
    (void)database.execute("DETACH mining");
}

/// Errors: kUsage unless `sql` is one statement that reads.
Result<Prepared> prepare_one(SqliteDatabase& database, const std::string& sql) {
  if (sql.find('\0') != std::string::npos)
    return fail(ErrorCode::kUsage, "the query has a NUL in it", "remove it");
  sqlite3* const handle = database.handle();
  sqlite3_stmt* statement = nullptr;
  const char* rest = nullptr;
  const int code =
      sqlite3_prepare_v2(handle, sql.c_str(), static_cast<int>(sql.size()), &statement, &rest);
  Prepared prepared(statement);
  if (code != SQLITE_OK) return refusal(database, code);
  if (prepared == nullptr)
    return fail(ErrorCode::kUsage, "there is no query", "write one, or --ready NAME");
  sqlite3_stmt* next = nullptr;
  const int code_of_rest = sqlite3_prepare_v2(handle, rest, -1, &next, nullptr);
  const Prepared more(next);
  if (code_of_rest != SQLITE_OK || more != nullptr) {
    return fail(ErrorCode::kUsage, "there is more than one statement",
                "ask one question at a time");
  }
  if (sqlite3_stmt_readonly(prepared.get()) == 0) return refusal(database, SQLITE_AUTH);
  return prepared;
}

QueryValue value_of(sqlite3_stmt* row, int column) {
  switch (sqlite3_column_type(row, column)) {
    case SQLITE_INTEGER:
      return static_cast<std::int64_t>(sqlite3_column_int64(row, column));
    case SQLITE_FLOAT:
      return sqlite3_column_double(row, column);
    case SQLITE_NULL:
      return std::monostate();
    default: {
      const auto* data = static_cast<const char*>(sqlite3_column_blob(row, column));
      const auto size = static_cast<std::size_t>(sqlite3_column_bytes(row, column));
      return data == nullptr ? std::string() : std::string(data, size);
    }
  }
}

std::size_t bytes_of(const QueryValue& value) {
  const auto* const text = std::get_if<std::string>(&value);
  return sizeof value + (text == nullptr ? 0 : text->size());
}

Result<QueryRows> read_rows(SqliteDatabase& database, sqlite3_stmt* row, std::size_t most) {
  QueryRows out;
  const int columns = sqlite3_column_count(row);
  for (int column = 0; column < columns; ++column)
    out.columns.emplace_back(sqlite3_column_name(row, column));
  std::size_t bytes = 0;
  int code = SQLITE_DONE;
  while ((code = sqlite3_step(row)) == SQLITE_ROW) {
    if (out.rows.size() == most) {
      out.more = true;
      return out;
    }
    std::vector<QueryValue>& values = out.rows.emplace_back();
    for (int column = 0; column < columns; ++column) {
      values.push_back(value_of(row, column));
      bytes += bytes_of(values.back());
      if (bytes > kMostAnswerBytes) {
        return fail(ErrorCode::kTooLarge, "the answer is larger than 256 MiB",
                    "ask for fewer rows (--limit) or columns");
      }
    }
    if (sqlite3_errcode(database.handle()) == SQLITE_NOMEM) return refusal(database, SQLITE_NOMEM);
  }
  if (code != SQLITE_DONE) return refusal(database, code);
  return out;
}

/// Statements read and nothing else, within `deadline`, which outlives them.
void limit_statements(sqlite3* handle, Deadline& deadline) {
  add_functions(handle);
  sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, kLongestValue);
  sqlite3_limit(handle, SQLITE_LIMIT_COLUMN, kMostColumns);
  sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, kLongestStatement);
  sqlite3_set_authorizer(handle, allow_reading, nullptr);
  sqlite3_progress_handler(handle, kStepsBetweenLooks, is_too_late, &deadline);
}

}  // namespace

Result<QueryRows> run_query(const StoragePlace& place, const std::string& sql,
                            const QueryLimits& limits) {
  if (place.is_postgres()) {
    TRY_AS(engine, postgres_engine());
    return (*engine)->query(place.url, sql, limits);
  }
  TRY_AS(database, open_sqlite_database(place.file, Access::kRead));
  // One statement reads most pages of the file once: the cache of other readers would only grow.
  TRY((*database)->execute("PRAGMA cache_size=-2048"));
  Deadline deadline = std::chrono::steady_clock::now() + limits.time;
  attach_mining_tables(**database, place);
  limit_statements((*database)->handle(), deadline);
  TRY_AS(statement, prepare_one(**database, sql));
  auto rows = read_rows(**database, statement->get(), limits.rows);
  if (rows && !rows->more && (*database)->was_changed())
    return (*database)->error(SqliteDatabase::kChanged, "asking");
  return rows;
}

Result<std::vector<QueryTable>> tables_of(const StoragePlace& place) {
  if (place.is_postgres()) {
    TRY_AS(engine, postgres_engine());
    return (*engine)->tables(place.url);
  }
  TRY_AS(database, open_sqlite_database(place.file, Access::kRead));
  attach_mining_tables(**database, place);
  Statement select = (*database)->prepare(
      "SELECT t.name, c.name FROM pragma_table_list t, pragma_table_info(t.name, t.schema) c"
      " WHERE t.type = 'table' AND t.schema IN ('main', 'mining') AND t.name NOT LIKE 'sqlite\\_%'"
      " ESCAPE '\\' ORDER BY t.schema, t.name, c.cid");
  return read_tables(select);
}

}  // namespace porthole::repository
