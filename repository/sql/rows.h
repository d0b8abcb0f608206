#pragma once

/// Columns of the tables as records.
///
/// Private to repository/. Thread safety: pure functions.

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "repository/buckets.h"
#include "repository/query_rows.h"
#include "repository/records.h"
#include "repository/sql/database.h"

namespace porthole::repository {

/// The columns of a table, and how many there are. A read_ function takes them from `first` on.
inline const std::string kUrlColumns =
    "u.id, u.key, u.href, u.host, u.site, u.state, u.reason, u.detail, u.priority, u.hops,"
    " u.redirects, u.tries, u.not_before, u.seed, u.found_on, u.alias_of";
inline constexpr int kUrlColumnCount = 16;
UrlRecord read_url(const Statement& row, int first = 0);

/// The text of the page is not among them.
inline const std::string kPageColumns =
    "p.id, p.fetch_order, p.fetched_at, p.http_status, p.etag, p.last_modified, p.digest, p.bytes,"
    " p.truncated, p.relevance, p.relevant, p.topic, p.duplicate_of, p.noindex, p.nosnippet,"
    " p.noarchive, p.archive_file, p.archive_offset, p.parse_status, p.parse_detail, p.title,"
    " p.description, p.language, p.charset, p.media_type, p.canonical, p.published, p.modified,"
    " p.links_cut, (SELECT importance FROM page_importance WHERE page = p.id)";
inline constexpr int kPageColumnCount = 30;
PageRecord read_page(const Statement& row, int first = 0);

/// Source, position, target, the href of the target, and the annotations.
inline const std::string kLinkColumns =
    "l.source, l.position, l.target, coalesce(t.href, t.key), l.element, l.anchor, l.title, l.alt,"
    " l.name, l.onmouseover, l.rel, l.before, l.after, l.heading, l.fragment, l.place";
inline constexpr int kLinkColumnCount = 16;
LinkRecord read_link(const Statement& row, int first = 0);

/// The tables of a database that questions are asked of: without those that the program keeps for
/// itself. `select` gives names of tables and of columns, in order of tables.
/// Errors: those of the statement.
Result<std::vector<QueryTable>> read_tables(Statement& select);

/// A condition on page, with AND before it.
inline const std::string kNotGone =
    " AND NOT EXISTS (SELECT 1 FROM page_failure f WHERE f.page = page.id AND f.gone <> 0)";

/// "SELECT ?1", a number, as a seed. PostgreSQL has to be told the type; SQLite would take an index
/// of the whole table for the comparison with a number that was cast.
std::string seed_of_one(Dialect dialect);
/// The recursive table `same (id)`: `seed` (a SELECT), and the URLs that are aliases or copies of
/// one in it.
std::string same_pages(Dialect dialect, const std::string& seed);
/// The recursive table `told (id)`: `seed`, and the pages that one in it is an alias or a copy of.
std::string told_pages(Dialect dialect, const std::string& seed);
/// Summaries state relevances with four decimals.
inline bool is_stated_alike(double a, double b) {
  return std::round(a * 10000) == std::round(b * 10000);
}

/// A statement that marks the summaries of the pages in `told` stale.
std::string mark_told(Dialect dialect, const std::string& seed);

/// CrawlState::state_name() is "" from now on: to be called by whatever changes what it names.
/// Requires: a transaction. Errors: those of the statement.
Result<void> forget_state_name(Database& database);

/// PostgreSQL: the column `hash` of url, 64 bits of the key. It is stored: this function must not
/// change.
std::int64_t hash_of(std::string_view key);

/// A text as PostgreSQL takes it: NUL and bytes that are not UTF-8 become U+FFFD. `changed` has the
/// result if there were any.
std::string_view storable(std::string_view text, std::string& changed);

/// An enumerator as it is stored.
template <class Enum>
constexpr int number_of(Enum value) {
  return static_cast<int>(value);
}

}  // namespace porthole::repository
