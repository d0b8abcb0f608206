#include "repository/sql/sql_repository.h"

#include <initializer_list>
#include <utility>

#include "repository/sql/rows.h"

namespace porthole::repository {
namespace {

/// One pass over the table without an index: grouped by state, it takes twice as long. A URL that
/// is a page or an alias had an answer that counts at its last try.
Result<void> count_states(Database& database, Counts& counts) {
  Statement states = database.prepare(
      "SELECT count(*), count(*) FILTER (WHERE state = 0), count(*) FILTER (WHERE state = 1),"
      " count(*) FILTER (WHERE state = 2), count(*) FILTER (WHERE state = 3),"
      " CAST(coalesce(sum(tries), 0) AS BIGINT),"
      " count(*) FILTER (WHERE state IN (1, 2) AND tries > 0) FROM url");
  if (!states.step()) return states.error();
  counts.urls = states.integer(0);
  counts.queued = states.integer(1);
  counts.fetched = states.integer(2);
  counts.alias = states.integer(3);
  counts.dropped = states.integer(4);
  counts.requests = states.integer(5);
  counts.failures = counts.requests - states.integer(6);
  return {};
}

Result<void> count_rows(Database& database, Counts& counts) {
  Statement rest = database.prepare(
      std::string("SELECT (SELECT count(*) FROM page WHERE relevant <> 0), (SELECT count(*) FROM "
                  "page WHERE duplicate_of <> 0),") +
      " (SELECT count(*) FROM link), (SELECT count(*) FROM host), (SELECT count(DISTINCT site) "
      "FROM url WHERE state = 1),"
      " (SELECT count(*) FROM summary WHERE removed = 0),"
      " (SELECT count(*) FROM page WHERE stale <> 0 AND duplicate_of = 0 AND noindex = 0" +
      kNotGone +
      "), (SELECT count(*) FROM page_failure WHERE gone = 0),"
      " (SELECT count(*) FROM page_failure WHERE gone <> 0)");
  if (!rest.step()) return rest.error();
  counts.relevant = rest.integer(0);
  counts.duplicates = rest.integer(1);
  counts.links = rest.integer(2);
  counts.hosts = rest.integer(3);
  counts.sites = rest.integer(4);
  counts.summaries = rest.integer(5);
  counts.stale = rest.integer(6);
  counts.failing = rest.integer(7);
  counts.gone = rest.integer(8);
  return {};
}

Result<void> count_reasons(Database& database, Counts& counts) {
  Statement reasons = database.prepare(
      "SELECT reason, count(*), state FROM url WHERE state IN (2, 3) GROUP BY state, reason"
      " ORDER BY count(*) DESC, reason");
  while (reasons.step()) {
    auto& list = static_cast<UrlState>(reasons.small(2)) == UrlState::kAlias ? counts.alias_reasons
                                                                             : counts.reasons;
    list.emplace_back(static_cast<DropReason>(reasons.small(0)), reasons.integer(1));
  }
  if (reasons.failed()) return reasons.error();
  return {};
}

/// The oldest duplicate of a removed page becomes the original of the others. The table heir has
/// these.
constexpr const char* kPassOn[] = {
    "UPDATE page SET duplicate_of = heir.id FROM heir WHERE page.duplicate_of = heir.original",
    "UPDATE page SET duplicate_of = 0, stale = stale + 1 WHERE id IN (SELECT id FROM heir)",
};

/// Links of a removed page no longer count; those of the new original do.
constexpr const char* kToldByChosen =
    "SELECT target FROM link WHERE source IN (SELECT id FROM chosen UNION SELECT id FROM heir)"
    " UNION SELECT target FROM closed_link WHERE source IN (SELECT id FROM chosen)";

/// The members of removed containers (MemberPages).
constexpr const char* kChooseMembers =
    "INSERT INTO chosen SELECT id FROM url WHERE key LIKE '%#%'"
    " AND found_on IN (SELECT id FROM chosen) AND id NOT IN (SELECT id FROM chosen)";

constexpr const char* kRemoveSummaries =
    "UPDATE summary SET removed = 1, serial = (SELECT max(serial) FROM summary) + page"
    " WHERE page IN (SELECT id FROM chosen)";

/// Takes the pages of the table chosen out of all others.
constexpr const char* kRemoveChosen[] = {
    kRemoveSummaries,
    "DELETE FROM page WHERE id IN (SELECT id FROM chosen)",  // First: a trigger reads its links.
    "DELETE FROM link WHERE source IN (SELECT id FROM chosen)",
    "DELETE FROM closed_link WHERE source IN (SELECT id FROM chosen)",
    "DELETE FROM score WHERE page IN (SELECT id FROM chosen)",
    "DELETE FROM page_importance WHERE page IN (SELECT id FROM chosen)",
    "DELETE FROM page_visit WHERE page IN (SELECT id FROM chosen)",
    "DELETE FROM page_failure WHERE page IN (SELECT id FROM chosen)",
    "DELETE FROM page_property WHERE page IN (SELECT id FROM chosen)",
    "DELETE FROM page_block WHERE page IN (SELECT id FROM chosen)",
    "DELETE FROM page_text WHERE id IN (SELECT id FROM chosen)",
};

}  // namespace

SqlRepository::SqlRepository(std::unique_ptr<Database> database)
    : database_(std::move(database)),
      urls_(*database_),
      pages_(*database_),
      links_(*database_),
      scores_(*database_),
      score_changes_(*database_, scores_),
      summaries_(*database_),
      crawl_({*database_, urls_, pages_, links_, scores_}) {}

Result<Counts> SqlRepository::counts() {
  Counts counts;
  for (const auto count : {count_states, count_rows, count_reasons}) {
    TRY(count(*database_, counts));
  }
  return counts;
}

Result<Repository::Removed> SqlRepository::remove_url(std::string_view key) {
  return remove_where("key = ?1", key);
}

Result<Repository::Removed> SqlRepository::remove_host(std::string_view host) {
  return remove_where("host = ?1", host);
}

// Temporary tables of the rows to delete, with everything that depends on them, and of the rows
// that change as a consequence.
Result<void> SqlRepository::choose(const std::string& condition, std::string_view value) {
  for (const std::string& sql : std::initializer_list<std::string>{
           "CREATE TEMP TABLE IF NOT EXISTS chosen (id BIGINT PRIMARY KEY)",
           "CREATE TEMP TABLE IF NOT EXISTS heir (id BIGINT PRIMARY KEY, original BIGINT)",
           "DELETE FROM chosen", "DELETE FROM heir"}) {
    if (auto done = database_->execute(sql); !done) return done;
  }
  Statement choosing = database_->prepare(
      "WITH RECURSIVE same (id) AS (SELECT id FROM url WHERE " + condition +
      " UNION SELECT u.id FROM same JOIN url u ON u.alias_of = same.id WHERE u.alias_of <> 0)"
      " INSERT INTO chosen SELECT id FROM same");
  TRY(choosing.bind_all(value).run());
  constexpr int kMostNested = 3;  // A member may have members.
  for (int level = 0; level < kMostNested; ++level) TRY(database_->execute(kChooseMembers));
  return database_->execute(
      "INSERT INTO heir (id, original) SELECT id, duplicate_of FROM (SELECT id, duplicate_of,"
      " row_number() OVER (PARTITION BY duplicate_of ORDER BY fetch_order, id) AS place FROM page"
      " WHERE duplicate_of IN (SELECT id FROM chosen) AND id NOT IN (SELECT id FROM chosen)) ranked"
      " WHERE place = 1");
}

Result<void> SqlRepository::take_out_chosen() {
  for (const char* sql : kPassOn) {
    if (auto ran = database_->execute(sql); !ran) return ran;
  }
  TRY(database_->execute(mark_told(database_->dialect(), kToldByChosen)));
  for (const char* sql : kRemoveChosen) {
    if (auto ran = database_->execute(sql); !ran) return ran;
  }
  return {};
}

Result<Repository::Removed> SqlRepository::remove_where(const std::string& condition,
                                                        std::string_view value) {
  Removed removed;
  TRY_AS(done, database_->transaction([&]() -> Result<void> {
    removed = {};
    if (auto forgotten = forget_state_name(*database_); !forgotten) return forgotten;
    if (auto chosen = choose(condition, value); !chosen) return chosen;
    Statement places = database_->prepare(
        "SELECT archive_file, archive_offset FROM page WHERE id IN (SELECT id FROM chosen)");
    while (places.step()) {
      ++removed.pages;
      if (!places.view(0).empty()) removed.archive.emplace_back(places.text(0), places.integer(1));
    }
    if (places.failed()) return places.error();
    if (auto taken = take_out_chosen(); !taken) return taken;
    const UrlStatus removed_url =
        *after({UrlState::kFetched, DropReason::kNone}, UrlEvent::kRemove);
    return database_
        ->prepare(
            "UPDATE url SET detail = CASE WHEN alias_of = 0 THEN '' ELSE 'it led to a page that "
            "was' END, state = ?,"
            " reason = ?, alias_of = 0 WHERE id IN (SELECT id FROM chosen)")
        .bind_all(number_of(removed_url.state), number_of(removed_url.reason))
        .run();
  }));
  return removed;
}

}  // namespace porthole::repository
