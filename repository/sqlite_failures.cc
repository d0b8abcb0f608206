// Pages that no longer answer when they are fetched again: stores failures, and retires gone pages.

#include "repository/sqlite_repository.h"

namespace porthole::repository {

Result<std::vector<FailureRecord>> SqliteRepository::failures() {
  std::vector<FailureRecord> out;
  Statement select = database_->prepare(
      "SELECT page, failures, first, last, reason, gone FROM page_failure ORDER BY page");
  while (select.step()) {
    out.push_back({select.integer(0), select.small(1), select.time(2), select.time(3),
                   static_cast<DropReason>(select.small(4)), select.time(5)});
  }
  if (select.failed()) return select.error();
  return out;
}

Result<void> SqliteRepository::forget_failures(const Batch& batch) {
  if (batch.pages.empty() && batch.unchanged.empty()) return {};
  Statement forget = database_->prepare("DELETE FROM page_failure WHERE page = ?");
  for (const PageRecord& page : batch.pages) {
    if (auto done = forget.bind_all(page.id).run(); !done) return done;
  }
  for (const auto& [page, at] : batch.unchanged) {
    if (auto done = forget.bind_all(page).run(); !done) return done;
  }
  return {};
}

Result<void> SqliteRepository::write_failures(const Batch& batch) {
  if (batch.failures.empty()) return {};
  Statement was_gone =
      database_->prepare("SELECT count(*) FROM page_failure WHERE page = ? AND gone <> 0");
  Statement put =
      database_->prepare("INSERT OR REPLACE INTO page_failure VALUES (?, ?, ?, ?, ?, ?)");
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
Result<void> SqliteRepository::take_out_gone(const FailureRecord& failure) {
  FormerLinks former;
  Statement fetched = database_->prepare("SELECT fetched_at FROM page WHERE id = ?");
  fetched.bind_all(failure.page);
  if (!fetched.step()) return fetched.failed() ? Result<void>(fetched.error()) : Result<void>();
  former.fetched_before = fetched.time(0);
  former.fetched_now = failure.gone;
  fetched.reset();
  if (auto done = take_former_links(failure.page, former); !done) return done;
  if (auto done = settle_former_links(former); !done) return done;
  if (auto done = pass_on_copies(failure.page); !done) return done;
  return database_
      ->prepare(
          "UPDATE summary SET rdf = NULL, removed = 1, serial = (SELECT max(serial) FROM summary) "
          "+ 1"
          " WHERE page = ? AND removed = 0")
      .bind_all(failure.page)
      .run();
}

// The first duplicate becomes the original of the others, and its links count from now on.
Result<void> SqliteRepository::pass_on_copies(UrlId original) {
  Statement first = database_->prepare("SELECT min(id) FROM page WHERE duplicate_of = ?");
  first.bind_all(original);
  if (!first.step()) return first.error();
  if (first.is_null(0)) return {};
  const UrlId heir = first.integer(0);
  first.reset();
  auto done = database_->prepare("UPDATE page SET duplicate_of = 0, stale = stale + 1 WHERE id = ?")
                  .bind_all(heir)
                  .run();
  if (done) {
    done = database_->prepare("UPDATE page SET duplicate_of = ? WHERE duplicate_of = ?")
               .bind_all(heir, original)
               .run();
  }
  if (!done) return done;
  const Result<std::vector<LinkRecord>> links = out_links(heir);
  if (!links) return fail(links.error());
  for (const LinkRecord& link : *links) {
    if (done = mark_told_stale_->bind_all(link.target).run(); !done) return done;
  }
  return {};
}

}  // namespace porthole::repository
