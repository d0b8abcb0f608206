#include "repository/postgres/postgres_query.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

#include "repository/open_repository.h"
#include "repository/postgres/connection.h"
#include "repository/postgres/open_postgres.h"
#include "repository/sql/rows.h"

namespace porthole::repository {
namespace {

constexpr std::size_t kRowsAtOnce = 1000;

QueryValue number_of_text(std::string_view text) {
  std::int64_t whole = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), whole);
  if (error == std::errc() && end == text.data() + text.size()) return whole;
  return std::strtod(std::string(text).c_str(), nullptr);
}

std::string bytes_of_text(const char* text) {
  std::size_t length = 0;
  unsigned char* bytes = PQunescapeBytea(reinterpret_cast<const unsigned char*>(text), &length);
  if (bytes == nullptr) return {};
  std::string out(reinterpret_cast<const char*>(bytes), length);
  PQfreemem(bytes);
  return out;
}

QueryValue value_of(const PGresult* rows, int row, int column) {
  if (PQgetisnull(rows, row, column) != 0) return std::monostate();
  const char* text = PQgetvalue(rows, row, column);
  const std::string_view view(text, static_cast<std::size_t>(PQgetlength(rows, row, column)));
  switch (PQftype(rows, column)) {
    case kBool:
      return std::int64_t{view == "t"};
    case kInt2:
    case kInt4:
    case kInt8:
    case kNumeric:
      return number_of_text(view);
    case kFloat4:
    case kFloat8:
      return std::strtod(text, nullptr);
    case kBytea:
      return bytes_of_text(text);
    default:
      return std::string(view);
  }
}

std::size_t bytes_of(const QueryValue& value) {
  const auto* const text = std::get_if<std::string>(&value);
  return sizeof value + (text == nullptr ? 0 : text->size());
}

/// The query without white space and comments at its ends, and without a semicolon at its end.
/// Errors: kUsage for an empty one.
Result<std::string> bare(const std::string& sql) {
  std::string_view rest = sql;
  const auto skip = [&] {
    const std::string_view before = rest;
    const std::size_t begin = rest.find_first_not_of(" \t\r\n;");
    rest.remove_prefix(std::min(begin, rest.size()));
    if (rest.starts_with("--")) rest.remove_prefix(std::min(rest.find('\n'), rest.size()));
    if (rest.starts_with("/*")) {
      const std::size_t end = rest.find("*/");
      rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 2);
    }
    return rest.size() != before.size();
  };
  while (skip()) {
  }
  if (rest.empty())
    return fail(ErrorCode::kUsage, "there is no query", "write one, or --ready NAME");
  return std::string(rest);
}

tl::unexpected<Error> only_reads() {
  return fail(ErrorCode::kUsage, "a query may read and nothing else",
              "begin it with SELECT or WITH");
}

tl::unexpected<Error> too_late() {
  return fail(ErrorCode::kTimeout, "the query took too long",
              "ask for less, or allow more time with --seconds");
}

/// The error of a statement as the user of `query` needs it.
tl::unexpected<Error> refusal(Connection& connection, const PGresult* result,
                              const std::string& sql) {
  const char* field = PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const std::string_view state = field == nullptr ? "" : field;
  if (state == "57014") return too_late();
  const char* primary = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
  const std::string message = primary == nullptr ? "" : primary;
  if (message.find("multiple commands") != std::string::npos) {
    return fail(ErrorCode::kUsage, "there is more than one statement",
                "ask one question at a time");
  }
  if (state == "25006" || state == "42501" || state == "0A000") return only_reads();
  if (state.starts_with("42") || state.starts_with("22")) {
    return fail(ErrorCode::kUsage, "the query cannot be understood: " + message,
                "porthole query DIR --list names tables, columns and ready queries");
  }
  return connection.error(result, sql);
}

/// Runs one statement with results as text.
Result<PgResult> ask(Connection& connection, const std::string& sql) {
  PgResult result(
      PQexecParams(connection.handle(), sql.c_str(), 0, nullptr, nullptr, nullptr, nullptr, 0));
  const ExecStatusType status = PQresultStatus(result.get());
  if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) return result;
  return refusal(connection, result.get(), sql);
}

Result<bool> take_rows(const PGresult* rows, const QueryLimits& limits, std::size_t& bytes,
                       QueryRows& out) {
  const int count = PQntuples(rows);
  for (int row = 0; row < count; ++row) {
    if (out.rows.size() == limits.rows) {
      out.more = true;
      return false;
    }
    std::vector<QueryValue>& values = out.rows.emplace_back();
    for (int column = 0; column < PQnfields(rows); ++column) {
      values.push_back(value_of(rows, row, column));
      bytes += bytes_of(values.back());
    }
    if (bytes > kMostAnswerBytes) {
      return fail(ErrorCode::kTooLarge, "the answer is larger than 256 MiB",
                  "ask for fewer rows (--limit) or columns");
    }
  }
  return count > 0;
}

}  // namespace

// DECLARE takes a SELECT and nothing else; a statement with parameters is a single one.
Result<QueryRows> run_postgres_query(const std::string& url, const std::string& sql,
                                     const QueryLimits& limits) {
  TRY_AS(query, bare(sql));
  const auto keyword = [&](std::string_view word) {
    return query->size() > word.size() &&
           std::equal(word.begin(), word.end(), query->begin(),
                      [](char a, char b) { return a == (b | 0x20); });
  };
  if (!keyword("select") && !keyword("with") && !keyword("values")) return only_reads();
  TRY_AS(place, parse_postgres_url(url));
  Result<std::unique_ptr<PostgresDatabase>> database =
      open_postgres_database(*place, Access::kRead);
  if (!database) return fail(database.error());
  Connection& connection = (*database)->connection();
  auto begun =
      connection.execute("BEGIN READ ONLY; SET LOCAL search_path TO \"" + place->schema + "\", \"" +
                         mining_schema(place->schema) + "\"; SET LOCAL statement_timeout = " +
                         std::to_string(std::max<std::int64_t>(1, limits.time.count())));
  if (!begun) return fail(begun.error());
  TRY(ask(connection, "DECLARE question NO SCROLL CURSOR FOR " + *query));
  QueryRows out;
  std::size_t bytes = 0;
  const auto deadline = std::chrono::steady_clock::now() + limits.time;
  while (true) {
    if (std::chrono::steady_clock::now() > deadline) return too_late();
    const std::size_t wanted = std::min(kRowsAtOnce, limits.rows - out.rows.size() + 1);
    TRY_AS(rows, ask(connection, "FETCH " + std::to_string(wanted) + " FROM question"));
    for (int column = static_cast<int>(out.columns.size()); column < PQnfields(rows->get());
         ++column) {
      out.columns.emplace_back(PQfname(rows->get(), column));
    }
    TRY_AS(more, take_rows(rows->get(), limits, bytes, out));
    if (!*more) return out;
  }
}

Result<std::vector<QueryTable>> postgres_tables(const std::string& url) {
  TRY_AS(place, parse_postgres_url(url));
  Result<std::unique_ptr<PostgresDatabase>> database =
      open_postgres_database(*place, Access::kRead);
  if (!database) return fail(database.error());
  Statement select = (*database)->prepare(
      "SELECT c.relname, a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid"
      " WHERE c.relnamespace IN (to_regnamespace(?), to_regnamespace(?)) AND c.relkind IN ('r', "
      "'p') AND"
      " a.attnum > 0 AND NOT a.attisdropped ORDER BY c.relnamespace, c.relname, a.attnum");
  const std::string mined = mining_schema(place->schema);
  select.bind_all(place->schema, mined);
  return read_tables(select);
}

}  // namespace porthole::repository
