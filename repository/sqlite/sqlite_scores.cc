#include "repository/sqlite/sqlite_scores.h"

#include <unordered_map>

namespace porthole::repository {
namespace {

ScoreRecord read_score(const Statement& row) { return {row.integer(0), row.real(1), row.real(2)}; }

/// Pages whose scores are not stated as before.
struct Restated {
  std::vector<UrlId> pages;
  std::vector<UrlId> annotators;  ///< Those of them whose authority is not.
};

Result<Restated> restated_by(const std::vector<ScoreRecord>& scores, Scores& stored) {
  std::unordered_map<UrlId, ScoreRecord> before;
  auto read = stored.for_each([&](const ScoreRecord& score) {
    before.emplace(score.page, score);
    return true;
  });
  if (!read) return fail(read.error());
  Restated restated;
  for (const ScoreRecord& score : scores) {
    const auto old = before.find(score.page);
    const bool is_new = old == before.end();
    const bool authority =
        is_new || stated_score(old->second.authority) != stated_score(score.authority);
    const bool hub = is_new || stated_score(old->second.hub) != stated_score(score.hub);
    if (authority || hub) restated.pages.push_back(score.page);
    if (authority) restated.annotators.push_back(score.page);
    if (!is_new) before.erase(old);
  }
  for (const auto& [page, score] : before) {
    restated.pages.push_back(page);
    restated.annotators.push_back(page);
  }
  return restated;
}

Result<void> run_for_each(Database& database, const char* statement,
                          const std::vector<UrlId>& pages) {
  Statement prepared = database.prepare(statement);
  for (const UrlId page : pages) {
    if (auto done = prepared.bind_all(page).run(); !done) return done;
  }
  return {};
}

/// Marks everything stale that `annotators` link to, aliases and duplicates included, in one
/// statement.
Result<void> tell_targets(Database& database, const std::vector<UrlId>& annotators) {
  if (annotators.empty()) return {};
  auto done = database.execute(
      "CREATE TEMP TABLE IF NOT EXISTS restated (page INTEGER PRIMARY KEY); DELETE FROM restated");
  if (done) done = run_for_each(database, "INSERT OR IGNORE INTO restated VALUES (?)", annotators);
  if (!done) return done;
  return database.execute(
      "WITH RECURSIVE told (id) AS (SELECT l.target FROM restated r JOIN link l ON l.source = "
      "r.page"
      " UNION SELECT l.target FROM restated r JOIN closed_link l ON l.source = r.page"
      " UNION SELECT u.alias_of FROM told JOIN url u ON u.id = told.id WHERE u.alias_of <> 0"
      " UNION SELECT p.duplicate_of FROM told JOIN page p ON p.id = told.id WHERE p.duplicate_of "
      "<> 0)"
      " UPDATE page SET stale = stale + 1 WHERE id IN (SELECT id FROM told)");
}

}  // namespace

SqliteScores::SqliteScores(Database& database)
    : database_(database),
      select_(database, "SELECT page, hub, authority FROM score WHERE page = ?") {}

Result<void> SqliteScores::put(const std::vector<ScoreRecord>& scores) {
  return database_.transaction([&] { return write(scores); });
}

Result<void> SqliteScores::write(const std::vector<ScoreRecord>& scores) {
  const Result<Restated> restated = restated_by(scores, *this);
  if (!restated) return fail(restated.error());
  if (auto done = database_.execute("DELETE FROM score"); !done) return done;
  Statement put = database_.prepare("INSERT INTO score SELECT id, ?2, ?3 FROM page WHERE id = ?1");
  for (const ScoreRecord& score : scores) {
    if (auto done = put.bind_all(score.page, score.hub, score.authority).run(); !done) return done;
  }
  if (auto done = run_for_each(database_, "UPDATE page SET stale = stale + 1 WHERE id = ?",
                               restated->pages);
      !done) {
    return done;
  }
  return tell_targets(database_, restated->annotators);
}

Result<void> SqliteScores::put_judgements(const std::vector<JudgementRecord>& judgements) {
  return database_.transaction([&]() -> Result<void> {
    Statement put = database_.prepare(
        "UPDATE page SET relevance = ?, relevant = ?, topic = ?, stale = stale + 1 WHERE id = ?");
    std::vector<UrlId> pages;
    for (const JudgementRecord& judged : judgements) {
      auto done =
          put.bind_all(judged.relevance.value(), judged.relevant, judged.topic, judged.page).run();
      if (!done) return done;
      pages.push_back(judged.page);
    }
    return tell_targets(database_, pages);
  });
}

Result<void> SqliteScores::put_importance(const std::vector<std::pair<UrlId, double>>& importance) {
  return database_.transaction([&]() -> Result<void> {
    if (auto done = database_.execute(
            "CREATE TEMP TABLE former_importance AS SELECT * FROM page_importance;"
            "DELETE FROM page_importance");
        !done) {
      return done;
    }
    Statement put = database_.prepare(
        "INSERT OR REPLACE INTO page_importance SELECT id, ?2 FROM page WHERE id = ?1");
    for (const auto& [page, value] : importance) {
      if (auto done = put.bind_all(page, value).run(); !done) return done;
    }
    return database_.execute(
        "UPDATE page SET stale = stale + 1 WHERE abs("
        "coalesce((SELECT importance FROM page_importance n WHERE n.page = id), -1) -"
        " coalesce((SELECT importance FROM former_importance f WHERE f.page = id), -1)) >= 0.001;"
        "DROP TABLE former_importance");
  });
}

Result<std::optional<ScoreRecord>> SqliteScores::get(UrlId page) {
  select_.bind_all(page);
  std::optional<ScoreRecord> found;
  if (select_.step()) found = read_score(select_);
  if (select_.failed()) return select_.error();
  select_.reset();
  return found;
}

Result<void> SqliteScores::for_each(const std::function<bool(const ScoreRecord&)>& visit) {
  Statement select = database_.prepare("SELECT page, hub, authority FROM score ORDER BY page");
  while (select.step()) {
    if (!visit(read_score(select))) break;
  }
  if (select.failed()) return select.error();
  return {};
}

}  // namespace porthole::repository
