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

/// How a whole distillation chose and scaled: by this, scores around a page that changed are
/// computed anew on the scale of all others (topics/graph/hubs_authorities.h).
struct ScoreScale {
  double rho = 0;        ///< Pages with a relevance above it may be authorities.
  double authority = 0;  ///< Factors by which its last round scaled sums of authorities and
  double hub = 0;        ///< of hubs; above 0.
};

class Scores {
 public:
  virtual ~Scores() = default;

  /// Replaces all scores, in one transaction, and marks the summaries stale that state others than
  /// these (stated_score()): those of the pages themselves, and of the pages that they link to,
  /// which state the authority of their annotators. Scores of other URLs are ignored. Changes of
  /// pages are logged no longer, and those that were logged are dropped (score_changes.h).
  virtual Result<void> put(const std::vector<ScoreRecord>& scores) = 0;
  /// As put(), for scores of a whole distillation over the pages of the repository: changes of
  /// pages after it are logged, unless `scale` has a factor of 0.
  virtual Result<void> put_distilled(const std::vector<ScoreRecord>& scores,
                                     const ScoreScale& scale) = 0;
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
