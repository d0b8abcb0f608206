#pragma once

/// SqlScores: Scores over SQL.
///
/// Private to repository/. Lifetime: the database outlives it.

#include <cstddef>
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "repository/scores.h"
#include "repository/sql/database.h"

namespace porthole::repository {

class SqlScores final : public Scores {
 public:
  explicit SqlScores(Database& database);

  Result<void> put(const std::vector<ScoreRecord>& scores) override;
  Result<void> put_distilled(const std::vector<ScoreRecord>& scores,
                             const ScoreScale& scale) override;
  Result<std::optional<ScoreRecord>> get(UrlId page) override;
  Result<void> for_each(const std::function<bool(const ScoreRecord&)>& visit) override;
  Result<void> put_judgements(const std::vector<JudgementRecord>& judgements) override;
  Result<void> put_importance(const std::vector<std::pair<UrlId, double>>& importance) override;

  // The rest requires a transaction.

  /// As put().
  Result<void> write(const std::vector<ScoreRecord>& scores);
  /// Replaces the scores of the pages that `scores` names, each once.
  Result<void> write_some(const std::vector<ScoreRecord>& scores);

 private:
  using Stored = std::unordered_map<UrlId, ScoreRecord>;
  Result<void> replace(std::vector<ScoreRecord> scores, const Stored& before);

  Database& database_;
  Statement select_;
};

/// SqlScoreChanges: ScoreChanges over SQL.
///
/// Private to repository/. Lifetime: the database and the scores outlive it.
class SqlScoreChanges final : public ScoreChanges {
 public:
  SqlScoreChanges(Database& database, SqlScores& scores) : database_(database), scores_(scores) {}

  Result<std::optional<ScoreScale>> scale() override;
  Result<std::vector<Logged>> logged(std::size_t most) override;
  Result<std::optional<ScoredPage>> original(UrlId url) override;
  Result<Neighbours> citing(UrlId url, std::size_t most) override;
  Result<Neighbours> cited(UrlId page, std::size_t most) override;
  Result<Neighbours> cited_before(UrlId page, std::size_t most) override;
  Result<void> put(const std::vector<ScoreRecord>& scores,
                   const std::vector<Logged>& settled) override;

 private:
  static Result<Neighbours> read(Statement& select, std::size_t most);

  Database& database_;
  SqlScores& scores_;
  std::optional<Statement> original_, citing_, cited_, cited_before_;
};

}  // namespace porthole::repository
