#include "repository/sql/sql_scores.h"

#include <cmath>
#include <string>
#include <unordered_map>
#include <utility>

#include "repository/sql/rows.h"

namespace porthole::repository {

namespace {

ScoreRecord read_score(const Statement& row) { return {row.integer(0), row.real(1), row.real(2)}; }

/// A score that moved by less than a twentieth of itself stays as it was: no reader sees it, and
/// one new page moves all scores of a distillation a little.
void keep_near(double& score, double before) {
  constexpr double kSeen = 0.05;
  if (std::abs(score - before) < kSeen * before) score = before;
}

/// Pages whose scores are not as before.
struct Restated {
  std::vector<UrlId> pages;
  std::vector<UrlId> annotators;  ///< Those of them whose authority is not.
};

/// Keeps those of `scores` that are near the ones of `before`, which they replace.
Restated restate(std::vector<ScoreRecord>& scores, std::unordered_map<UrlId, ScoreRecord> before) {
  Restated restated;
  for (ScoreRecord& score : scores) {
    const auto old = before.find(score.page);
    const bool is_new = old == before.end();
    if (!is_new) keep_near(score.authority, old->second.authority);
    if (!is_new) keep_near(score.hub, old->second.hub);
    const bool authority = is_new || old->second.authority != score.authority;
    if (authority || old->second.hub != score.hub) restated.pages.push_back(score.page);
    if (authority) restated.annotators.push_back(score.page);
    if (!is_new) before.erase(old);
  }
  for (const auto& [page, score] : before) {
    restated.pages.push_back(page);
    restated.annotators.push_back(page);
  }
  return restated;
}

/// Marks everything stale that `annotators` link to, aliases and duplicates included, in one
/// statement.
Result<void> tell_targets(Database& database, const std::vector<UrlId>& annotators) {
  if (annotators.empty()) return {};
  auto done = database.execute(
      "CREATE TEMP TABLE IF NOT EXISTS restated (page BIGINT PRIMARY KEY); DELETE FROM restated");
  Bulk pages = database.bulk({BulkPlan::Kind::kReplace, "restated", {{"page", ColumnType::kBig}}});
  for (const UrlId page : annotators) {
    if (done) done = pages.add(page);
  }
  if (done) done = pages.finish();
  if (!done) return done;
  // Most URLs that a crawl knows are neither pages nor aliases: they need not be followed.
  const auto told_by = [](const std::string& links) {
    return "SELECT l.target FROM restated r JOIN " + links +
           " l ON l.source = r.page JOIN url u ON u.id = l.target WHERE u.alias_of <> 0"
           " OR EXISTS (SELECT 1 FROM page p WHERE p.id = l.target)";
  };
  return database.execute(
      mark_told(database.dialect(), told_by("link") + " UNION " + told_by("closed_link")));
}

/// Fills the temporary table `name` with numbers of pages.
template <class Rows, class Add>
Result<void> fill_temporary(Database& database, BulkPlan plan, const std::string& columns,
                            const Rows& rows, const Add& add) {
  const std::string name = plan.table;
  auto done = database.execute("CREATE TEMP TABLE IF NOT EXISTS " + name + " (" + columns +
                               "); DELETE FROM " + name);
  Bulk bulk = database.bulk(std::move(plan));
  for (const auto& row : rows) {
    if (done) done = add(bulk, row);
  }
  return done ? bulk.finish() : done;
}

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

SqlScores::SqlScores(Database& database)
    : database_(database),
      select_(database.prepare("SELECT page, hub, authority FROM score WHERE page = ?")) {}

Result<void> SqlScores::put(const std::vector<ScoreRecord>& scores) {
  return database_.transaction([&] { return write(scores); });
}

Result<void> SqlScores::put_distilled(const std::vector<ScoreRecord>& scores,
                                      const ScoreScale& scale) {
  return database_.transaction([&]() -> Result<void> {
    if (auto done = write(scores); !done || scale.authority <= 0 || scale.hub <= 0) return done;
    return database_
        .prepare(
            "INSERT INTO distillation (id, rho, authority_scale, hub_scale) VALUES (1, ?, ?, ?)")
        .bind_all(scale.rho, scale.authority, scale.hub)
        .run();
  });
}

Result<void> SqlScores::write(const std::vector<ScoreRecord>& scores) {
  Stored before;
  auto done = for_each([&](const ScoreRecord& score) {
    before.emplace(score.page, score);
    return true;
  });
  if (done) {
    done =
        database_.execute("DELETE FROM score; DELETE FROM distillation; DELETE FROM page_change");
  }
  return done ? replace(scores, before) : done;
}

Result<void> SqlScores::write_some(const std::vector<ScoreRecord>& scores) {
  Stored before;
  std::vector<UrlId> pages;
  std::vector<ScoreRecord> present;  // Without those that leave a page without a score.
  for (const ScoreRecord& score : scores) {
    TRY_AS(old, get(score.page));
    if (*old) before.emplace(score.page, **old);
    pages.push_back(score.page);
    if (score.hub > 0 || score.authority > 0) present.push_back(score);
  }
  auto done = run_for_ids(database_, "DELETE FROM score WHERE page IN ", pages);
  return done ? replace(std::move(present), before) : done;
}

Result<void> SqlScores::replace(std::vector<ScoreRecord> scores, const Stored& before) {
  const Restated restated = restate(scores, before);
  auto done = fill_temporary(
      database_,
      {BulkPlan::Kind::kReplace,
       "new_score",
       {{"page", ColumnType::kBig}, {"hub", ColumnType::kReal}, {"authority", ColumnType::kReal}}},
      "page BIGINT PRIMARY KEY, hub DOUBLE PRECISION, authority DOUBLE PRECISION", scores,
      [](Bulk& bulk, const ScoreRecord& s) { return bulk.add(s.page, s.hub, s.authority); });
  if (done) {
    done = database_.execute(
        "INSERT INTO score (page, hub, authority) SELECT n.page, n.hub, n.authority FROM new_score "
        "n JOIN page p ON p.id = n.page");
  }
  if (done) {
    done = run_for_ids(database_, "UPDATE page SET stale = stale + 1 WHERE id IN ", restated.pages);
  }
  return done ? tell_targets(database_, restated.annotators) : done;
}

Result<void> SqlScores::put_judgements(const std::vector<JudgementRecord>& judgements) {
  if (judgements.empty()) return {};
  return database_.transaction([&]() -> Result<void> {
    if (auto forgotten = forget_state_name(database_); !forgotten) return forgotten;
    Bulk put = database_.bulk({BulkPlan::Kind::kUpdate,
                               "page",
                               {{"id", ColumnType::kBig},
                                {"relevance", ColumnType::kReal},
                                {"relevant", ColumnType::kSmall},
                                {"topic", ColumnType::kText}}});
    std::vector<UrlId> pages;
    for (const JudgementRecord& judged : judgements) {
      TRY(put.add(judged.page, judged.relevance.value(), judged.relevant, judged.topic));
      pages.push_back(judged.page);
    }
    auto done = put.finish();
    if (done)
      done = run_for_ids(database_, "UPDATE page SET stale = stale + 1 WHERE id IN ", pages);
    if (!done) return done;
    return tell_targets(database_, pages);
  });
}

Result<void> SqlScores::put_importance(const std::vector<std::pair<UrlId, double>>& importance) {
  return database_.transaction([&]() -> Result<void> {
    if (auto forgotten = forget_state_name(database_); !forgotten) return forgotten;
    auto done =
        fill_temporary(database_,
                       {BulkPlan::Kind::kReplace,
                        "new_importance",
                        {{"page", ColumnType::kBig}, {"importance", ColumnType::kReal}}},
                       "page BIGINT PRIMARY KEY, importance DOUBLE PRECISION", importance,
                       [](Bulk& bulk, const auto& row) { return bulk.add(row.first, row.second); });
    if (!done) return done;
    return database_.execute(
        "UPDATE page SET stale = stale + 1 WHERE abs("
        "coalesce((SELECT importance FROM new_importance n WHERE n.page = page.id), -1) -"
        " coalesce((SELECT importance FROM page_importance f WHERE f.page = page.id), -1)) >= "
        "0.001;"
        "DELETE FROM page_importance;"
        "INSERT INTO page_importance (page, importance) SELECT n.page, n.importance FROM "
        "new_importance n JOIN page p ON p.id = n.page");
  });
}

Result<std::optional<ScoreRecord>> SqlScores::get(UrlId page) {
  select_.bind_all(page);
  std::optional<ScoreRecord> found;
  if (select_.step()) found = read_score(select_);
  if (select_.failed()) return select_.error();
  select_.reset();
  return found;
}

Result<void> SqlScores::for_each(const std::function<bool(const ScoreRecord&)>& visit) {
  Statement select = database_.scan("SELECT page, hub, authority FROM score ORDER BY page");
  while (select.step()) {
    if (!visit(read_score(select))) break;
  }
  if (select.failed()) return select.error();
  return {};
}

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
