#include "repository/sql/sql_failures.h"

#include <vector>

#include "repository/sql/rows.h"

namespace porthole::repository {

// A capture that is read once more says nothing of the server.
Result<void> SqlFailures::forget(const Batch& batch) {
  if (batch.pages.empty() && batch.unchanged.empty()) return {};
  // A page that was gone has lost its summary.
  Statement is_back = database_.prepare(
      "UPDATE page SET stale = stale + 1 WHERE id = ?1 AND EXISTS"
      " (SELECT 1 FROM page_failure WHERE page = ?1 AND gone <> 0)");
  Statement forget = database_.prepare("DELETE FROM page_failure WHERE page = ?");
  const auto answered = [&](UrlId page) -> Result<void> {
    TRY(is_back.bind_all(page).run());
    return forget.bind_all(page).run();
  };
  Statement same = database_.prepare(
      "SELECT count(*) FROM page WHERE id = ? AND archive_file = ? AND archive_offset = ? AND"
      " archive_file <> ''");
  for (const PageRecord& page : batch.pages) {
    same.bind_all(page.id, page.archive_file, page.archive_offset);
    if (!same.step()) return same.error();
    const bool is_same = same.small(0) != 0;
    same.reset();
    if (!is_same) TRY(answered(page.id));
  }
  for (const auto& [page, at] : batch.unchanged) TRY(answered(page));
  return {};
}

Result<void> SqlFailures::write(const Batch& batch) {
  if (auto done = forget(batch); !done) return done;
  if (batch.failures.empty()) return {};
  Statement was_gone =
      database_.prepare("SELECT count(*) FROM page_failure WHERE page = ? AND gone <> 0");
  Statement put = database_.prepare(
      "INSERT INTO page_failure (page, failures, first, last, reason, gone) VALUES (?, ?, ?, ?, ?, "
      "?)"
      " ON CONFLICT (page) DO UPDATE SET failures = excluded.failures, first = excluded.first,"
      " last = excluded.last, reason = excluded.reason, gone = excluded.gone");
  for (const FailureRecord& f : batch.failures) {
    was_gone.bind_all(f.page);
    if (!was_gone.step()) return was_gone.error();
    const bool is_new = f.is_gone() && was_gone.small(0) == 0;
    was_gone.reset();
    auto done =
        put.bind_all(f.page, f.failures, f.first, f.last, number_of(f.reason), f.gone).run();
    if (done && is_new) done = take_out_gone(f);
    if (!done) return done;
  }
  return {};
}

// Closes the links of the page and removes its summary, as if it had been fetched again without
// links. Its text and its captures stay.
Result<void> SqlFailures::take_out_gone(const FailureRecord& failure) {
  Statement fetched = database_.prepare("SELECT fetched_at FROM page WHERE id = ?");
  fetched.bind_all(failure.page);
  if (!fetched.step()) return fetched.failed() ? Result<void>(fetched.error()) : Result<void>();
  const WallTime fetched_at = fetched.time(0);
  fetched.reset();
  if (auto done = links_.close_links_of(failure.page, fetched_at, failure.gone); !done) return done;
  if (auto done = pass_on_copies(failure.page); !done) return done;
  return database_
      .prepare(
          "UPDATE summary SET removed = 1, serial = (SELECT max(serial) FROM summary) "
          "+ 1"
          " WHERE page = ? AND removed = 0")
      .bind_all(failure.page)
      .run();
}

// The first duplicate becomes the original of the others, and its links count from now on.
Result<void> SqlFailures::pass_on_copies(UrlId original) {
  Statement first = database_.prepare("SELECT min(id) FROM page WHERE duplicate_of = ?");
  first.bind_all(original);
  if (!first.step()) return first.error();
  if (first.is_null(0)) return {};
  const UrlId heir = first.integer(0);
  first.reset();
  auto done = database_.prepare("UPDATE page SET duplicate_of = 0, stale = stale + 1 WHERE id = ?")
                  .bind_all(heir)
                  .run();
  if (done) {
    done = database_.prepare("UPDATE page SET duplicate_of = ? WHERE duplicate_of = ?")
               .bind_all(heir, original)
               .run();
  }
  if (!done) return done;
  TRY_AS(links, links_.out_links(heir));
  for (const LinkRecord& link : *links) {
    if (done = links_.mark_told_stale(link.target); !done) return done;
  }
  return {};
}

}  // namespace porthole::repository
