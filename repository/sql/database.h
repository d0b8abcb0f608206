#pragma once

/// Database: a connection to the tables of a repository, whatever the engine. Statement and Bulk
/// are the two ways to use it: rows one by one, and many rows of a table at once.
///
/// The SQL is what SQLite and PostgreSQL share; parameters are written `?` or `?1`. Where they
/// differ, dialect() tells which to write.
///
/// Private to repository/. Thread safety: one thread at a time. Ownership: statements and bulks
/// must not outlive their database.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "repository/lock.h"

namespace porthole::repository {

enum class Dialect : std::uint8_t { kSqlite, kPostgres };

/// A text that is stored as NULL when it is empty: most annotations of most links are absent.
struct NullIfEmpty {
  std::string_view text;
};
inline NullIfEmpty null_if_empty(std::string_view text) { return {text}; }

/// Bytes that are not text.
struct Blob {
  std::string_view bytes;
};

/// Receives the values of one row, from 0.
class ValueSink {
 public:
  virtual ~ValueSink() = default;
  virtual void put_null(int index) = 0;
  virtual void put_integer(int index, std::int64_t value) = 0;
  virtual void put_real(int index, double value) = 0;
  /// The bytes must live until the row was used.
  virtual void put_text(int index, std::string_view value) = 0;
  virtual void put_blob(int index, std::string_view value) = 0;

  template <class... Values>
  void put_all(const Values&... values) {
    int index = 0;
    (put(index++, values), ...);
  }

 private:
  void put(int index, std::int64_t value) { put_integer(index, value); }
  void put(int index, int value) { put_integer(index, value); }
  void put(int index, std::uint32_t value) { put_integer(index, value); }
  void put(int index, bool value) { put_integer(index, value ? 1 : 0); }
  void put(int index, double value) { put_real(index, value); }
  void put(int index, WallTime value) { put_integer(index, value.time_since_epoch().count()); }
  void put(int index, std::string_view value) { put_text(index, value); }
  void put(int index, const std::string& value) { put_text(index, value); }
  void put(int index, const char* value) { put_text(index, value); }
  void put(int index, Blob value) { put_blob(index, value.bytes); }
  void put(int index, NullIfEmpty value) {
    value.text.empty() ? put_null(index) : put_text(index, value.text);
  }
  template <class Value>
  void put(int index, const std::optional<Value>& value) {
    value ? put(index, *value) : put_null(index);
  }
};

/// An engine's form of a statement.
class EngineStatement : public ValueSink {
 public:
  virtual void reset() = 0;  ///< Forgets its row; the next step() runs it again.
  virtual bool step() = 0;
  virtual bool failed() const = 0;
  virtual tl::unexpected<Error> error() const = 0;
  virtual std::int64_t integer(int column) const = 0;
  virtual double real(int column) const = 0;
  virtual bool is_null(int column) const = 0;
  virtual std::string_view view(int column) const = 0;
};

/// A prepared statement. Bind in order, step, read columns in order; reset by the next bind_all().
///
///   Statement& s = ...;
///   s.bind_all(key, state);
///   while (s.step()) { use(s.text(0)); }
///   if (s.failed()) return s.error();
class Statement {
 public:
  explicit Statement(std::unique_ptr<EngineStatement> engine) : engine_(std::move(engine)) {}

  /// Resets and binds every parameter. Strings must live until the statement has been stepped.
  template <class... Values>
  Statement& bind_all(const Values&... values) {
    engine_->reset();
    engine_->put_all(values...);
    return *this;
  }

  bool step() { return engine_->step(); }  ///< True when there is a row.
  bool failed() const { return engine_->failed(); }
  tl::unexpected<Error> error() const { return engine_->error(); }
  /// For statements without rows: steps to the end.
  Result<void> run();
  void reset() { engine_->reset(); }

  std::int64_t integer(int column) const { return engine_->integer(column); }
  int small(int column) const { return static_cast<int>(integer(column)); }
  double real(int column) const { return engine_->real(column); }
  bool is_null(int column) const { return engine_->is_null(column); }
  std::string_view view(int column) const {
    return engine_->view(column);
  }  ///< Until the next step.
  std::string text(int column) const { return std::string(view(column)); }
  WallTime time(int column) const { return WallTime{std::chrono::seconds{integer(column)}}; }

 private:
  std::unique_ptr<EngineStatement> engine_;
};

enum class ColumnType : std::uint8_t { kSmall, kInteger, kBig, kReal, kText, kBlob };

/// Many rows for one table.
struct BulkPlan {
  struct Column {
    const char* name;
    ColumnType type;
  };
  enum class Kind : std::uint8_t {
    kInsert,   ///< The rows are new.
    kReplace,  ///< A row of the same key is replaced, in all columns of the plan.
    kUpdate,   ///< The columns of the row of that key are changed; no row, no change.
  };
  Kind kind = Kind::kInsert;
  const char* table = "";
  std::vector<Column> columns;  ///< Those of the key first.
  std::size_t keys = 1;         ///< How many of them are the key. Not read for kInsert.
};

class EngineBulk : public ValueSink {
 public:
  virtual Result<void> end_row() = 0;
  virtual Result<void> finish() = 0;
};

/// Writes the rows of a plan; of rows with one key the last holds. Nothing is certain to be in the
/// table before finish(), after which it may be used again. Requires: a transaction.
class Bulk {
 public:
  explicit Bulk(std::unique_ptr<EngineBulk> engine) : engine_(std::move(engine)) {}
  /// A value for each column of the plan.
  template <class... Values>
  Result<void> add(const Values&... values) {
    engine_->put_all(values...);
    return engine_->end_row();
  }
  ValueSink& values() { return *engine_; }  ///< For a row whose columns are not known here.
  Result<void> end_row() { return engine_->end_row(); }
  Result<void> finish() { return engine_->finish(); }

 private:
  std::unique_ptr<EngineBulk> engine_;
};

class Database {
 public:
  virtual ~Database() = default;
  Database() = default;
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  virtual Dialect dialect() const = 0;
  /// For short results: PostgreSQL's are held in memory.
  Statement prepare(std::string_view sql) { return Statement(make_statement(sql, false)); }
  /// For a query whose result may be as long as a table.
  Statement scan(std::string_view sql) { return Statement(make_statement(sql, true)); }
  Bulk bulk(BulkPlan plan) { return Bulk(make_bulk(std::move(plan))); }
  /// Runs statements without parameters and rows.
  virtual Result<void> execute(const std::string& sql) = 0;

  /// Runs `work` as one transaction that is on disk when this returns; rolls back when it fails.
  /// PostgreSQL: if the connection is lost, `work` is run again from its beginning.
  Result<void> transaction(const std::function<Result<void>()>& work);

  /// Held until the database is closed; each transaction asks first whether it was taken away.
  void hold(Lock lock) { lock_.emplace(std::move(lock)); }

 private:
  virtual std::unique_ptr<EngineStatement> make_statement(std::string_view sql, bool scan) = 0;
  virtual std::unique_ptr<EngineBulk> make_bulk(BulkPlan plan) = 0;
  virtual Result<void> run_transaction(const std::function<Result<void>()>& work) = 0;

  std::optional<Lock> lock_;
};

/// Runs `sql`, which ends in "IN ", for all of `ids`, a few hundred at a time.
Result<void> run_for_ids(Database& database, std::string_view sql,
                         const std::vector<std::int64_t>& ids);
/// "(1,2,3)"; "(NULL)" for none.
std::string list_of(const std::int64_t* ids, std::size_t count);

}  // namespace porthole::repository
