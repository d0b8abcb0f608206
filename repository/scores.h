#pragma once

/// Scores: hub, authority, importance and relevance of pages.
///
/// In:  the scores of a distillation; the importance that a model predicts; new judgements.
/// Out: the same; summaries that state other values become stale.
///
/// Errors, threads and ownership: those of Repository.

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "base/result.h"
#include "repository/records.h"

namespace porthole::repository {

class Scores {
 public:
  virtual ~Scores() = default;

  /// Replaces all scores, in one transaction, and marks the summaries stale that state others than
  /// these (stated_score()): those of the pages themselves, and of the pages that they link to,
  /// which state the authority of their annotators. Scores of other URLs are ignored.
  virtual Result<void> put(const std::vector<ScoreRecord>& scores) = 0;
  /// Returns the scores of a page; empty when it has none.
  virtual Result<std::optional<ScoreRecord>> get(UrlId page) = 0;
  /// In order of page. The callback returns false to stop.
  virtual Result<void> for_each(const std::function<bool(const ScoreRecord&)>& visit) = 0;

  /// Replaces the judgements of these pages in one transaction, and marks summaries stale that
  /// state others: those of the pages themselves, and of the pages that they link to, which state
  /// the relevance of their annotators. IDs of other URLs are ignored.
  virtual Result<void> put_judgements(const std::vector<JudgementRecord>& judgements) = 0;

  /// Replaces the importance of all pages in one transaction, and marks summaries stale whose
  /// importance changes by a thousandth or more. IDs of other URLs are ignored.
  virtual Result<void> put_importance(const std::vector<std::pair<UrlId, double>>& importance) = 0;
};

}  // namespace porthole::repository
