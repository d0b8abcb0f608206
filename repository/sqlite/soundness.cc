#include "repository/sqlite/soundness.h"

#include <chrono>
#include <string>
#include <utility>

#include "base/clock.h"

namespace porthole::repository {
namespace {

constexpr std::chrono::days kCheckEvery{7};

struct LastRun {
  std::int64_t id = 0;
  bool has_ended = true;
};

Result<LastRun> last_run(SqliteDatabase& database) {
  Statement select = database.prepare("SELECT id, ended FROM run ORDER BY id DESC LIMIT 1");
  if (select.step()) return LastRun{select.integer(0), select.integer(1) != 0};
  if (select.failed()) return select.error();
  return LastRun{};
}

/// 0 if it was never noted.
Result<std::int64_t> noted(SqliteDatabase& database, std::string_view name) {
  Statement select = database.prepare("SELECT CAST(value AS INTEGER) FROM meta WHERE name = ?");
  select.bind_all(name);
  if (select.step()) return select.integer(0);
  if (select.failed()) return select.error();
  return std::int64_t{0};
}

Result<bool> is_due(SqliteDatabase& database, const LastRun& run) {
  TRY_AS(checked, noted(database, "checked"));
  const WallTime at{std::chrono::seconds{*checked}};
  const WallTime now = system_clock().wall();
  if (now - at > kCheckEvery || at > now) return true;
  if (run.has_ended) return false;
  TRY_AS(checked_run, noted(database, "checked_run"));
  return *checked_run != run.id;
}

/// Reading it takes a moment.
Result<bool> is_small(SqliteDatabase& database) {
  constexpr std::int64_t kSmall = std::int64_t{32} << 20;
  Statement size = database.prepare(
      "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()");
  if (!size.step()) return size.error();
  return size.integer(0) <= kSmall;
}

}  // namespace

Result<bool> check_before_writing(SqliteDatabase& database, bool was_killed) {
  TRY_AS(run, last_run(database));
  const auto due = was_killed ? Result<bool>(true) : is_due(database, *run);
  if (!due) return due;
  if (!*due) {
    TRY_AS(small, is_small(database));
    if (!*small) return false;
  }
  Statement check = database.prepare("PRAGMA quick_check(1)");
  if (!check.step()) return check.error();
  if (check.view(0) != "ok") return database.damaged(check.text(0));
  return due;
}

Result<void> note_checked(SqliteDatabase& database) {
  return database.transaction([&]() -> Result<void> {
    TRY_AS(run, last_run(database));
    const std::int64_t now = system_clock().wall().time_since_epoch().count();
    Statement put = database.prepare("INSERT OR REPLACE INTO meta VALUES (?, ?)");
    auto done = put.bind_all("checked", std::to_string(now)).run();
    if (done) done = put.bind_all("checked_run", std::to_string(run->id)).run();
    return done;
  });
}

}  // namespace porthole::repository
