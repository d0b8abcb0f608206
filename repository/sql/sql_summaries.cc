#include "repository/sql/sql_summaries.h"

#include <zlib.h>

#include <string>
#include <string_view>
#include <utility>

#include "repository/sql/rows.h"

namespace porthole::repository {
namespace {

// The blob is the length of the text (8 bytes, little end first) and its zlib stream.
std::string compress_text(std::string_view text) {
  uLongf size = compressBound(text.size());
  std::string out(8 + size, '\0');
  for (int i = 0; i < 8; ++i)
    out[static_cast<std::size_t>(i)] = static_cast<char>(text.size() >> (8 * i));
  compress2(reinterpret_cast<Bytef*>(out.data() + 8), &size,
            reinterpret_cast<const Bytef*>(text.data()), text.size(), Z_BEST_SPEED);
  out.resize(8 + size);
  return out;
}

Result<std::string> uncompress_text(std::string_view blob) {
  constexpr std::uint64_t kMost = 1ULL << 32;
  if (blob.empty()) return std::string();
  std::uint64_t length = 0;
  for (std::size_t i = 0; i < 8 && blob.size() >= 8; ++i) {
    length |= static_cast<std::uint64_t>(static_cast<unsigned char>(blob[i])) << (8 * i);
  }
  if (blob.size() < 8 || length > kMost) {
    return fail(ErrorCode::kStorage, "a stored summary is damaged",
                "summarize the collection again");
  }
  std::string out(length, '\0');
  uLongf size = length;
  if (uncompress(reinterpret_cast<Bytef*>(out.data()), &size,
                 reinterpret_cast<const Bytef*>(blob.data() + 8), blob.size() - 8) != Z_OK ||
      size != length) {
    return fail(ErrorCode::kStorage, "a stored summary is damaged",
                "summarize the collection again");
  }
  return out;
}

SummaryRecord read_summary(const Statement& row) {
  SummaryRecord record;
  record.serial = row.integer(0);
  record.page = row.integer(1);
  record.href = row.text(2);
  record.removed = row.small(3) != 0;
  return record;
}

constexpr std::string_view kSummaryColumns = "serial, page, href, removed";

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
        database_.prepare("UPDATE summary SET rdf = NULL, removed = 1, serial = ? WHERE page = ?");
    for (const UrlId url : urls) {
      if (auto done = remove.bind_all(++serial, url).run(); !done) return done;
    }
    return {};
  });
}

Result<void> SqlSummaries::put(const std::vector<SummaryRecord>& summaries) {
  return database_.transaction([&]() -> Result<void> {
    TRY_AS(last, last_serial());
    std::int64_t serial = *last;
    Statement put = database_.prepare(
        "INSERT INTO summary (page, serial, href, rdf, removed)"
        " SELECT id, ?2, coalesce(href, key), ?3, 0 FROM url WHERE id = ?1"
        " ON CONFLICT (page) DO UPDATE SET serial = excluded.serial, href = excluded.href,"
        " rdf = excluded.rdf, removed = 0");
    Statement fresh = database_.prepare("UPDATE page SET stale = 0 WHERE id = ?");
    for (const SummaryRecord& summary : summaries) {
      const std::string blob = compress_text(summary.rdf);
      if (auto done = put.bind_all(summary.page, ++serial, Blob{blob}).run(); !done) return done;
      if (auto done = fresh.bind_all(summary.page).run(); !done) return done;
    }
    return {};
  });
}

Result<std::optional<SummaryRecord>> SqlSummaries::get(UrlId page) {
  Statement select = database_.prepare("SELECT " + std::string(kSummaryColumns) +
                                       ", rdf FROM summary WHERE page = ? AND removed = 0");
  select.bind_all(page);
  if (!select.step()) {
    if (select.failed()) return select.error();
    return std::optional<SummaryRecord>();
  }
  SummaryRecord record = read_summary(select);
  TRY_AS(rdf, uncompress_text(select.view(4)));
  record.rdf = std::move(*rdf);
  return std::optional<SummaryRecord>(std::move(record));
}

Result<bool> SqlSummaries::has(UrlId page) {
  Statement select = database_.prepare("SELECT 1 FROM summary WHERE page = ? AND removed = 0");
  select.bind_all(page);
  const bool found = select.step();
  if (select.failed()) return select.error();
  return found;
}

Result<std::vector<SummaryRecord>> SqlSummaries::after(std::int64_t serial, int limit) {
  Statement select = database_.prepare("SELECT " + std::string(kSummaryColumns) +
                                       " FROM summary WHERE serial > ? ORDER BY serial LIMIT ?");
  select.bind_all(serial, limit);
  std::vector<SummaryRecord> out;
  while (select.step()) out.push_back(read_summary(select));
  if (select.failed()) return select.error();
  return out;
}

Result<std::int64_t> SqlSummaries::last_serial() {
  Statement last = database_.prepare("SELECT coalesce(max(serial), 0) FROM summary");
  if (!last.step()) return last.error();
  return last.integer(0);
}

}  // namespace porthole::repository
