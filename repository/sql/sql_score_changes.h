#pragma once

/// SqlScoreChanges: ScoreChanges over SQL.
///
/// Private to repository/. Lifetime: the database and the scores outlive it.

#include <cstddef>
#include <optional>
#include <vector>

#include "repository/score_changes.h"
#include "repository/sql/database.h"
#include "repository/sql/sql_scores.h"

namespace porthole::repository {

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
