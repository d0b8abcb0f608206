#pragma once

/// Connection: a session of PostgreSQL, over libpq: statements, COPY, errors, reconnection.
///
/// Passwords come from where libpq looks for them (PGPASSFILE, PGSERVICEFILE, PGPASSWORD) and are
/// in no message. Private to repository/postgres/: the only header that includes libpq-fe.h.
///
/// Thread safety: one thread at a time.

#include <libpq-fe.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "repository/repository.h"

namespace porthole::repository {

/// Where a repository is: the database, and a schema in it.
struct PostgresPlace {
  std::string shown;       ///< The URL as it was given. It has no password.
  std::string connection;  ///< The same without `schema`: a connection string of libpq.
  std::string schema = "porthole";
};

/// Reads the URL of <storage>: postgresql://ann@db.a.org/crawls?schema=cycling.
/// Errors: kInvalid for a URL that libpq does not understand, for one that has a password, and for
/// a schema that is not a name of small letters, digits and `_`.
Result<PostgresPlace> parse_postgres_url(std::string_view url);

struct ClearResult {
  void operator()(PGresult* result) const { PQclear(result); }
};
using PgResult = std::unique_ptr<PGresult, ClearResult>;

/// kOften: the statement is prepared when it is run for the second time.
enum class Use : std::uint8_t { kOnce, kOften };

/// Who may write: one process, or several gatherers, each with a name.
enum class Writers : std::uint8_t { kAlone, kTogether };

/// Parameters of a statement, from 0. Texts and blobs are sent as they are, numbers as text.
class PgParameters {
 public:
  void clear() { values_.clear(); }
  void put_null(int index) { at(index) = Value{}; }
  void put_number(int index, std::string text);
  /// `bytes` must live until the statement was run.
  void put_bytes(int index, std::string_view bytes);
  /// The same, with a copy.
  void put_owned(int index, std::string bytes);
  int count() const { return static_cast<int>(values_.size()); }

  struct Arrays {
    std::vector<const char*> values;
    std::vector<int> lengths, formats;
  };
  Arrays arrays() const;

 private:
  struct Value {
    enum class Kind : std::uint8_t { kNull, kNumber, kOwned, kBytes } kind = Kind::kNull;
    std::string owned;
    std::string_view bytes;
  };
  Value& at(int index);
  std::vector<Value> values_;
};

class Connection {
 public:
  /// A session in the schema of `place`, which need not exist. Errors: kNotFound for a database
  /// that does not exist; kPermission; kBusy when there are too many connections; kNetwork;
  /// kUnsupported for a database that is not in UTF-8.
  static Result<std::unique_ptr<Connection>> open(const PostgresPlace& place, Access access);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  const PostgresPlace& place() const { return place_; }
  /// Takes the lock of writers of the schema, for as long as the session lasts: alone, or together
  /// with other gatherers. Errors: kBusy naming the process that has it.
  Result<void> take_writer_lock(Writers writers = Writers::kAlone);
  /// The same for the gatherer of this name. A session has one lock at most.
  Result<void> take_name_lock(const std::string& gatherer);
  /// Names a process that has the lock of writers; empty if none does.
  Result<std::string> writer() { return holder_of(""); }

  /// Statements without parameters, one or more; the result of the last.
  Result<PgResult> execute(const std::string& sql);
  /// One statement with parameters $1 ...; results are in binary form.
  Result<PgResult> run(const std::string& sql, const PgParameters& parameters,
                       Use use = Use::kOften);
  /// Sends `data`, in the binary form of COPY.
  Result<void> copy_in(const std::string& sql, std::string_view data);

  /// The session has ended: the server was stopped, or the network failed.
  bool is_lost() const { return is_lost_ || PQstatus(handle_) != CONNECTION_OK; }
  /// The SQLSTATE of the last error; "" without one.
  const std::string& last_state() const { return last_state_; }
  /// The server ends a transaction of this session in which nothing happened for so long; 0: never.
  Result<void> set_idle_limit(std::chrono::milliseconds limit);
  /// A new session, with the lock if there was one. Tries for `patience`.
  Result<void> reconnect(std::chrono::seconds patience);
  tl::unexpected<Error> error(const PGresult* result, std::string_view doing) const;
  PGconn* handle() { return handle_; }

 private:
  explicit Connection(PostgresPlace place, Access access)
      : place_(std::move(place)), access_(access) {}
  Result<void> connect();
  Result<void> begin_session();
  Result<void> take_lock(const std::string& name, Writers writers);
  Result<std::string> holder_of(const std::string& name);
  Result<PgResult> checked(PGresult* result, std::string_view doing);
  Result<std::string> prepared(const std::string& sql);

  struct Prepared {
    std::string name;
    int uses = 0;
  };
  PostgresPlace place_;
  Access access_;
  PGconn* handle_ = nullptr;
  bool has_lock_ = false;
  std::string lock_name_;  ///< Which lock it has: "" for that of writers.
  Writers lock_mode_ = Writers::kAlone;
  std::chrono::milliseconds idle_limit_{0};
  std::string last_state_;
  bool is_lost_ = false;
  int next_name_ = 1;
  std::unordered_map<std::string, Prepared> prepared_;
};

// Types of columns. Source: src/include/catalog/pg_type.dat of PostgreSQL; the numbers never
// change.

inline constexpr Oid kBool = 16;
inline constexpr Oid kBytea = 17;
inline constexpr Oid kInt8 = 20;
inline constexpr Oid kInt2 = 21;
inline constexpr Oid kInt4 = 23;
inline constexpr Oid kFloat4 = 700;
inline constexpr Oid kFloat8 = 701;
inline constexpr Oid kNumeric = 1700;

}  // namespace porthole::repository
