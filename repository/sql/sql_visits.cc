#include "repository/sql/sql_visits.h"

#include "repository/sql/rows.h"

namespace porthole::repository {
namespace {

// A page that is stored again with the date that it has was not visited.
constexpr const char* kPut =
    "INSERT INTO page_visit (page, visits, changes, first, last)"
    " SELECT id, 1, CASE WHEN digest = ? THEN 0 ELSE 1 END, fetched_at, CAST(? AS bigint) FROM page"
    " WHERE id = ? AND fetched_at < ?"
    " ON CONFLICT (page) DO UPDATE SET visits = page_visit.visits + 1,"
    " changes = page_visit.changes + excluded.changes, last = excluded.last";
constexpr const char* kPutUnchanged =
    "INSERT INTO page_visit (page, visits, changes, first, last)"
    " SELECT id, 1, 0, fetched_at, CAST(? AS bigint) FROM page WHERE id = ? AND fetched_at < ?"
    " ON CONFLICT (page) DO UPDATE SET visits = page_visit.visits + 1, last = excluded.last";

}  // namespace

Result<void> SqlVisits::write(const Batch& batch) {
  if (!batch.pages.empty()) {
    Statement put = database_.prepare(kPut);
    for (const PageRecord& page : batch.pages) {
      TRY(put.bind_all(page.digest, page.fetched_at, page.id, page.fetched_at).run());
    }
  }
  if (batch.unchanged.empty()) return {};
  Statement put = database_.prepare(kPutUnchanged);
  for (const auto& [page, at] : batch.unchanged) {
    if (auto done = put.bind_all(at, page, at).run(); !done) return done;
  }
  return {};
}

}  // namespace porthole::repository
