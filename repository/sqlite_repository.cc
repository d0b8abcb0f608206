#include "repository/sqlite_repository.h"

#include <system_error>
#include <utility>

namespace porthole::embedded {
std::string_view sqlite_schema(
    std::string_view name);  // schemas/sql/sqlite.sql, put here by the build
}

namespace porthole::repository {
namespace {

constexpr std::string_view kVersion = "1";

/// An archive or an index lies beside `file`, as beside every repository that was ever gathered
/// into.
bool has_companions(const std::filesystem::path& file) {
  std::error_code ignored;
  const auto has_files = [&](const char* folder) {
    return !std::filesystem::is_empty(file.parent_path() / folder, ignored) && !ignored;
  };
  return has_files("archive") || has_files("index");
}

tl::unexpected<Error> emptied(const std::filesystem::path& file) {
  Error error;
  error.code = ErrorCode::kStorage;
  error.file = file.string();
  error.message =
      "the repository was emptied: it has no tables, though an archive or an index lies beside it";
  error.hint =
      "put it back from a copy (docs/backup.md); or remove the file, and gather begins a new one";
  return fail(std::move(error));
}

/// With `must_have_tables` a file without any is damaged, else new.
Result<void> create_or_check_schema(Database& database, const std::filesystem::path& file,
                                    bool writable, bool must_have_tables) {
  Statement exists =
      database.prepare("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'meta'");
  if (!exists.step()) return exists.error();
  const bool fresh = exists.small(0) == 0;
  exists.reset();
  if (fresh && must_have_tables) return emptied(file);
  if (fresh && !writable) {
    return fail(ErrorCode::kNotFound, "the repository is empty", "gather something first");
  }
  if (fresh) {
    return database.transaction([&]() -> Result<void> {
      if (auto made = database.execute(std::string(embedded::sqlite_schema("sqlite.sql"))); !made)
        return made;
      if (auto marked =
              database.execute("PRAGMA application_id = " + std::to_string(kApplicationId));
          !marked)
        return marked;
      return database.execute("INSERT INTO meta VALUES ('version', '" + std::string(kVersion) +
                              "')");
    });
  }
  Statement version = database.prepare("SELECT value FROM meta WHERE name = 'version'");
  if (!version.step()) {
    return fail(ErrorCode::kStorage, "this is not a repository of Porthole: it has no version");
  }
  if (version.view(0) != kVersion) {
    return fail(ErrorCode::kStorage,
                "the repository has version " + version.text(0) + ", this program writes version " +
                    std::string(kVersion),
                "use the program that made it");
  }
  return {};
}

Result<bool> has_column(Database& database, const std::string& table, const std::string& column) {
  Statement there = database.prepare("SELECT count(*) FROM pragma_table_info(?) WHERE name = ?");
  there.bind_all(table, column);
  if (!there.step()) return there.error();
  return there.small(0) != 0;
}

Result<void> add_column(Database& database, const std::string& table, const std::string& column,
                        const std::string& type) {
  const Result<bool> there = has_column(database, table, column);
  if (!there) return fail(there.error());
  if (*there) return {};
  return database.execute("ALTER TABLE " + table + " ADD COLUMN " + column + " " + type);
}

/// Older files store the reason for dropping a URL as text only.
Result<void> add_held(Database& database) {
  const Result<bool> there = has_column(database, "url", "held");
  if (!there) return fail(there.error());
  if (*there) return {};
  if (auto done = add_column(database, "url", "held", "INTEGER NOT NULL DEFAULT 0"); !done)
    return done;
  // A URL was once stored with its user name and password, and refused: its key has neither, and
  // may be asked again.
  return database.execute(
      std::string("UPDATE url SET held = ") + kHeldOfReason +
      " WHERE state = 3;"
      " UPDATE url SET href = NULL, held = 5 WHERE state = 3 AND reason = 'user name in URL'");
}

/// Additions to version 1 after its first use.
Result<void> add_tables(Database& database) {
  return database.transaction([&]() -> Result<void> {
    for (const char* const schema :
         {"sqlite_score.sql", "sqlite_run_option.sql", "sqlite_property.sql",
          "sqlite_closed_link.sql", "sqlite_status.sql", "sqlite_failure.sql"}) {
      if (auto done = database.execute(std::string(embedded::sqlite_schema(schema))); !done)
        return done;
    }
    if (auto done = add_held(database); !done) return done;
    if (auto done = add_column(database, "link", "fragment", "TEXT"); !done) return done;
    return add_column(database, "link", "first_seen", "INTEGER");
  });
}

}  // namespace

std::string_view url_state_name(UrlState state) {
  switch (state) {
    case UrlState::kQueued:
      return "queued";
    case UrlState::kFetched:
      return "fetched";
    case UrlState::kAlias:
      return "alias";
    case UrlState::kDropped:
      return "dropped";
  }
  return "unknown";
}

Result<std::unique_ptr<Repository>> open_sqlite(const std::filesystem::path& file, Access access) {
  const bool writable = access == Access::kWrite;
  std::optional<Lock> lock;
  if (writable) {
    std::filesystem::path beside = file;
    beside += ".lock";
    Result<Lock> taken = Lock::take(beside);
    if (!taken) return fail(taken.error());
    lock.emplace(std::move(*taken));
  } else if (!std::filesystem::exists(file)) {
    return fail(ErrorCode::kNotFound, "nothing was gathered yet: there is no " + file.string(),
                "run: porthole gather " + file.parent_path().string());
  }
  const bool must_have_tables = std::filesystem::exists(file) && has_companions(file);
  if (must_have_tables && std::filesystem::file_size(file) == 0)
    return emptied(file);  // Opening would write to it.
  Result<std::unique_ptr<Database>> database = Database::open(file, writable);
  if (!database) return fail(database.error());
  if (lock) (*database)->hold(std::move(*lock));
  if (auto ready = create_or_check_schema(**database, file, writable, must_have_tables); !ready) {
    Error error = ready.error();
    if (error.file.empty()) error.file = file.string();
    return fail(std::move(error));
  }
  if (writable) {
    if (auto added = add_tables(**database); !added) return fail(added.error());
  }
  return std::make_unique<SqliteRepository>(std::move(*database));
}

SqliteRepository::SqliteRepository(std::unique_ptr<Database> database)
    : database_(std::move(database)) {
  const Result<bool> status = has_table("page_status");
  has_importance_ = status && *status;
  const Result<bool> failures = has_table("page_failure");
  has_failures_ = failures && *failures;
  const Result<bool> held = has_column(*database_, "url", "held");
  has_held_ = held && *held;
  const std::string page = page_columns();
  select_url_.emplace(*database_, "SELECT " + url_columns() + " FROM url u WHERE id = ?");
  select_page_.emplace(
      *database_, "SELECT " + page +
                      ", x.text FROM page p LEFT JOIN page_text x ON x.id = p.id WHERE p.id = ?");
  prepare_link_statements();
}

std::string SqliteRepository::page_columns() const {
  return std::string(kPageColumns) +
         (has_importance_ ? ", (SELECT status FROM page_status WHERE page = p.id)" : ", NULL");
}

std::string SqliteRepository::held_column(const std::string& table) const {
  if (has_held_) return table + ".held";
  return "(SELECT iif(state = 3, " + std::string(kHeldOfReason) +
         ", 0) FROM url WHERE id = " + table + ".id)";
}

std::string SqliteRepository::url_columns() const {
  return std::string(kUrlColumns) + ", " + held_column("u");
}

std::string SqliteRepository::not_gone() const {
  return has_failures_ ? " AND NOT EXISTS (SELECT 1 FROM page_failure f WHERE f.page = page.id AND "
                         "f.gone <> 0)"
                       : "";
}

UrlRecord read_url(const Statement& row, int first) {
  UrlRecord url;
  int c = first;
  url.id = row.integer(c++);
  url.key = row.text(c++);
  url.href = row.is_null(c) ? url.key : row.text(c);
  ++c;
  url.host = row.text(c++);
  url.site = row.text(c++);
  url.state = static_cast<UrlState>(row.small(c++));
  url.reason = row.text(c++);
  url.detail = row.text(c++);
  url.priority = row.real(c++);
  url.hops = row.small(c++);
  url.redirects = row.small(c++);
  url.tries = row.small(c++);
  url.not_before = row.time(c++);
  url.seed = row.small(c++) != 0;
  url.found_on = row.integer(c++);
  url.alias_of = row.integer(c++);
  url.held = static_cast<Held>(row.small(c++));
  return url;
}

PageRecord read_page(const Statement& row, int first) {
  PageRecord page;
  int c = first;
  page.id = row.integer(c++);
  page.order = row.integer(c++);
  page.fetched_at = row.time(c++);
  page.http_status = row.small(c++);
  page.etag = row.text(c++);
  page.last_modified = row.text(c++);
  page.digest = row.text(c++);
  page.bytes = row.integer(c++);
  page.truncated = row.small(c++) != 0;
  page.relevance = Relevance(row.real(c++));
  page.relevant = row.small(c++) != 0;
  page.topic = row.text(c++);
  page.duplicate_of = row.integer(c++);
  page.noindex = row.small(c++) != 0;
  page.nosnippet = row.small(c++) != 0;
  page.noarchive = row.small(c++) != 0;
  page.archive_file = row.text(c++);
  page.archive_offset = row.integer(c++);
  page.document.status = static_cast<ParseStatus>(row.small(c++));
  page.document.status_detail = row.text(c++);
  page.document.title = row.text(c++);
  page.document.description = row.text(c++);
  page.document.language = row.text(c++);
  page.document.charset = row.text(c++);
  page.document.media_type = row.text(c++);
  page.document.canonical = row.text(c++);
  page.document.published = row.text(c++);
  page.document.modified = row.text(c++);
  page.document.links_cut = static_cast<std::uint32_t>(row.integer(c++));
  if (!row.is_null(c)) page.status = row.real(c);
  return page;
}

LinkRecord read_link(const Statement& row, int first) {
  LinkRecord record;
  int c = first;
  record.source = row.integer(c++);
  record.position = static_cast<std::uint32_t>(row.integer(c++));
  record.target = row.integer(c++);
  Link& link = record.link;
  link.url = row.text(c++);
  link.element = static_cast<Element>(row.small(c++));
  link.anchor = row.text(c++);
  link.title = row.text(c++);
  link.alt = row.text(c++);
  link.name = row.text(c++);
  link.onmouseover = row.text(c++);
  link.rel = row.text(c++);
  link.before = row.text(c++);
  link.after = row.text(c++);
  link.heading = row.text(c++);
  link.fragment = row.text(c++);
  return record;
}

Result<std::string> SqliteRepository::meta(std::string_view name) {
  Statement select = database_->prepare("SELECT value FROM meta WHERE name = ?");
  select.bind_all(name);
  if (select.step()) return select.text(0);
  if (select.failed()) return select.error();
  return std::string();
}

Result<bool> SqliteRepository::has_table(std::string_view name) {
  Statement exists =
      database_->prepare("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?");
  exists.bind_all(name);
  if (!exists.step()) return exists.error();
  return exists.small(0) != 0;
}

Result<void> SqliteRepository::put_meta(std::string_view name, std::string_view value) {
  return database_->prepare("INSERT OR REPLACE INTO meta VALUES (?, ?)")
      .bind_all(name, value)
      .run();
}

}  // namespace porthole::repository
