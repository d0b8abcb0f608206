#include "repository/copy_repository.h"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include "base/digest.h"
#include "repository/buckets.h"
#include "repository/copied_tables.h"
#include "repository/postgres_engine.h"
#include "repository/sql/rows.h"
#include "repository/sqlite/open_database.h"

namespace porthole::repository {
namespace {

constexpr std::int64_t kRowsAtOnce = 5000;
constexpr std::string_view kMark = "copy ";  // Rows of meta that note how far a copy is.

std::string names_of(const TableToCopy& table, std::size_t count) {
  std::string names;
  for (std::size_t i = 0; i < count; ++i)
    names += (i == 0 ? "" : ", ") + std::string(table.columns[i].name);
  return names;
}

/// The first column of a key decides whether keys are numbers or a text.
bool has_text_key(const TableToCopy& table) { return table.columns[0].type == ColumnType::kText; }

/// A place in a table: the key of the row before; empty at the beginning.
struct Place {
  bool is_begin = true;
  std::int64_t first = 0, second = 0;
  std::string text;
};

std::string written(const TableToCopy& table, const Place& place) {
  if (has_text_key(table)) return place.text;
  return std::to_string(place.first) + " " + std::to_string(place.second);
}

Place read_place(const TableToCopy& table, const std::string& text) {
  Place place;
  place.is_begin = false;
  place.text = text;
  if (!has_text_key(table)) (void)std::sscanf(text.c_str(), "%ld %ld", &place.first, &place.second);
  return place;
}

std::string text_after(const TableToCopy& table) {
  std::string marks = "?";
  if (table.keys == 2) marks += ", ?";
  return "SELECT " + names_of(table, table.columns.size()) + " FROM " + table.name + " WHERE " +
         table.condition + " AND (" + names_of(table, table.keys) + ") > (" + marks +
         ") ORDER BY " + names_of(table, table.keys) + " LIMIT " + std::to_string(kRowsAtOnce);
}

Statement rows_after(Database& database, const TableToCopy& table, const Place& place) {
  if (place.is_begin) {
    return database.prepare("SELECT " + names_of(table, table.columns.size()) + " FROM " +
                            table.name + " WHERE " + table.condition + " ORDER BY " +
                            names_of(table, table.keys) + " LIMIT " + std::to_string(kRowsAtOnce));
  }
  Statement select = database.prepare(text_after(table));
  if (has_text_key(table)) {
    select.bind_all(place.text);
  } else if (table.keys == 2) {
    select.bind_all(place.first, place.second);
  } else {
    select.bind_all(place.first);
  }
  return select;
}

/// Hands the values of a row on.
void put_row(const TableToCopy& table, const Statement& row, ValueSink& sink) {
  for (int i = 0; i < static_cast<int>(table.columns.size()); ++i) {
    const ColumnType type = table.columns[static_cast<std::size_t>(i)].type;
    if (row.is_null(i)) {
      sink.put_null(i);
    } else if (type == ColumnType::kText) {
      sink.put_text(i, row.view(i));
    } else if (type == ColumnType::kBlob) {
      sink.put_blob(i, row.view(i));
    } else if (type == ColumnType::kReal) {
      sink.put_real(i, row.real(i));
    } else {
      sink.put_integer(i, row.integer(i));
    }
  }
}

/// A digest of rows. Texts count as PostgreSQL stores them.
class DigestSink final : public ValueSink {
 public:
  void put_null(int /*index*/) override { digest_.add("n"); }
  void put_integer(int /*index*/, std::int64_t value) override {
    digest_.add("i");
    add_plain(value);
  }
  void put_real(int /*index*/, double value) override {
    const double positive_zero = value == 0 ? 0 : value;
    digest_.add("r");
    add_plain(positive_zero);
  }
  void put_text(int index, std::string_view value) override {
    std::string changed;
    const std::string_view text = storable(value, changed);
    if (!changed.empty()) ++cleaned_;
    put_blob(index, text);
  }
  void put_blob(int /*index*/, std::string_view value) override {
    digest_.add("b");
    add_plain(std::uint64_t{value.size()});
    digest_.add(value);
  }
  std::string digest() const { return digest_.text(); }
  std::int64_t cleaned() const { return cleaned_; }

 private:
  template <class Number>
  void add_plain(Number number) {
    digest_.add({reinterpret_cast<const char*>(&number), sizeof number});
  }
  Digest digest_;
  std::int64_t cleaned_ = 0;
};

Result<std::unique_ptr<Database>> open_locked(const StoragePlace& place) {
  if (!place.is_postgres()) {
    TRY_AS(opened, open_sqlite_database(place.file, Access::kWrite));
    return std::unique_ptr<Database>(std::move(*opened));
  }
  TRY_AS(engine, postgres_engine());
  return (*engine)->open(place.url, Access::kWrite);
}

Result<std::optional<std::string>> mark(Database& database, const std::string& name) {
  Statement select = database.prepare("SELECT value FROM meta WHERE name = ?");
  const std::string full = std::string(kMark) + name;
  select.bind_all(full);
  const bool found = select.step();
  if (select.failed()) return select.error();
  return found ? std::optional(select.text(0)) : std::nullopt;
}

Result<void> put_mark(Database& database, const std::string& name, const std::string& value) {
  const std::string full = std::string(kMark) + name;
  return database
      .prepare(
          "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = "
          "excluded.value")
      .bind_all(full, value)
      .run();
}

Result<std::int64_t> count_rows(Database& database, const TableToCopy& table) {
  Statement count = database.prepare("SELECT count(*) FROM " + std::string(table.name) + " WHERE " +
                                     table.condition);
  if (!count.step()) return count.error();
  return count.integer(0);
}

/// True if nothing was stored there yet: a copy that was killed at once leaves a file without
/// tables, with what SQLite writes beside it.
bool is_blank(const std::filesystem::path& file) {
  std::error_code missing;
  if (!std::filesystem::exists(file, missing)) return true;
  const auto database = SqliteDatabase::open(file, true);
  if (!database) return false;
  Statement tables = (*database)->prepare("SELECT count(*) FROM sqlite_schema");
  return tables.step() && tables.integer(0) == 0;
}

void remove_blank(const std::filesystem::path& file) {
  std::error_code ignored;
  for (const char* suffix : {"", "-wal", "-shm", "-journal"})
    std::filesystem::remove(file.string() + suffix, ignored);
}

/// A copy can be made anew: a file that could not be made is not left behind, empty.
Result<std::unique_ptr<Database>> open_target(const StoragePlace& place) {
  const bool is_new = !place.is_postgres() && is_blank(place.file);
  if (is_new) remove_blank(place.file);
  auto target = open_locked(place);
  if (target) return target;
  if (is_new) remove_blank(place.file);
  Error error = target.error();
  if (error.code == ErrorCode::kStorage && !place.is_postgres())
    error.hint = "name another place, or remove that file and run the same command again";
  return fail(std::move(error));
}

class Copy {
 public:
  Copy(const StoragePlace& from, const CopyOptions& options)
      : name_(from.is_postgres() ? from.url : from.file.string()), options_(options) {}

  Result<CopyReport> run(const StoragePlace& from, const StoragePlace& to) {
    TRY_AS(source, open_locked(from));
    from_ = std::move(*source);
    TRY(count_all());
    if (!options_.dry_run) {
      TRY_AS(target, open_target(to));
      to_ = std::move(*target);
      TRY(begin());
      for (const TableToCopy& table : tables_to_copy()) {
        TRY(copy(table));
        if (report_.is_interrupted) return report_;
      }
    }
    TRY(compare());
    return report_;
  }

 private:
  Result<void> count_all() {
    for (const TableToCopy& table : tables_to_copy()) {
      TRY_AS(rows, count_rows(*from_, table));
      total_ += *rows;
    }
    return {};
  }

  /// Errors: kInvalid if the target is not empty, nor a copy of the source that was interrupted.
  Result<void> begin() {
    TRY_AS(source, mark(*to_, "from"));
    if (*source && **source == name_) return count_copied();
    TRY_AS(urls, count_rows(*to_, tables_to_copy().front()));
    if (*urls > 0 || *source) {
      return fail(ErrorCode::kInvalid,
                  *source ? "a copy of another repository was begun there: " + **source
                          : "there is a repository already, with URLs",
                  "name an empty place: another file, or another schema");
    }
    return to_->transaction([&] { return put_mark(*to_, "from", name_); });
  }

  Result<void> count_copied() {
    for (const TableToCopy& table : tables_to_copy()) {
      TRY_AS(rows, count_rows(*to_, table));
      report_.rows_before += *rows;
    }
    done_ = report_.rows_before;
    return {};
  }

  BulkPlan plan_of(const TableToCopy& table) const {
    BulkPlan plan{BulkPlan::Kind::kInsert, table.name, table.columns};
    if (needs_hash(table)) {
      plan.columns.push_back({"hash", ColumnType::kBig});
      plan.columns.push_back({"bucket", ColumnType::kSmall});
    }
    return plan;
  }
  bool needs_hash(const TableToCopy& table) const {
    return to_->dialect() == Dialect::kPostgres && std::string_view(table.name) == "url";
  }

  Result<void> copy(const TableToCopy& table) {
    TRY_AS(reached, mark(*to_, table.name));
    Place place = *reached ? read_place(table, **reached) : Place();
    std::int64_t rows = 0;
    do {
      rows = 0;
      Place next = place;
      auto piece = to_->transaction([&] {
        next = place;
        return copy_piece(table, next, rows);
      });
      if (!piece) return piece;
      place = next;
      done_ += rows;
      if (rows > 0 && options_.progress && !options_.progress(done_, total_)) {
        report_.is_interrupted = true;
        return {};
      }
    } while (rows == kRowsAtOnce);
    return {};
  }

  Result<void> copy_piece(const TableToCopy& table, Place& place, std::int64_t& rows) {
    rows = 0;
    Bulk bulk = to_->bulk(plan_of(table));
    Statement select = rows_after(*from_, table, place);
    while (select.step()) {
      put_row(table, select, bulk.values());
      if (needs_hash(table)) {
        const int next = static_cast<int>(table.columns.size());
        bulk.values().put_integer(next, hash_of(select.view(1)));
        bulk.values().put_integer(next + 1, bucket_of(select.view(4)));
      }
      if (auto done = bulk.end_row(); !done) return done;
      place.is_begin = false;
      if (has_text_key(table)) {
        place.text = select.text(0);
      } else {
        place.first = select.integer(0);
        if (table.keys == 2) place.second = select.integer(1);
      }
      ++rows;
    }
    if (select.failed()) return select.error();
    if (auto done = bulk.finish(); !done || rows == 0) return done;
    return put_mark(*to_, table.name, written(table, place));
  }

  Result<std::string> digest_of(Database& database, const TableToCopy& table, std::int64_t* rows) {
    Statement all =
        database.scan("SELECT " + names_of(table, table.columns.size()) + " FROM " + table.name +
                      " WHERE " + table.condition + " ORDER BY " + names_of(table, table.keys));
    DigestSink sink;
    while (all.step()) {
      put_row(table, all, sink);
      if (rows != nullptr) ++*rows;
    }
    if (all.failed()) return all.error();
    if (rows != nullptr) report_.cleaned_texts += sink.cleaned();
    return sink.digest();
  }

  Result<void> compare() {
    report_.is_equal = true;
    for (const TableToCopy& table : tables_to_copy()) {
      CopiedTable& copied = report_.tables.emplace_back();
      copied.name = table.name;
      TRY_AS(digest, digest_of(*from_, table, &copied.rows));
      copied.digest_from = std::move(*digest);
      if (to_ == nullptr) continue;
      digest = digest_of(*to_, table, nullptr);
      if (!digest) return fail(digest.error());
      copied.digest_to = std::move(*digest);
      report_.is_equal = report_.is_equal && copied.digest_from == copied.digest_to;
    }
    if (to_ == nullptr || !report_.is_equal) return {};
    if (options_.adopt) TRY(options_.adopt());
    return finish();
  }

  Result<void> finish() {
    return to_->transaction([&]() -> Result<void> {
      if (to_->dialect() == Dialect::kPostgres) {
        auto next = to_->execute(
            "SELECT setval(pg_get_serial_sequence('closed_link', 'rowid'), (SELECT "
            "coalesce(max(rowid), 0) + 1 FROM closed_link), false);"
            "SELECT setval(pg_get_serial_sequence('page_change', 'serial'), (SELECT "
            "coalesce(max(serial), 0) + 1 FROM page_change), false)");
        if (!next) return next;
      }
      return to_->execute("DELETE FROM meta WHERE name LIKE 'copy %'");
    });
  }

  std::string name_;
  const CopyOptions& options_;
  std::unique_ptr<Database> from_, to_;
  std::int64_t total_ = 0, done_ = 0;
  CopyReport report_;
};

}  // namespace

Result<CopyReport> copy_repository(const StoragePlace& from, const StoragePlace& to,
                                   const CopyOptions& options) {
  return Copy(from, options).run(from, to);
}

}  // namespace porthole::repository
