#include "repository/sql/rows.h"

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text/utf8.h"
#include "base/url/site.h"

namespace porthole::repository {
namespace {

/// A part of a recursive query: what follows from a row of it.
struct Step {
  const char* select;
  const char* from;
  const char* where;
};

// SQLite knows recursive queries of several parts, and no LATERAL; PostgreSQL the reverse.
std::string closure(Dialect dialect, const std::string& table, const std::string& seed,
                    const Step& first, const Step& second) {
  std::string sql = "WITH RECURSIVE " + table + " (id) AS (" + seed;
  if (dialect == Dialect::kSqlite) {
    for (const Step* step : {&first, &second}) {
      sql += std::string(" UNION SELECT ") + step->select + " FROM " + table + " JOIN " +
             step->from + " ON " + step->where;
    }
    return sql + ")";
  }
  const auto part = [](const Step& step) {
    return std::string("SELECT ") + step.select + " FROM " + step.from + " WHERE " + step.where;
  };
  return sql + " UNION SELECT x.* FROM " + table + " CROSS JOIN LATERAL (" + part(first) +
         " UNION ALL " + part(second) + ") x)";
}

/// True for tables that the program keeps for itself: state of the crawl and its scores, and what a
/// computation of `mine` works with.
bool is_bookkeeping(std::string_view table) {
  constexpr std::array<std::string_view, 7> kTables = {
      "meta", "distillation", "page_change", "todo", "leads", "next_hubs", "next_auth"};
  return std::find(kTables.begin(), kTables.end(), table) != kTables.end();
}

}  // namespace

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
  url.reason = static_cast<DropReason>(row.small(c++));
  url.detail = row.text(c++);
  url.priority = row.real(c++);
  url.hops = row.small(c++);
  url.redirects = row.small(c++);
  url.tries = row.small(c++);
  url.not_before = row.time(c++);
  url.seed = row.small(c++) != 0;
  url.found_on = row.integer(c++);
  url.alias_of = row.integer(c++);
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
  if (!row.is_null(c)) page.importance = row.real(c);
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
  link.place = static_cast<LinkPlace>(row.small(c++));
  return record;
}

std::int64_t hash_of(std::string_view key) {
  return static_cast<std::int64_t>(XXH3_64bits(key.data(), key.size()));
}

int bucket_of(std::string_view site) {
  std::string domain;
  if (site.find("://") != std::string_view::npos) {
    if (const Result<Url> prefix = Url::parse(site)) domain = site_of(*prefix);
  }
  const std::string_view name = domain.empty() ? site : domain;
  return static_cast<int>(XXH3_64bits(name.data(), name.size()) % kBuckets);
}

std::string seed_of_one(Dialect dialect) {
  return dialect == Dialect::kSqlite ? "SELECT ?1" : "SELECT CAST(?1 AS BIGINT)";
}

std::string same_pages(Dialect dialect, const std::string& seed) {
  return closure(dialect, "same", seed,
                 {"u.id", "url u", "u.alias_of = same.id AND u.alias_of <> 0"},
                 {"d.id", "page d", "d.duplicate_of = same.id AND d.duplicate_of <> 0"});
}

std::string told_pages(Dialect dialect, const std::string& seed) {
  return closure(dialect, "told", seed,
                 {"u.alias_of", "url u", "u.id = told.id AND u.alias_of <> 0"},
                 {"p.duplicate_of", "page p", "p.id = told.id AND p.duplicate_of <> 0"});
}

std::string mark_told(Dialect dialect, const std::string& seed) {
  return told_pages(dialect, seed) +
         " UPDATE page SET stale = stale + 1 WHERE id IN (SELECT id FROM told)";
}

Result<std::vector<QueryTable>> read_tables(Statement& select) {
  std::vector<QueryTable> tables;
  while (select.step()) {
    if (is_bookkeeping(select.view(0))) continue;
    if (tables.empty() || tables.back().name != select.view(0))
      tables.push_back({select.text(0), {}});
    tables.back().columns.push_back(select.text(1));
  }
  if (select.failed()) return select.error();
  return tables;
}

std::string_view storable(std::string_view text, std::string& changed) {
  std::size_t at = 0;
  const auto skip_valid = [&] {
    while (at < text.size()) {
      const auto byte = static_cast<unsigned char>(text[at]);
      if (byte != 0 && byte < 0x80) {
        ++at;
        continue;
      }
      const Character c = decode_utf8(text, at);
      if (!c.valid || c.code == 0) return;
      at += c.length;
    }
  };
  skip_valid();
  if (at == text.size()) return text;
  changed.clear();
  for (std::size_t from = 0; from < text.size();) {
    changed.append(text, from, at - from);
    if (at < text.size()) {
      append_utf8(changed, kReplacement);
      at += decode_utf8(text, at).length;
    }
    from = at;
    skip_valid();
  }
  return changed;
}

// No row of meta is locked where there is none, so that several gatherers do not wait here.
Result<void> forget_state_name(Database& database) {
  return database.execute("DELETE FROM meta WHERE name = 'state_name'");
}

}  // namespace porthole::repository
