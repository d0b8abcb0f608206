#pragma once

/// SqlScores: Scores over SQL.
///
/// Private to repository/. Lifetime: the database outlives it.

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

}  // namespace porthole::repository
