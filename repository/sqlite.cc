#include "repository/sqlite.h"

#include <cassert>
#include <memory>
#include <utility>

namespace porthole::repository {

Statement::Statement(Database& database, std::string_view sql) : database_(&database) {
  code_ = sqlite3_prepare_v3(database.handle(), sql.data(), static_cast<int>(sql.size()),
                             SQLITE_PREPARE_PERSISTENT, &statement_, nullptr);
}

Statement::Statement(Statement&& other) noexcept
    : database_(other.database_), statement_(std::exchange(other.statement_, nullptr)), code_(other.code_) {}

Statement::~Statement() { sqlite3_finalize(statement_); }

bool Statement::step() {
  if (failed()) return false;
  code_ = sqlite3_step(statement_);
  if (code_ != SQLITE_ROW) sqlite3_reset(statement_);
  return code_ == SQLITE_ROW;
}

Result<void> Statement::run() {
  while (step()) {
  }
  if (failed()) return error();
  return {};
}

tl::unexpected<Error> Statement::error() const {
  const char* sql = statement_ != nullptr ? sqlite3_sql(statement_) : "preparing a statement";
  return database_->error(code_, sql);
}

std::string_view Statement::view(int column) const {
  const auto* data = static_cast<const char*>(sqlite3_column_blob(statement_, column));
  return data == nullptr ? std::string_view()
                         : std::string_view(data, static_cast<std::size_t>(
                                                      sqlite3_column_bytes(statement_, column)));
}

void Statement::bind(int index, std::string_view value) {
  check(sqlite3_bind_text64(statement_, index, value.data() == nullptr ? "" : value.data(),
                            value.size(), SQLITE_STATIC, SQLITE_UTF8));
}

void Statement::bind(int index, NullIfEmpty value) {
  if (value.text.empty()) {
    check(sqlite3_bind_null(statement_, index));
  } else {
    bind(index, value.text);
  }
}

Statement::NullIfEmpty null_if_empty(std::string_view text) { return {text}; }

Result<std::unique_ptr<Database>> Database::open(const std::filesystem::path& file, bool writable) {
  std::unique_ptr<Database> database(new Database(file));
  const int flags = writable ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READWRITE;
  const int code =
      sqlite3_open_v2(file.c_str(), &database->handle_, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  if (code != SQLITE_OK) return database->error(code, "opening");
  sqlite3_extended_result_codes(database->handle_, 1);
  sqlite3_busy_timeout(database->handle_, 10000);
  if (auto ours = database->check_owner(); !ours) return fail(ours.error());
  const char* settings = writable ? "PRAGMA page_size=8192; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
                                    "PRAGMA cache_size=-65536; PRAGMA wal_autocheckpoint=4096; "
                                    "PRAGMA journal_size_limit=67108864;"
                                  : "PRAGMA query_only=1; PRAGMA cache_size=-16384;";
  if (auto set = database->execute(settings); !set) return fail(set.error());
  return database;
}

// An empty file is nobody's. What the first programs wrote is known by its tables.
Result<void> Database::check_owner() {
  Statement owner = prepare(
      "SELECT (SELECT application_id FROM pragma_application_id), count(*),"
      " count(*) FILTER (WHERE name IN ('meta', 'url', 'page', 'link')) FROM sqlite_schema WHERE "
      "type = 'table'");
  if (!owner.step()) return owner.error();
  const std::int64_t id = owner.integer(0);
  const bool fresh = id == 0 && owner.integer(1) == 0;
  if (fresh || id == kApplicationId || (id == 0 && owner.integer(2) == 4)) return {};
  Error error;
  error.code = ErrorCode::kStorage;
  error.file = file_.string();
  error.message = "this is a database of another program, and is left as it is";
  error.hint = "name another file in <storage url=\"sqlite:repository.db\"/> of the specification";
  return fail(std::move(error));
}

Database::~Database() { sqlite3_close_v2(handle_); }

Result<void> Database::execute(const std::string& sql) {
  const int code = sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return error(code, sql);
  return {};
}

tl::unexpected<Error> Database::error(int code, std::string_view doing) const {
  Error error;
  error.file = file_.string();
  const std::string cause = handle_ != nullptr ? sqlite3_errmsg(handle_) : sqlite3_errstr(code);
  switch (code & 0xff) {
    case SQLITE_FULL:
      error.code = ErrorCode::kDiskFull;
      error.message = "no space left for the repository";
      error.hint = "free some space and run the same command again; what was committed is safe";
      break;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      error.code = ErrorCode::kBusy;
      error.message = "another process holds the repository";
      error.hint = "wait until it is done, or stop it";
      break;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      error.code = ErrorCode::kStorage;
      error.message = "this is no repository, or it is damaged: " + cause;
      error.hint = "restore it from a copy";
      break;
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_READONLY:
    case SQLITE_AUTH:
      error.code = ErrorCode::kPermission;
      error.message = "cannot open the repository: " + cause;
      error.hint = "check that the folder exists and may be written";
      break;
    default:
      error.code = ErrorCode::kStorage;
      error.message = "the repository failed: " + cause + " (" + std::string(doing.substr(0, 60)) + ")";
  }
  return fail(std::move(error));
}

}  // namespace porthole::repository
