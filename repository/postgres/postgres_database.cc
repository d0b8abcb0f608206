#include "repository/postgres/postgres_database.h"

#include <cstdlib>
#include <utility>

#include "repository/postgres/postgres_bulk.h"
#include "repository/postgres/postgres_statement.h"

namespace porthole::repository {
namespace {

constexpr int kMostDeadlocks = 5;
// SQLSTATE
constexpr std::string_view kDivisionByZero = "22012";
constexpr std::string_view kDeadlock = "40P01";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::string with_dollars(std::string_view sql) {
  std::string out;
  int next = 1;
  bool quoted = false;
  for (std::size_t at = 0; at < sql.size(); ++at) {
    if (sql[at] == '\'') quoted = !quoted;
    if (sql[at] != '?' || quoted) {
      out += sql[at];
      continue;
    }
    out += '$';
    if (at + 1 < sql.size() && is_digit(sql[at + 1])) continue;
    out += std::to_string(next++);
  }
  return out;
}

std::unique_ptr<EngineStatement> PostgresDatabase::make_statement(std::string_view sql, bool scan) {
  return std::make_unique<PostgresStatement>(session_, with_dollars(sql), scan);
}

std::unique_ptr<EngineBulk> PostgresDatabase::make_bulk(BulkPlan plan) {
  return std::make_unique<PostgresBulk>(session_, std::move(plan));
}

Result<std::int64_t> PostgresDatabase::stored_commits() {
  TRY_AS(rows,
         session_.run("SELECT commits::text FROM gatherer WHERE id = " + std::to_string(gatherer_),
                      {}, Use::kOnce));
  if (PQntuples(rows->get()) == 0) {
    return fail(ErrorCode::kStorage, "the table gatherer of the repository is empty",
                "restore the database from a copy");
  }
  return std::int64_t{std::strtoll(PQgetvalue(rows->get(), 0, 0), nullptr, 10)};
}

Result<void> PostgresDatabase::start_writing(int gatherer) {
  gatherer_ = gatherer;
  TRY_AS(commits, stored_commits());
  commits_ = *commits;
  counts_commits_ = true;
  return {};
}

// Guard, UPDATE and COMMIT are one message: the server does all of it, or nothing.
Result<void> PostgresDatabase::commit() {
  std::string sql = "COMMIT";
  if (counts_commits_) {
    sql = "UPDATE gatherer SET commits = " + std::to_string(commits_ + 1) +
          " WHERE id = " + std::to_string(gatherer_) + "; COMMIT";
  }
  if (!guard_.empty()) sql = guard_ + "; " + sql;
  commit_was_sent_ = true;
  auto done = connection().execute(sql);
  if (!done && !guard_.empty() && connection().last_state() == kDivisionByZero) {
    return fail(ErrorCode::kBusy, "other gatherers have taken over what this one was to commit",
                "what was committed is safe: run the same command again");
  }
  if (!done) return fail(done.error());
  if (std::string_view(PQcmdStatus(done->get())) == "COMMIT") {
    ++commits_;
    return {};
  }
  return fail(ErrorCode::kStorage, "the transaction was rolled back by the server",
              "run the same command again");
}

Result<void> PostgresDatabase::read_one_state(const std::function<Result<void>()>& work) {
  constexpr const char* kOneState = " ISOLATION LEVEL REPEATABLE READ READ ONLY";
  Patience patience = session_.patience();
  Result<void> begun = session_.begin(kOneState);
  while (!begun && connection().is_lost() && !patience.has_ended()) {
    if (auto back = session_.reconnect(); !back) return back;
    begun = session_.begin(kOneState);
  }
  if (!begun) return begun;
  Result<void> done = work();
  session_.end();
  if (connection().is_lost()) return done;
  const Result<void> ended = execute("COMMIT");
  return done ? ended : done;
}

Result<void> PostgresDatabase::try_transaction(const std::function<Result<void>()>& work) {
  commit_was_sent_ = false;
  guard_.clear();
  if (auto begun = session_.begin(); !begun) return begun;
  Result<void> done = work();
  if (done) done = commit();
  session_.end();
  if (!done && !connection().is_lost()) (void)execute("ROLLBACK");
  return done;
}

Result<void> PostgresDatabase::run_transaction(const std::function<Result<void>()>& work) {
  int deadlocks = 0;
  Patience patience = session_.patience();
  while (true) {
    Result<void> done = try_transaction(work);
    if (done) return done;
    if (!connection().is_lost()) {
      if (connection().last_state() != kDeadlock || ++deadlocks == kMostDeadlocks) return done;
      continue;  // It was rolled back, and whoever it waited for goes on.
    }
    if (patience.has_ended()) return done;
    const bool may_be_committed = commit_was_sent_;
    if (auto back = session_.reconnect(); !back) return back;
    if (!counts_commits_) continue;
    TRY_AS(commits, stored_commits());
    if (may_be_committed && *commits == commits_ + 1) {
      commits_ = *commits;
      return {};
    }
    if (*commits != commits_) {
      return fail(ErrorCode::kBusy,
                  "another process wrote to the collection while the connection was lost",
                  "what was committed is safe: run the same command again");
    }
  }
}

}  // namespace porthole::repository
