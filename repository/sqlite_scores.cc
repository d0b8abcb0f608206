// What distillation reads and writes: who links to whom, and the scores of pages.

#include <unordered_map>

#include "repository/sqlite_repository.h"

namespace porthole::repository {
namespace {

ScoreRecord read_score(const Statement& row) { return {row.integer(0), row.real(1), row.real(2)}; }

/// The pages whose scores in `repository` are not those of `scores`.
Result<std::vector<UrlId>> changed_pages(Repository& repository,
                                         const std::vector<ScoreRecord>& scores) {
  std::unordered_map<UrlId, ScoreRecord> before;
  auto read = repository.for_each_score([&](const ScoreRecord& score) {
    before.emplace(score.page, score);
    return true;
  });
  if (!read) return fail(read.error());
  std::vector<UrlId> changed;
  for (const ScoreRecord& score : scores) {
    const auto old = before.find(score.page);
    if (old == before.end() || old->second != score) changed.push_back(score.page);
    if (old != before.end()) before.erase(old);
  }
  for (const auto& [page, score] : before) changed.push_back(page);
  return changed;
}

}  // namespace

Result<void> SqliteRepository::for_each_citation(const std::function<void(UrlId, UrlId)>& visit) {
  Statement links = database_->prepare("SELECT source, target FROM link");
  while (links.step()) visit(links.integer(0), links.integer(1));
  if (links.failed()) return links.error();
  return {};
}

Result<void> SqliteRepository::put_scores(const std::vector<ScoreRecord>& scores) {
  return database_->transaction([&] { return write_scores(scores); });
}

Result<void> SqliteRepository::write_scores(const std::vector<ScoreRecord>& scores) {
  const Result<std::vector<UrlId>> changed = changed_pages(*this, scores);
  if (!changed) return fail(changed.error());
  if (auto done = database_->execute("DELETE FROM score"); !done) return done;
  Statement put = database_->prepare("INSERT INTO score SELECT id, ?2, ?3 FROM page WHERE id = ?1");
  for (const ScoreRecord& score : scores) {
    if (auto done = put.bind_all(score.page, score.hub, score.authority).run(); !done) return done;
  }
  Statement mark = database_->prepare("UPDATE page SET stale = stale + 1 WHERE id = ?");
  for (const UrlId page : *changed) {
    if (auto done = mark.bind_all(page).run(); !done) return done;
  }
  return {};
}

Result<void> SqliteRepository::put_status(const std::vector<std::pair<UrlId, double>>& status) {
  return database_->transaction([&]() -> Result<void> {
    if (auto done = database_->execute("CREATE TEMP TABLE former_status AS SELECT * FROM page_status;"
                                       "DELETE FROM page_status");
        !done) {
      return done;
    }
    Statement put = database_->prepare("INSERT OR REPLACE INTO page_status SELECT id, ?2 FROM page WHERE id = ?1");
    for (const auto& [page, value] : status) {
      if (auto done = put.bind_all(page, value).run(); !done) return done;
    }
    return database_->execute(
        "UPDATE page SET stale = stale + 1 WHERE abs("
        "coalesce((SELECT status FROM page_status n WHERE n.page = id), -1) -"
        " coalesce((SELECT status FROM former_status f WHERE f.page = id), -1)) >= 0.001;"
        "DROP TABLE former_status");
  });
}

Result<std::optional<ScoreRecord>> SqliteRepository::scores(UrlId page) {
  if (!select_score_) {
    Result<bool> there = has_table("score");
    if (!there) return fail(there.error());
    if (!*there) return std::optional<ScoreRecord>();
    select_score_.emplace(*database_, "SELECT page, hub, authority FROM score WHERE page = ?");
  }
  select_score_->bind_all(page);
  std::optional<ScoreRecord> found;
  if (select_score_->step()) found = read_score(*select_score_);
  if (select_score_->failed()) return select_score_->error();
  select_score_->reset();
  return found;
}

Result<void> SqliteRepository::for_each_score(
    const std::function<bool(const ScoreRecord&)>& visit) {
  Result<bool> there = has_table("score");
  if (!there) return fail(there.error());
  if (!*there) return {};
  Statement select = database_->prepare("SELECT page, hub, authority FROM score ORDER BY page");
  while (select.step()) {
    if (!visit(read_score(select))) break;
  }
  if (select.failed()) return select.error();
  return {};
}

}  // namespace porthole::repository
