#include "repository/sqlite/sqlite_database.h"

#include <sys/stat.h>

#include <cassert>
#include <cerrno>
#include <system_error>

namespace porthole::repository {
namespace {

/// The URI of `file`, with a query. https://www.sqlite.org/uri.html, section 3.1.
std::string uri_of(const std::filesystem::path& file, const std::string& query) {
  std::string uri = "file:";
  for (const char c : std::filesystem::absolute(file).string()) {
    if (c == '%' || c == '?' || c == '#') {
      constexpr const char* kHex = "0123456789ABCDEF";
      const auto byte = static_cast<unsigned char>(c);
      uri.append({'%', kHex[byte >> 4], kHex[byte & 15]});
    } else {
      uri += c;
    }
  }
  return uri + "?" + query;
}

std::string remedy_for_damage(const std::filesystem::path& file) {
  const std::string folder = file.parent_path().string();
  return "see what is damaged: porthole check repository " + folder +
         "; build it again from the archive: porthole repair " + folder +
         "; or put a copy back (docs/backup.md)";
}

tl::unexpected<Error> is_folder(const std::filesystem::path& file) {
  Error error;
  error.code = ErrorCode::kStorage;
  error.file = file.string();
  error.message = "the repository is a folder, and not a file";
  error.hint = "build it again from the archive: porthole repair " + file.parent_path().string() +
               "; or move the folder away, and put a copy back (docs/backup.md)";
  return fail(std::move(error));
}

bool has_waiting_wal(const std::filesystem::path& file) {
  std::error_code missing;
  const auto size = std::filesystem::file_size(file.string() + "-wal", missing);
  return !missing && size > 0;
}

/// A read failed since the files beside the database cannot be made or changed.
bool lacks_shared_memory(int code) {
  switch (code & 0xff) {
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
    case SQLITE_FULL:
      return true;
    default:
      return code == SQLITE_IOERR_SHMOPEN || code == SQLITE_IOERR_SHMSIZE ||
             code == SQLITE_IOERR_SHMMAP;
  }
}

bool means_full(int number) { return number == ENOSPC || number == EDQUOT || number == EFBIG; }

/// The errno of the last failed call on the database's file, or on its WAL.
bool file_is_full(sqlite3* handle) {
  for (const int which : {SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER}) {
    sqlite3_file* file = nullptr;
    int number = 0;
    sqlite3_file_control(handle, "main", which, &file);
    if (file == nullptr || file->pMethods == nullptr) continue;
    file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &number);
    if (means_full(number)) return true;
  }
  return false;
}

/// SQLite calls a full disk SQLITE_FULL where a write says so, and an I/O error where it is a
/// quota, a limit on the size of files, or the shared memory.
bool is_full(int code, sqlite3* handle) {
  const int kind = code & 0xff;
  if (kind == SQLITE_FULL || code == SQLITE_IOERR_SHMSIZE) return true;
  if (handle == nullptr || (kind != SQLITE_IOERR && kind != SQLITE_CANTOPEN)) return false;
  return means_full(sqlite3_system_errno(handle)) || file_is_full(handle);
}

/// "UPDATE t SET b = ?2 WHERE a = ?1".
std::string update_of(const BulkPlan& plan) {
  std::string set;
  std::string where;
  for (std::size_t i = 0; i < plan.columns.size(); ++i) {
    const std::string part = std::string(plan.columns[i].name) + " = ?" + std::to_string(i + 1);
    std::string& list = i < plan.keys ? where : set;
    if (!list.empty()) list += i < plan.keys ? " AND " : ", ";
    list += part;
  }
  return "UPDATE " + std::string(plan.table) + " SET " + set + " WHERE " + where;
}

std::string insert_of(const BulkPlan& plan) {
  std::string names;
  std::string marks;
  for (const BulkPlan::Column& column : plan.columns) {
    names += (names.empty() ? "" : ", ") + std::string(column.name);
    marks += marks.empty() ? "?" : ", ?";
  }
  const char* verb =
      plan.kind == BulkPlan::Kind::kReplace ? "INSERT OR REPLACE INTO " : "INSERT INTO ";
  return verb + std::string(plan.table) + " (" + names + ") VALUES (" + marks + ")";
}

}  // namespace

SqliteStatement::SqliteStatement(SqliteDatabase& database, std::string_view sql)
    : database_(&database) {
  code_ = sqlite3_prepare_v3(database.handle(), sql.data(), static_cast<int>(sql.size()),
                             SQLITE_PREPARE_PERSISTENT, &statement_, nullptr);
}

SqliteStatement::~SqliteStatement() { sqlite3_finalize(statement_); }

bool SqliteStatement::step() {
  if (failed()) return false;
  code_ = database_->was_changed() ? SqliteDatabase::kChanged : sqlite3_step(statement_);
  if (code_ != SQLITE_ROW) sqlite3_reset(statement_);
  return code_ == SQLITE_ROW;
}

tl::unexpected<Error> SqliteStatement::error() const {
  const char* sql = statement_ != nullptr ? sqlite3_sql(statement_) : "preparing a statement";
  return database_->error(code_, sql);
}

std::string_view SqliteStatement::view(int column) const {
  const auto* data = static_cast<const char*>(sqlite3_column_blob(statement_, column));
  return data == nullptr
             ? std::string_view()
             : std::string_view(data,
                                static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)));
}

void SqliteStatement::put_text(int index, std::string_view value) {
  check(sqlite3_bind_text64(statement_, index + 1, value.data() == nullptr ? "" : value.data(),
                            value.size(), SQLITE_STATIC, SQLITE_UTF8));
}

// Repositories have their blobs as texts since the first version; SQLite reads either.
void SqliteStatement::put_blob(int index, std::string_view value) { put_text(index, value); }

SqliteStatement& SqliteBulk::statement() {
  if (!statement_) {
    statement_.emplace(database_,
                       plan_.kind == BulkPlan::Kind::kUpdate ? update_of(plan_) : insert_of(plan_));
  }
  return *statement_;
}

Result<void> SqliteBulk::end_row() {
  SqliteStatement& row = statement();
  while (row.step()) {
  }
  Result<void> done;
  if (row.failed()) done = row.error();
  row.reset();  // The next row is tried, whatever became of this one.
  return done;
}

Result<void> SqliteBulk::finish() { return {}; }

Result<std::unique_ptr<SqliteDatabase>> SqliteDatabase::open(const std::filesystem::path& file,
                                                             bool writable) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) return is_folder(file);
  std::unique_ptr<SqliteDatabase> database(new SqliteDatabase(file));
  const int code = writable ? database->connect(Mode::kWrite) : database->connect_to_read();
  if (code != SQLITE_OK) return database->error(code, "opening");
  TRY(database->check_owner());
  const char* settings =
      writable ? "PRAGMA page_size=8192; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
                 "PRAGMA cache_size=-65536; PRAGMA wal_autocheckpoint=4096; "
                 "PRAGMA journal_size_limit=67108864;"
               : "PRAGMA query_only=1; PRAGMA cache_size=-16384;";
  TRY(database->execute(settings));
  int keep = 1;
  if (writable) sqlite3_file_control(database->handle_, "main", SQLITE_FCNTL_PERSIST_WAL, &keep);
  return database;
}

int SqliteDatabase::connect(Mode mode) {
  disconnect();
  std::string name = std::filesystem::absolute(file_).string();  // No name of ours is a URI.
  int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
  if (mode == Mode::kWrite) flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI;
  if (mode == Mode::kImmutable) {
    name = uri_of(file_, "immutable=1");  // Never looks for a WAL.
    immutable_ = stamp();
  }
  const int code = sqlite3_open_v2(name.c_str(), &handle_, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  if (code != SQLITE_OK) return code;
  sqlite3_extended_result_codes(handle_, 1);
  sqlite3_busy_timeout(handle_, 10000);
  return SQLITE_OK;
}

int SqliteDatabase::touch() {
  return sqlite3_exec(handle_, "SELECT 1 FROM sqlite_schema", nullptr, nullptr, nullptr);
}

// A file that is being made has a rollback journal until it has a write-ahead log. SQLite plays
// that of a killed process back by itself, in a connection that may write.
int SqliteDatabase::roll_back() {
  disconnect();
  const int code = sqlite3_open_v2(file_.c_str(), &handle_,
                                   SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
  if (code != SQLITE_OK) return code;
  sqlite3_extended_result_codes(handle_, 1);
  sqlite3_busy_timeout(handle_, 10000);
  return touch();
}

int SqliteDatabase::connect_to_read() {
  if (const int code = connect(Mode::kRead); code != SQLITE_OK) return code;
  int code = touch();
  if (code == SQLITE_READONLY_ROLLBACK) {
    if (code = roll_back(); code != SQLITE_OK) return code;
    if (code = connect(Mode::kRead); code != SQLITE_OK) return code;
    code = touch();
  }
  if (!lacks_shared_memory(code) || has_waiting_wal(file_)) return code;
  return connect(Mode::kImmutable);
}

std::optional<SqliteDatabase::Stamp> SqliteDatabase::stamp() const {
  struct stat now {};
  if (::stat(file_.c_str(), &now) != 0) return std::nullopt;
  return Stamp{static_cast<std::int64_t>(now.st_dev), static_cast<std::int64_t>(now.st_ino),
               std::int64_t{now.st_size}, std::int64_t{now.st_mtim.tv_sec},
               std::int64_t{now.st_mtim.tv_nsec}};
}

bool SqliteDatabase::was_changed() const { return immutable_ && stamp() != immutable_; }

// An empty file may be taken over.
Result<void> SqliteDatabase::check_owner() {
  Statement owner = prepare(
      "SELECT (SELECT application_id FROM pragma_application_id), count(*) FROM sqlite_schema"
      " WHERE type = 'table'");
  if (!owner.step()) return owner.error();
  const std::int64_t id = owner.integer(0);
  if (id == kApplicationId || (id == 0 && owner.integer(1) == 0)) return {};
  Error error;
  error.code = ErrorCode::kStorage;
  error.file = file_.string();
  error.message = "this is a database of another program, and is left as it is";
  error.hint = "name another file in <storage url=\"sqlite:repository.db\"/> of the specification";
  return fail(std::move(error));
}

SqliteDatabase::~SqliteDatabase() { disconnect(); }

std::unique_ptr<EngineStatement> SqliteDatabase::make_statement(std::string_view sql,
                                                                bool /*scan*/) {
  return std::make_unique<SqliteStatement>(*this, sql);
}

std::unique_ptr<EngineBulk> SqliteDatabase::make_bulk(BulkPlan plan) {
  return std::make_unique<SqliteBulk>(*this, std::move(plan));
}

Result<void> SqliteDatabase::run_transaction(const std::function<Result<void>()>& work) {
  if (auto begun = execute("BEGIN IMMEDIATE"); !begun) return begun;
  Result<void> done = work();
  if (done) done = execute("COMMIT");
  if (!done) (void)execute("ROLLBACK");
  return done;
}

Result<void> SqliteDatabase::attach_to_read(const std::filesystem::path& file,
                                            const std::string& name) {
  SqliteStatement attach(*this, "ATTACH ? AS " + name);
  const std::string uri = uri_of(file, "mode=ro");
  attach.put_text(0, uri);
  while (attach.step()) {
  }
  return attach.failed() ? Result<void>(attach.error()) : Result<void>();
}

void SqliteDatabase::disconnect() {
  sqlite3_close_v2(std::exchange(handle_, nullptr));
  immutable_.reset();
}

Result<void> SqliteDatabase::execute(const std::string& sql) {
  const int code = sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return error(code, sql);
  return {};
}

tl::unexpected<Error> SqliteDatabase::error(int code, std::string_view doing) const {
  Error error;
  if (is_full(code, handle_)) {
    error.code = ErrorCode::kDiskFull;
    error.message = "no space left for the repository";
    error.hint = "free some space and run the same command again; what was committed is safe";
  } else if (code == kChanged && immutable_) {
    error.code = ErrorCode::kBusy;
    error.message =
        "the repository was changed while it was read without the right to write its folder";
    error.hint = "run the same command again";
  } else {
    error = error_of_code(code, doing);
  }
  error.file = file_.string();
  return fail(std::move(error));
}

tl::unexpected<Error> SqliteDatabase::damaged(const std::string& what) const {
  Error error;
  error.code = ErrorCode::kStorage;
  error.file = file_.string();
  // The first line may name the database alone: "*** in database main ***".
  const std::size_t begin = what.starts_with("***") ? what.find('\n') + 1 : 0;
  error.message =
      "the repository is damaged: " + what.substr(begin, what.find('\n', begin) - begin);
  error.hint = remedy_for_damage(file_);
  return fail(std::move(error));
}

Error SqliteDatabase::error_of_code(int code, std::string_view doing) const {
  const std::string cause = handle_ != nullptr ? sqlite3_errmsg(handle_) : sqlite3_errstr(code);
  Error error;
  switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      error.code = ErrorCode::kBusy;
      error.message = "another process holds the repository";
      error.hint = "wait until it is done, or stop it";
      break;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      error.code = ErrorCode::kStorage;
      error.message = "this is not a repository, or it is damaged: " + cause;
      error.hint = remedy_for_damage(file_);
      break;
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_READONLY:
    case SQLITE_AUTH:
      error.code = ErrorCode::kPermission;
      error.message = "cannot open the repository: " + cause;
      error.hint = has_waiting_wal(file_) || code == SQLITE_READONLY_ROLLBACK
                       ? "a writer left changes beside " + file_.filename().string() +
                             ": let the owner of the collection run porthole status once, or "
                             "get the right to write the folder"
                       : "check that the folder exists, that the files " +
                             file_.filename().string() + "-wal and -shm are files or not there, " +
                             "and who may read and write them";
      break;
    default:
      error.code = ErrorCode::kStorage;
      error.message =
          "the repository failed: " + cause + " (" + std::string(doing.substr(0, 60)) + ")";
  }
  return error;
}

}  // namespace porthole::repository
