#include "repository/sql/sql_score_changes.h"

#include <string>
#include <utility>

#include "repository/sql/rows.h"

namespace porthole::repository {
namespace {

// Chains of aliases and copies are shorter (gatherer/strategies/crawl_snapshot.h).
constexpr std::size_t kMostSteps = 64;

/// Every row of `table`, with the columns of a ScoredPage where it is a page that counts, and NULL
/// where it is not, so that the rows tell how many links there are. `condition`: on url u.
std::string with_scores(const std::string& table, const char* condition) {
  return " SELECT x.id, u.site, p.relevance, coalesce(s.hub, 0), coalesce(s.authority, 0) FROM " +
         table + " x LEFT JOIN page p ON p.id = x.id AND p.duplicate_of = 0" +
         " LEFT JOIN url u ON u.id = p.id" + condition + " LEFT JOIN score s ON s.page = p.id";
}

std::string citing_sql(Dialect dialect) {
  return same_pages(dialect, seed_of_one(dialect)) +
         ", source_page (id) AS (SELECT DISTINCT l.source FROM same JOIN link l ON l.target = "
         "same.id LIMIT ?2)" +
         with_scores("source_page", "");
}

/// Originals of the pages that `seed` leads to.
std::string originals_sql(Dialect dialect, const std::string& seed) {
  return told_pages(dialect, seed) + with_scores("told", " AND u.alias_of = 0");
}

std::string cited_sql(Dialect dialect, const std::string& table) {
  return originals_sql(dialect, "SELECT t.target FROM (SELECT DISTINCT target FROM " + table +
                                    " WHERE source = ?1 LIMIT ?2) t");
}

}  // namespace

Result<std::optional<ScoreScale>> SqlScoreChanges::scale() {
  Statement select = database_.prepare("SELECT rho, authority_scale, hub_scale FROM distillation");
  const bool found = select.step();
  if (select.failed()) return select.error();
  if (!found) return std::optional<ScoreScale>();
  return std::optional(ScoreScale{select.real(0), select.real(1), select.real(2)});
}

Result<std::vector<ScoreChanges::Logged>> SqlScoreChanges::logged(std::size_t most) {
  Statement select =
      database_.prepare("SELECT serial, page FROM page_change ORDER BY serial LIMIT ?");
  select.bind_all(static_cast<std::int64_t>(most));
  std::vector<Logged> out;
  while (select.step()) out.push_back({select.integer(0), select.integer(1)});
  if (select.failed()) return select.error();
  return out;
}

Result<std::optional<ScoreChanges::ScoredPage>> SqlScoreChanges::original(UrlId url) {
  if (!original_) {
    const Dialect dialect = database_.dialect();
    original_.emplace(database_.prepare(originals_sql(dialect, seed_of_one(dialect))));
  }
  TRY_AS(found, read(original_->bind_all(url), kMostSteps));
  if (!*found || (*found)->empty()) return std::optional<ScoredPage>();
  return std::optional((*found)->front());
}

Result<ScoreChanges::Neighbours> SqlScoreChanges::citing(UrlId url, std::size_t most) {
  if (!citing_) citing_.emplace(database_.prepare(citing_sql(database_.dialect())));
  return read(citing_->bind_all(url, static_cast<std::int64_t>(most) + 1), most);
}

Result<ScoreChanges::Neighbours> SqlScoreChanges::cited(UrlId page, std::size_t most) {
  if (!cited_) cited_.emplace(database_.prepare(cited_sql(database_.dialect(), "link")));
  return read(cited_->bind_all(page, static_cast<std::int64_t>(most) + 1), most);
}

Result<ScoreChanges::Neighbours> SqlScoreChanges::cited_before(UrlId page, std::size_t most) {
  if (!cited_before_) {
    cited_before_.emplace(database_.prepare(cited_sql(database_.dialect(), "closed_link")));
  }
  return read(cited_before_->bind_all(page, static_cast<std::int64_t>(most) + 1), most);
}

Result<ScoreChanges::Neighbours> SqlScoreChanges::read(Statement& select, std::size_t most) {
  std::vector<ScoredPage> pages;
  std::size_t rows = 0;
  while (select.step()) {
    ++rows;
    if (select.is_null(1)) continue;
    pages.push_back(
        {select.integer(0), select.text(1), select.real(2), select.real(3), select.real(4)});
  }
  if (select.failed()) return select.error();
  select.reset();
  return rows > most ? std::nullopt : std::optional(std::move(pages));
}

Result<void> SqlScoreChanges::put(const std::vector<ScoreRecord>& scores,
                                  const std::vector<Logged>& settled) {
  return database_.transaction([&]() -> Result<void> {
    std::vector<std::int64_t> serials;
    for (const Logged& row : settled) serials.push_back(row.serial);
    auto done = run_for_ids(database_, "DELETE FROM page_change WHERE serial IN ", serials);
    return done ? scores_.write_some(scores) : done;
  });
}

}  // namespace porthole::repository
