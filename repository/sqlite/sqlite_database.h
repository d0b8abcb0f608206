#pragma once

/// Database over SQLite: connection, prepared statements, error conversion.
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

#include "base/result.h"
#include "repository/sql/database.h"

namespace porthole::repository {

class SqliteDatabase;

/// A prepared statement of SQLite.
class SqliteStatement final : public EngineStatement {
 public:
  SqliteStatement(SqliteDatabase& database, std::string_view sql);
  ~SqliteStatement() override;
  SqliteStatement(const SqliteStatement&) = delete;
  SqliteStatement& operator=(const SqliteStatement&) = delete;

  void put_null(int index) override { check(sqlite3_bind_null(statement_, index + 1)); }
  void put_integer(int index, std::int64_t value) override {
    check(sqlite3_bind_int64(statement_, index + 1, value));
  }
  void put_real(int index, double value) override {
    check(sqlite3_bind_double(statement_, index + 1, value));
  }
  void put_text(int index, std::string_view value) override;
  void put_blob(int index, std::string_view value) override;

  void reset() override {
    sqlite3_reset(statement_);
    code_ = SQLITE_OK;
  }
  bool step() override;
  bool failed() const override {
    return code_ != SQLITE_OK && code_ != SQLITE_ROW && code_ != SQLITE_DONE;
  }
  tl::unexpected<Error> error() const override;
  std::int64_t integer(int column) const override {
    return sqlite3_column_int64(statement_, column);
  }
  double real(int column) const override { return sqlite3_column_double(statement_, column); }
  bool is_null(int column) const override {
    return sqlite3_column_type(statement_, column) == SQLITE_NULL;
  }
  std::string_view view(int column) const override;

 private:
  void check(int code) {
    if (code != SQLITE_OK) code_ = code;
  }

  SqliteDatabase* database_;
  sqlite3_stmt* statement_ = nullptr;
  int code_ = SQLITE_OK;
};

/// A bulk of SQLite: its rows are written one by one.
class SqliteBulk final : public EngineBulk {
 public:
  SqliteBulk(SqliteDatabase& database, BulkPlan plan)
      : database_(database), plan_(std::move(plan)) {}

  void put_null(int index) override { statement().put_null(index); }
  void put_integer(int index, std::int64_t value) override {
    statement().put_integer(index, value);
  }
  void put_real(int index, double value) override { statement().put_real(index, value); }
  void put_text(int index, std::string_view value) override { statement().put_text(index, value); }
  void put_blob(int index, std::string_view value) override { statement().put_blob(index, value); }
  Result<void> end_row() override;
  Result<void> finish() override;

 private:
  SqliteStatement& statement();

  SqliteDatabase& database_;
  BulkPlan plan_;
  std::optional<SqliteStatement> statement_;  ///< Made by the first row.
};

/// PRAGMA application_id of a repository: "PORT". Files of the first versions have 0.
inline constexpr int kApplicationId = 0x504F5254;

/// One connection. WAL, synchronous=FULL: what was committed survives power loss.
///
/// A reader needs no right to write. Beside the file it uses FILE-wal and FILE-shm, which a writer
/// leaves there when it ends. If they are missing and cannot be created, and the WAL is empty, the
/// file is opened as immutable; a statement then fails with kBusy once the file has been changed.
class SqliteDatabase final : public Database {
 public:
  /// Changes nothing in a file of another program. Errors: kStorage for such a file and for a
  /// damaged one; kPermission; kBusy; kDiskFull.
  static Result<std::unique_ptr<SqliteDatabase>> open(const std::filesystem::path& file,
                                                      bool writable);
  ~SqliteDatabase() override;

  /// Lets statements read another database as NAME.table, and not write it. No transaction waits
  /// for its writers, or they for ours. Errors: those of open().
  Result<void> attach_to_read(const std::filesystem::path& file, const std::string& name);

  Dialect dialect() const override { return Dialect::kSqlite; }
  Result<void> execute(const std::string& sql) override;
  tl::unexpected<Error> error(int code, std::string_view doing) const;
  /// The error for damage that SQLite describes with `what`, with the command that repairs it.
  tl::unexpected<Error> damaged(const std::string& what) const;
  /// The error of a result code of SQLite, without its file.
  Error error_of_code(int code, std::string_view doing) const;
  sqlite3* handle() { return handle_; }

  /// True if the file was opened as immutable and has been changed since.
  bool was_changed() const;
  /// Error code in that case.
  static constexpr int kChanged = SQLITE_BUSY_SNAPSHOT;

 private:
  enum class Mode { kWrite, kRead, kImmutable };
  /// Fingerprint of the state of a file.
  using Stamp = std::array<std::int64_t, 5>;

  std::unique_ptr<EngineStatement> make_statement(std::string_view sql, bool scan) override;
  std::unique_ptr<EngineBulk> make_bulk(BulkPlan plan) override;
  Result<void> run_transaction(const std::function<Result<void>()>& work) override;
  int connect(Mode mode);
  int connect_to_read();
  /// Reads the first page; a code of SQLite, as connect().
  int touch();
  int roll_back();
  void disconnect();
  std::optional<Stamp> stamp() const;
  Result<void> check_owner();

  explicit SqliteDatabase(std::filesystem::path file) : file_(std::move(file)) {}
  std::filesystem::path file_;
  sqlite3* handle_ = nullptr;
  std::optional<Stamp> immutable_;  ///< State of the file when it was opened as immutable.
};

}  // namespace porthole::repository
