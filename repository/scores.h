#pragma once

/// Scores: hub, authority, importance and relevance of pages.
///
/// In:  the scores of a distillation; the importance that a model predicts; new judgements.
/// Out: the same; summaries that state other values become stale.
///
/// Errors, threads and ownership: those of Repository.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
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
  /// pages are logged no longer, and those that were logged are dropped (ScoreChanges).
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

/// ScoreChanges: the pages around which hub and authority scores are out of date, and the pages
/// linked around one of them.
///
/// In:  scores that were computed anew; which logged pages they settle.
/// Out: pages that came, went, or were judged otherwise since the last whole distillation
///      (Scores::put_distilled()), oldest first; neighbours with site, relevance and scores.
///
/// Triggers of the database fill the log (the table page_change), whoever writes: when a page is
/// stored or removed, when it counts as gone or answers again, and when its relevance, its digest
/// or its original changes. A page that is removed brings the pages that it cited, and its aliases.
/// Nothing is logged without scores of a distillation. A page is in the log once; while the log
/// spans kMostLogged serials or more, further pages are passed over, until it is worked off or
/// scores are put as a whole.
///
/// Errors, threads and ownership: those of Repository.
class ScoreChanges {
 public:
  virtual ~ScoreChanges() = default;

  /// The number that stands in the triggers (schemas/sql/).
  static constexpr std::int64_t kMostLogged = 100'000;

  struct Logged {
    std::int64_t serial = 0;
    UrlId page = 0;  ///< Any URL; of a page, perhaps, that is removed or a copy now.
  };
  /// A page that is a copy of none, or a neighbour of one.
  struct ScoredPage {
    UrlId id = 0;
    std::string site;
    double relevance = 0;
    double hub = 0, authority = 0;  ///< As stored; 0 without a score.
  };
  /// Empty when there are more links than were asked for.
  using Neighbours = std::optional<std::vector<ScoredPage>>;

  /// Empty while nothing is logged.
  virtual Result<std::optional<ScoreScale>> scale() = 0;
  /// The first `most` in order of serial.
  virtual Result<std::vector<Logged>> logged(std::size_t most) = 0;

  /// The page that `url` leads to as an alias or a copy, or is; empty if none is stored.
  virtual Result<std::optional<ScoredPage>> original(UrlId url) = 0;
  /// Pages, copies apart, that link to `url` or to an alias or a copy of it. `most`: links to read,
  /// each page counted once.
  virtual Result<Neighbours> citing(UrlId url, std::size_t most) = 0;
  /// Originals of the pages that `page` links to.
  virtual Result<Neighbours> cited(UrlId page, std::size_t most) = 0;
  /// The same of links that it has no more.
  virtual Result<Neighbours> cited_before(UrlId page, std::size_t most) = 0;

  /// Replaces the scores of these pages alone, takes `settled` out of the log, and marks summaries
  /// stale as Scores::put() does, in one transaction. Scores of 0 and 0 leave a page without any.
  virtual Result<void> put(const std::vector<ScoreRecord>& scores,
                           const std::vector<Logged>& settled) = 0;
};

}  // namespace porthole::repository
