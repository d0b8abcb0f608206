#include "repository/sql/sql_summaries.h"

#include <string>
#include <string_view>
#include <utility>

#include "repository/sql/rows.h"

namespace porthole::repository {
namespace {

const std::string kUnread = std::to_string(static_cast<int>(DropReason::kUnsupportedType));

const std::string kDescribedUrls =
    "SELECT u.id FROM url u JOIN link l ON l.target = u.id JOIN page p ON p.id = l.source"
    " JOIN url s ON s.id = l.source"
    " WHERE (u.state = 0 OR (u.state = 3 AND u.reason = " +
    kUnread +
    ")) AND p.relevant <> 0 AND p.duplicate_of = 0"
    " AND coalesce(l.anchor, l.title, l.alt) IS NOT NULL"
    " GROUP BY u.id, u.state, u.site"
    " HAVING u.state = 3 OR count(DISTINCT CASE WHEN s.site <> u.site THEN s.site END) > 1"
    " ORDER BY count(DISTINCT s.site) DESC, u.id LIMIT ?";

Result<std::vector<UrlId>> read_ids(Statement& select) {
  std::vector<UrlId> out;
  while (select.step()) out.push_back(select.integer(0));
  if (select.failed()) return select.error();
  return out;
}

}  // namespace

Result<std::vector<UrlId>> SqlSummaries::stale_pages(int limit) {
  Statement select = database_.prepare(
      std::string("SELECT id FROM page WHERE stale <> 0 AND duplicate_of = 0 AND noindex = 0") +
      kNotGone + " ORDER BY id LIMIT ?");
  select.bind_all(limit);
  return read_ids(select);
}

Result<std::vector<UrlId>> SqlSummaries::described_urls(std::int64_t limit) {
  Statement select = database_.prepare(kDescribedUrls);
  select.bind_all(limit);
  return read_ids(select);
}

Result<std::vector<UrlId>> SqlSummaries::summarized_urls() {
  Statement select = database_.prepare(
      "SELECT page FROM summary WHERE removed = 0 AND NOT EXISTS (SELECT 1 FROM page"
      " WHERE page.id = summary.page AND duplicate_of = 0 AND noindex = 0) ORDER BY page");
  return read_ids(select);
}

Result<void> SqlSummaries::remove(const std::vector<UrlId>& urls) {
  return database_.transaction([&]() -> Result<void> {
    TRY_AS(last, last_serial());
    std::int64_t serial = *last;
    Statement remove =
        database_.prepare("UPDATE summary SET removed = 1, serial = ? WHERE page = ?");
    for (const UrlId url : urls) {
      if (auto done = remove.bind_all(++serial, url).run(); !done) return done;
    }
    return {};
  });
}

Result<void> SqlSummaries::put(const std::vector<SummaryChange>& changes) {
  return database_.transaction([&]() -> Result<void> {
    TRY_AS(last, last_serial());
    std::int64_t serial = *last;
    Statement put = database_.prepare(
        "INSERT INTO summary (page, serial, href, digest, removed)"
        " SELECT id, ?2, coalesce(href, key), ?3, 0 FROM url WHERE id = ?1"
        " ON CONFLICT (page) DO UPDATE SET serial = excluded.serial, href = excluded.href,"
        " digest = excluded.digest, removed = 0");
    Statement fresh = database_.prepare("UPDATE page SET stale = 0 WHERE id = ?");
    for (const SummaryChange& change : changes) {
      TRY(put.bind_all(change.page, ++serial, change.digest).run());
      TRY(fresh.bind_all(change.page).run());
    }
    return {};
  });
}

Result<bool> SqlSummaries::has(UrlId page) {
  TRY_AS(found, digest(page));
  return found->has_value();
}

Result<std::optional<std::string>> SqlSummaries::digest(UrlId page) {
  Statement select = database_.prepare("SELECT digest FROM summary WHERE page = ? AND removed = 0");
  select.bind_all(page);
  std::optional<std::string> found;
  if (select.step()) found = select.text(0);
  if (select.failed()) return select.error();
  return found;
}

Result<std::vector<SummaryChange>> SqlSummaries::after(std::int64_t serial, int limit) {
  Statement select = database_.prepare(
      "SELECT serial, href, removed, page FROM summary WHERE serial > ? ORDER BY serial LIMIT ?");
  select.bind_all(serial, limit);
  std::vector<SummaryChange> out;
  while (select.step())
    out.push_back({select.integer(0), select.text(1), select.small(2) != 0, select.integer(3)});
  if (select.failed()) return select.error();
  return out;
}

Result<std::int64_t> SqlSummaries::last_serial() {
  Statement last = database_.prepare("SELECT coalesce(max(serial), 0) FROM summary");
  if (!last.step()) return last.error();
  return last.integer(0);
}

}  // namespace porthole::repository
