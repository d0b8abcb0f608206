#pragma once

/// A thin, typed wrapper of SQLite: connection, prepared statements, error conversion.
///
/// Private to repository/: the only header that includes sqlite3.h.

#include <sqlite3.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/clock.h"
#include "base/result.h"
#include "repository/lock.h"

namespace porthole::repository {

class Database;

/// A prepared statement. Bind in order, step, read columns in order; reset by the next bind_all().
///
///   Statement& s = ...;
///   s.bind_all(key, state);
///   while (s.step()) { use(s.text(0)); }
///   if (s.failed()) return s.error();
class Statement {
 public:
  Statement(Database& database, std::string_view sql);
  ~Statement();
  Statement(Statement&& other) noexcept;
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  Statement& operator=(Statement&&) = delete;

  /// Resets and binds every parameter. Strings must live until the statement has been stepped.
  template <class... Values>
  Statement& bind_all(const Values&... values) {
    sqlite3_reset(statement_);
    code_ = SQLITE_OK;
    int index = 0;
    (bind(++index, values), ...);
    return *this;
  }

  bool step();  ///< True when there is a row.
  bool failed() const { return code_ != SQLITE_OK && code_ != SQLITE_ROW && code_ != SQLITE_DONE; }
  tl::unexpected<Error> error() const;
  /// For statements without rows: steps once, then ends.
  Result<void> run();
  void reset() { sqlite3_reset(statement_); }

  std::int64_t integer(int column) const { return sqlite3_column_int64(statement_, column); }
  int small(int column) const { return sqlite3_column_int(statement_, column); }
  double real(int column) const { return sqlite3_column_double(statement_, column); }
  bool is_null(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }
  std::string_view view(int column) const;  ///< Until the next step.
  std::string text(int column) const { return std::string(view(column)); }
  WallTime time(int column) const { return WallTime{std::chrono::seconds{integer(column)}}; }

 private:
  struct NullIfEmpty {
    std::string_view text;
  };
  friend NullIfEmpty null_if_empty(std::string_view text);

  void bind(int index, std::int64_t value) { check(sqlite3_bind_int64(statement_, index, value)); }
  void bind(int index, int value) { check(sqlite3_bind_int(statement_, index, value)); }
  void bind(int index, std::uint32_t value) { bind(index, static_cast<std::int64_t>(value)); }
  void bind(int index, bool value) { bind(index, value ? 1 : 0); }
  void bind(int index, double value) { check(sqlite3_bind_double(statement_, index, value)); }
  void bind(int index, WallTime value) {
    bind(index, static_cast<std::int64_t>(value.time_since_epoch().count()));
  }
  void bind(int index, std::string_view value);
  void bind(int index, const std::string& value) { bind(index, std::string_view(value)); }
  void bind(int index, const char* value) { bind(index, std::string_view(value)); }
  void bind(int index, const std::optional<WallTime>& value) {
    if (value) {
      bind(index, *value);
    } else {
      check(sqlite3_bind_null(statement_, index));
    }
  }
  void bind(int index, NullIfEmpty value);
  void check(int code) {
    if (code != SQLITE_OK) code_ = code;
  }

  Database* database_;
  sqlite3_stmt* statement_ = nullptr;
  int code_ = SQLITE_OK;
};

/// Binds NULL for an empty text: most annotations of most links are absent.
Statement::NullIfEmpty null_if_empty(std::string_view text);

/// PRAGMA application_id of a repository: "PORT". Files of the first versions have 0.
inline constexpr int kApplicationId = 0x504F5254;

/// One connection. WAL, synchronous=FULL: what was committed survives power loss.
///
/// A reader needs no right to write. Beside the file it uses FILE-wal and FILE-shm, which a writer
/// leaves there when it ends. If they are missing and cannot be created, and the WAL is empty, the
/// file is opened as immutable; a statement then fails with kBusy once the file has been changed.
class Database {
 public:
  /// Changes nothing in a file of another program. Errors: kStorage for such a file and for a
  /// damaged one; kPermission; kBusy; kDiskFull.
  static Result<std::unique_ptr<Database>> open(const std::filesystem::path& file, bool writable);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  Result<void> execute(const std::string& sql);
  Statement prepare(std::string_view sql) { return Statement(*this, sql); }
  tl::unexpected<Error> error(int code, std::string_view doing) const;
  /// The error for damage that SQLite describes with `what`, with the command that repairs it.
  tl::unexpected<Error> damaged(const std::string& what) const;
  /// The error of a result code of SQLite, without its file.
  Error error_of_code(int code, std::string_view doing) const;
  sqlite3* handle() { return handle_; }

  /// Held until the database is closed; each transaction asks first whether it was taken away.
  void hold(Lock lock) { lock_.emplace(std::move(lock)); }

  /// True if the file was opened as immutable and has been changed since.
  bool was_changed() const;
  /// Error code in that case.
  static constexpr int kChanged = SQLITE_BUSY_SNAPSHOT;

  /// Runs `work` between BEGIN IMMEDIATE and COMMIT; rolls back when it fails.
  template <class Work>
  Result<void> transaction(Work work) {
    if (lock_) {
      if (auto held = lock_->check(); !held) return held;
    }
    if (auto begun = execute("BEGIN IMMEDIATE"); !begun) return begun;
    Result<void> done = work();
    if (done) done = execute("COMMIT");
    if (!done) (void)execute("ROLLBACK");
    return done;
  }

 private:
  enum class Mode { kWrite, kRead, kImmutable };
  /// Fingerprint of the state of a file.
  using Stamp = std::array<std::int64_t, 5>;

  int connect(Mode mode);
  int connect_to_read();
  void disconnect();
  std::optional<Stamp> stamp() const;
  Result<void> check_owner();

  explicit Database(std::filesystem::path file) : file_(std::move(file)) {}
  std::filesystem::path file_;
  std::optional<Lock> lock_;
  sqlite3* handle_ = nullptr;
  std::optional<Stamp> immutable_;  ///< State of the file when it was opened as immutable.
};

}  // namespace porthole::repository
