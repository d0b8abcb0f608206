#pragma once

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

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "repository/scores.h"

namespace porthole::repository {

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
