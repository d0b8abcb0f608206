#pragma once

/// LocalDistiller: computes hub and authority scores anew around the pages of a repository that
/// came, went, or were judged otherwise since its last whole distillation.
///
/// In:  the log of changes (repository/scores.h), oldest first.
/// Out: stored scores of the logged pages and their neighbours; summaries that state others become
///      stale.
///
/// A portion P of the log gets one and a half rounds of the distiller
/// (topics/graph/hubs_authorities.h), by the relevance that pages have now and by rho and the
/// factors of the last whole distillation:
///
///   1. h(p) of each page p of P: a new page has a vote from here on
///   2. a(p), and a(v) of each page v that p cites, or cited when it was fetched before
///   3. h(p), and h(u) of each page u that cites p
///
/// Within a step all scores come from the step before, or are the stored ones. A page that was
/// removed, or became a copy, has neither score; steps 2 and 3 are for its neighbours.
///
/// Difference from a whole distillation: a change goes no further than to these neighbours, and a
/// round or two, not all until convergence; rho and the factors stay, so that scores sum to a
/// little more or less than 1; a redirect that is found later, from a URL that was linked to
/// before, moves no score by itself. A page whose neighbourhood did not change keeps its score to
/// within the tolerance of the last distillation (topics::Convergence).
///
/// Bounds: a portion takes kMostPages logged pages, and none after kMostScores scores are to be
/// computed. A page with more than kMostLinks links in the direction that a sum needs keeps its
/// score, and the ends of those links keep theirs: one of so many changes little. So a portion
/// computes fewer than kMostScores + 6 * kMostLinks scores of neighbours, from kMostLinks links
/// each.
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (VLDB), section 2.2.2 and figure 4 (the sums),
/// section 3.1 (what depends on a page that changed is computed anew). The order of the steps and
/// the bounds are ours.
/// Thread safety: one thread, which uses the repository alone meanwhile. Lifetime: the repository
/// outlives it.

#include <cstddef>
#include <functional>
#include <unordered_map>

#include "base/result.h"
#include "gatherer/frontier/url_table.h"
#include "repository/links.h"
#include "repository/records.h"
#include "repository/repository.h"

namespace porthole::gatherer {

class LocalDistiller {
 public:
  static constexpr std::size_t kMostPages = 128;
  static constexpr std::size_t kMostScores = 500;
  static constexpr std::size_t kMostLinks = 1000;
  static constexpr std::size_t kMostAtOnce = 4096;  ///< Logged pages, for run().

  explicit LocalDistiller(repository::ScoreChanges& changes) : changes_(changes) {}

  /// Works off a portion of the log, in one transaction. Returns the number of logged pages that
  /// are settled; 0 when the log is empty, as it is without scores of a distillation. Errors: those
  /// of the repository.
  Result<std::size_t> advance();
  /// Portions until the log is empty, or kMostAtOnce pages of it are settled. `stop` is asked
  /// before each.
  Result<void> run(const std::function<bool()>& stop = nullptr);

 private:
  repository::ScoreChanges& changes_;
};

/// Settles the log after stored pages were judged anew or removed outside of a crawl: by run(), or
/// where more than LocalDistiller::kMostAtOnce pages are logged by a whole distillation
/// (distill_anew()). Errors: those of the repository.
Result<void> settle_changes(repository::Repository& repository,
                            const std::function<bool()>& stop = nullptr);

// Density of pointers to authorities: of each page with a link to another one the mean authority
// score, in [0, 1], of the pages that its links lead to.
//
// Each link counts, those of a page to itself apart. A link to an alias or a copy leads to what
// that stands for; a target without a score counts as 0. Where scores are the shares that a
// distillation gives, so are the densities.
//
// Source: Sundaresan, Yi, Huang 2000, section 4.2: of two hubs of the same relevance the one with
// the higher density is crawled again first, since its next link is the more likely to lead to an
// authority. The paper does not say where an authority begins; the mean needs no such threshold.

/// Errors: those of the repository.
Result<std::unordered_map<UrlId, double>> authority_density(
    repository::Links& links, const UrlTable& urls,
    const std::unordered_map<UrlId, repository::ScoreRecord>& scores);

}  // namespace porthole::gatherer
