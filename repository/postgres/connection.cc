#include "repository/postgres/connection.h"

#include <libpq-fe.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

namespace porthole::repository {

namespace {

constexpr std::size_t kMostRemembered = 500;  // statements
constexpr std::size_t kLongestDoing = 60;     // of a statement in a message

// A process that was killed has its lock until the server sees the end of its session.
constexpr std::chrono::seconds kLockPatience{1};

std::string name_of_this_process() {
  std::array<char, 64> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) host[0] = '\0';
  const std::string name = "porthole " + std::to_string(::getpid());
  return host[0] == '\0' ? name : name + " on " + host.data();
}

std::string lock_key(const std::string& schema, const std::string& of) {
  const std::string name = "porthole " + schema + of;
  return std::to_string(static_cast<std::int64_t>(XXH3_64bits(name.data(), name.size())));
}

std::string without_line_end(const char* message) {
  std::string text = message == nullptr ? "" : message;
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  std::ranges::replace(text, '\n', ' ');
  return text;
}

/// The kind of failure that a SQLSTATE is, with the remedy.
struct Kind {
  std::string_view state;  ///< Its beginning.
  ErrorCode code;
  const char* hint;
};
constexpr Kind kKinds[] = {
    {"53100", ErrorCode::kDiskFull,
     "free some space on the server and run the same command again; what was committed is safe"},
    {"53300", ErrorCode::kBusy,
     "wait until others are done, or raise max_connections of the server"},
    {"57014", ErrorCode::kTimeout, "allow more time, or ask for less"},
    {"42501", ErrorCode::kPermission, "docs/scale.md lists the rights that a role needs"},
    {"25006", ErrorCode::kPermission, "this session may read only"},
    {"28", ErrorCode::kPermission,
     "check user and password: ~/.pgpass, a service file or PGPASSWORD (docs/scale.md)"},
    {"3D000", ErrorCode::kNotFound, "create it: createdb -E UTF8 -T template0 NAME"},
    {"55P03", ErrorCode::kBusy, "wait until the other process is done"},
    {"40", ErrorCode::kBusy, "run the same command again"},
};

/// Failures to connect have no SQLSTATE, only the server's text.
ErrorCode code_of_connecting(std::string_view message) {
  const auto has = [&](std::string_view part) {
    return message.find(part) != std::string_view::npos;
  };
  if (has("does not exist") && has("database")) return ErrorCode::kNotFound;
  if (has("too many")) return ErrorCode::kBusy;
  for (const char* part : {"authentication failed", "no password supplied", "permission denied",
                           "pg_hba.conf", "does not exist"}) {
    if (has(part)) return ErrorCode::kPermission;
  }
  return ErrorCode::kNetwork;
}

const char* hint_of_connecting(ErrorCode code) {
  switch (code) {
    case ErrorCode::kNotFound:
      return "create it: createdb -E UTF8 -T template0 NAME";
    case ErrorCode::kBusy:
      return "wait until others are done, or raise max_connections of the server";
    case ErrorCode::kPermission:
      return "check user and password: ~/.pgpass, a service file or PGPASSWORD (docs/scale.md)";
    default:
      return "check that the server runs, and host and port of <storage url=...>";
  }
}

constexpr std::string_view kSchemaParameter = "schema=";
constexpr std::size_t kLongestName = 63;  // NAMEDATALEN - 1

bool is_name(std::string_view name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
  const auto fits = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); };
  return !name.empty() && name.size() <= kLongestName && is_letter(name.front()) &&
         std::ranges::all_of(name, fits) && !name.starts_with("pg_");
}

/// Takes `schema=NAME` out of the query of `url`.
std::string take_schema(std::string& url) {
  const std::size_t query = url.find('?');
  if (query == std::string::npos) return {};
  std::string schema;
  std::string kept;
  for (std::size_t at = query + 1; at < url.size();) {
    const std::size_t end = std::min(url.find('&', at), url.size());
    const std::string part = url.substr(at, end - at);
    if (part.starts_with(kSchemaParameter)) {
      schema = part.substr(kSchemaParameter.size());
    } else {
      kept += (kept.empty() ? "?" : "&") + part;
    }
    at = end + 1;
  }
  url = url.substr(0, query) + kept;
  return schema;
}

struct FreeOptions {
  void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
};

}  // namespace

PgParameters::Value& PgParameters::at(int index) {
  const auto place = static_cast<std::size_t>(index);
  if (values_.size() <= place) values_.resize(place + 1);
  return values_[place];
}

void PgParameters::put_number(int index, std::string text) {
  at(index) = {Value::Kind::kNumber, std::move(text), {}};
}

void PgParameters::put_bytes(int index, std::string_view bytes) {
  at(index) = {Value::Kind::kBytes, {}, bytes};
}

void PgParameters::put_owned(int index, std::string bytes) {
  at(index) = {Value::Kind::kOwned, std::move(bytes), {}};
}

PgParameters::Arrays PgParameters::arrays() const {
  Arrays arrays;
  for (const Value& value : values_) {
    const bool is_bytes = value.kind == Value::Kind::kBytes;
    const std::string_view bytes = is_bytes ? value.bytes : std::string_view(value.owned);
    const char* data = bytes.data() == nullptr ? "" : bytes.data();
    arrays.values.push_back(value.kind == Value::Kind::kNull ? nullptr : data);
    arrays.lengths.push_back(static_cast<int>(bytes.size()));
    arrays.formats.push_back(value.kind == Value::Kind::kNumber ? 0 : 1);
  }
  return arrays;
}

Result<std::unique_ptr<Connection>> Connection::open(const PostgresPlace& place, Access access) {
  std::unique_ptr<Connection> connection(new Connection(place, access));
  // As a restart of the server takes. A writer that is under way waits by itself.
  constexpr std::chrono::seconds kReaderPatience{5};
  TRY(access == Access::kRead ? connection->reconnect(kReaderPatience) : connection->connect());
  return connection;
}

// The server may notice the end of a session later than the next one asks for the lock.
Connection::~Connection() {
  if (has_lock_ && !is_lost()) PQclear(PQexec(handle_, "SELECT pg_advisory_unlock_all()"));
  PQfinish(handle_);
}

Result<void> Connection::connect() {
  PQfinish(std::exchange(handle_, nullptr));
  prepared_.clear();
  is_lost_ = false;
  const std::string name = name_of_this_process();
  // Those after dbname hold, whatever the URL says.
  const char* keywords[] = {"connect_timeout", "dbname", "application_name", "client_encoding",
                            nullptr};
  const char* values[] = {"10", place_.connection.c_str(), name.c_str(), "UTF8", nullptr};
  handle_ = PQconnectdbParams(keywords, values, 1);
  if (PQstatus(handle_) != CONNECTION_OK) {
    const std::string cause = without_line_end(PQerrorMessage(handle_));
    Error error;
    error.code = code_of_connecting(cause);
    error.message = "cannot connect to PostgreSQL: " + cause;
    error.hint = hint_of_connecting(error.code);
    error.file = place_.shown;
    return fail(std::move(error));
  }
  PQsetNoticeProcessor(
      handle_, [](void*, const char*) {}, nullptr);
  return begin_session();
}

// The planner's compiler takes longer than any query of ours.
Result<void> Connection::begin_session() {
  const char* encoding = PQparameterStatus(handle_, "server_encoding");
  if (encoding == nullptr || std::strcmp(encoding, "UTF8") != 0) {
    Error error;
    error.code = ErrorCode::kUnsupported;
    error.message = "the database is in " + std::string(encoding == nullptr ? "?" : encoding) +
                    ", and only UTF8 has all characters of the web";
    error.hint = "make another: createdb -E UTF8 -T template0 NAME";
    error.file = place_.shown;
    return fail(std::move(error));
  }
  std::string settings = "SET search_path TO \"" + place_.schema +
                         "\"; SET jit = off; SET idle_in_transaction_session_timeout = " +
                         std::to_string(idle_limit_.count());
  if (access_ == Access::kRead) settings += "; SET default_transaction_read_only = on";
  TRY_AS(set, execute(settings));
  if (has_lock_) return take_lock(lock_name_, lock_mode_);
  return {};
}

Result<void> Connection::set_idle_limit(std::chrono::milliseconds limit) {
  idle_limit_ = limit;
  TRY_AS(set,
         execute("SET idle_in_transaction_session_timeout = " + std::to_string(limit.count())));
  return {};
}

Result<void> Connection::take_writer_lock(Writers writers) { return take_lock("", writers); }

Result<void> Connection::take_name_lock(const std::string& gatherer) {
  return take_lock(" " + gatherer, Writers::kAlone);
}

Result<void> Connection::take_lock(const std::string& name, Writers writers) {
  lock_name_ = name;
  lock_mode_ = writers;
  has_lock_ = false;
  const std::string function =
      writers == Writers::kTogether ? "pg_try_advisory_lock_shared" : "pg_try_advisory_lock";
  const auto deadline = std::chrono::steady_clock::now() + kLockPatience;
  while (!has_lock_) {
    TRY_AS(taken, execute("SELECT " + function + "(" + lock_key(place_.schema, name) + ")"));
    has_lock_ = std::strcmp(PQgetvalue(taken->get(), 0, 0), "t") == 0;
    if (has_lock_) return {};
    if (std::chrono::steady_clock::now() > deadline) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  const Result<std::string> holder = holder_of(name);
  Error error;
  error.code = ErrorCode::kBusy;
  error.message = (holder && !holder->empty() ? *holder : std::string("another process")) +
                  " is working on this collection";
  error.hint =
      "wait until it is done, or stop it; reading (search, serve, status, export) goes on beside "
      "it";
  error.file = place_.shown;
  return fail(std::move(error));
}

Result<std::string> Connection::holder_of(const std::string& name) {
  const std::string key = lock_key(place_.schema, name);
  TRY_AS(
      rows,
      execute("SELECT a.application_name FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid"
              " WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1"
              " AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
              " AND ((l.classid::bigint << 32) | l.objid::bigint) = " +
              key));
  if (PQntuples(rows->get()) == 0) return std::string();
  std::string holder = PQgetvalue(rows->get(), 0, 0);
  constexpr std::string_view kPrefix = "porthole ";
  return holder.starts_with(kPrefix) ? "process " + holder.substr(kPrefix.size()) : holder;
}

Result<PgResult> Connection::checked(PGresult* result, std::string_view doing) {
  PgResult owned(result);
  switch (PQresultStatus(result)) {
    case PGRES_COMMAND_OK:
    case PGRES_TUPLES_OK:
    case PGRES_COPY_IN:
    case PGRES_EMPTY_QUERY:
      return owned;
    default:
      // An error of libpq itself, which PQstatus() may not show yet.
      is_lost_ = is_lost_ || PQresultErrorField(result, PG_DIAG_SQLSTATE) == nullptr;
      last_state_ = is_lost_ ? "" : PQresultErrorField(result, PG_DIAG_SQLSTATE);
      return error(result, doing);
  }
}

Result<PgResult> Connection::execute(const std::string& sql) {
  return checked(PQexec(handle_, sql.c_str()), sql);
}

Result<std::string> Connection::prepared(const std::string& sql) {
  if (prepared_.size() > kMostRemembered)
    std::erase_if(prepared_, [](const auto& entry) { return entry.second.name.empty(); });
  Prepared& entry = prepared_[sql];
  if (++entry.uses < 2 || !entry.name.empty()) return entry.name;
  std::string name = "s" + std::to_string(next_name_++);
  TRY_AS(done, checked(PQprepare(handle_, name.c_str(), sql.c_str(), 0, nullptr), sql));
  entry.name = std::move(name);
  return entry.name;
}

Result<PgResult> Connection::run(const std::string& sql, const PgParameters& parameters, Use use) {
  const Result<std::string> name =
      use == Use::kOnce ? Result<std::string>(std::string()) : prepared(sql);
  if (!name) return fail(name.error());
  const PgParameters::Arrays arrays = parameters.arrays();
  constexpr int kBinary = 1;
  PGresult* const result =
      name->empty()
          ? PQexecParams(handle_, sql.c_str(), parameters.count(), nullptr, arrays.values.data(),
                         arrays.lengths.data(), arrays.formats.data(), kBinary)
          : PQexecPrepared(handle_, name->c_str(), parameters.count(), arrays.values.data(),
                           arrays.lengths.data(), arrays.formats.data(), kBinary);
  return checked(result, sql);
}

Result<void> Connection::copy_in(const std::string& sql, std::string_view data) {
  TRY(execute(sql));
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  bool sent = true;
  for (std::size_t at = 0; at < data.size() && sent; at += kPiece) {
    const std::string_view piece = data.substr(at, kPiece);
    sent = PQputCopyData(handle_, piece.data(), static_cast<int>(piece.size())) == 1;
  }
  (void)PQputCopyEnd(handle_, sent ? nullptr : "the rows could not be sent");
  Result<void> done;
  while (PGresult* result = PQgetResult(handle_)) {
    if (auto ok = checked(result, sql); !ok && done) done = fail(ok.error());
  }
  if (done && is_lost()) return error(nullptr, sql);
  return done;
}

Result<void> Connection::reconnect(std::chrono::seconds patience) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  auto pause = std::chrono::milliseconds(50);
  const bool had_lock = has_lock_;
  while (true) {
    has_lock_ = had_lock;
    Result<void> done = connect();
    if (done) return done;
    has_lock_ = had_lock;
    // The server may not have noticed yet that the former session has ended.
    const bool may_pass = done.error().code == ErrorCode::kNetwork ||
                          done.error().code == ErrorCode::kBusy || is_lost();
    if (!may_pass || std::chrono::steady_clock::now() + pause > deadline) return done;
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::milliseconds(1000));
  }
}

tl::unexpected<Error> Connection::error(const PGresult* result, std::string_view doing) const {
  const char* state_text = PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const std::string_view state = state_text == nullptr ? "" : state_text;
  const char* primary = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
  const std::string cause =
      without_line_end(primary != nullptr ? primary : PQerrorMessage(handle_));
  Error error;
  error.file = place_.shown;
  error.code = ErrorCode::kStorage;
  error.message =
      "the repository failed: " + cause + " (" + std::string(doing.substr(0, kLongestDoing)) + ")";
  if (is_lost()) {
    error.code = ErrorCode::kNetwork;
    error.message = "the connection to PostgreSQL was lost: " + cause;
    error.hint = "run the same command again when the server is back; what was committed is safe";
  }
  for (const Kind& kind : kKinds) {
    if (!state.starts_with(kind.state)) continue;
    error.code = kind.code;
    error.hint = kind.hint;
    break;
  }
  return fail(std::move(error));
}

Result<PostgresPlace> parse_postgres_url(std::string_view url) {
  PostgresPlace place;
  place.connection = std::string(url);
  const bool has_schema = url.find(kSchemaParameter) != std::string_view::npos;
  const std::string schema = take_schema(place.connection);
  char* message = nullptr;
  const std::unique_ptr<PQconninfoOption, FreeOptions> options(
      PQconninfoParse(place.connection.c_str(), &message));
  PQfreemem(message);  // It may quote the URL, which may have a password.
  const bool is_url = url.starts_with("postgresql://") || url.starts_with("postgres://");
  if (options == nullptr || !is_url) {
    return fail(ErrorCode::kInvalid, "the URL of the PostgreSQL database cannot be understood",
                "write it as postgresql://USER@HOST/DATABASE?schema=NAME");
  }
  for (const PQconninfoOption* option = options.get(); option->keyword != nullptr; ++option) {
    const std::string_view keyword = option->keyword;
    if (option->val == nullptr || (keyword != "password" && keyword != "sslpassword")) continue;
    return fail(ErrorCode::kInvalid, "the URL of the PostgreSQL database has a password in it",
                "take it out, and put it into ~/.pgpass, a service file (PGSERVICEFILE, "
                "?service=NAME) or the environment (PGPASSWORD)");
  }
  if (has_schema && !is_name(schema)) {
    return fail(ErrorCode::kInvalid, "the name of the schema cannot be used",
                "use small letters, digits and _, at most 63, for example ?schema=cycling");
  }
  if (!schema.empty()) place.schema = schema;
  place.shown = std::string(url);
  return place;
}

}  // namespace porthole::repository
