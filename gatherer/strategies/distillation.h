#pragma once

/// Distils a crawl: computes the hubs and authorities among its pages, optionally in a background
/// thread.
///
/// In:  a snapshot of the crawl (crawl_snapshot.h).
/// Out: scores by page, and rankings.
///
/// The same snapshot gives the same scores, bit for bit, in any thread.
///
/// Source: topics/graph/hubs_authorities.h for the algorithm; Chakrabarti, van den Berg, Dom 1999
/// (VLDB), section 3.2 (scores of the top hubs raise the pages that they cite) and the last query
/// of section 3.7 (the hubs above the 90th percentile) for its use.

#include <cstdint>
#include <functional>
#include <future>
#include <vector>

#include "base/result.h"
#include "gatherer/strategies/crawl_snapshot.h"
#include "repository/repository.h"
#include "topics/graph/hubs_authorities.h"

namespace porthole::gatherer {

using repository::ScoreRecord;

/// Thread safety: const members, any thread.
class DistilledCrawl {
 public:
  struct Figures {
    std::size_t pages = 0;       ///< Pages of the snapshot.
    std::size_t sites = 0;       ///< Sites of those pages.
    std::size_t citations = 0;   ///< Links counted: between sites, to candidates, duplicates once.
    std::size_t candidates = 0;  ///< Pages more relevant than rho.
    double rho = 0;
    int rounds = 0;
    bool converged = false;
    double authority_scale = 0, hub_scale = 0;  ///< topics::HubsAndAuthorities has them.
  };

  DistilledCrawl(std::vector<ScoreRecord> scores, const Figures& figures);

  /// 0 for pages outside of the snapshot.
  double hub(UrlId page) const;
  double authority(UrlId page) const;

  /// Pages with a score, by page.
  const std::vector<ScoreRecord>& scores() const { return scores_; }
  /// At most `count` pages with a score above 0, the largest first; ties by page.
  std::vector<ScoreRecord> top_hubs(std::size_t count) const;
  std::vector<ScoreRecord> top_authorities(std::size_t count) const;
  /// psi: the quantile `share` of the positive hub scores. 0 when there are none.
  double hub_quantile(double share) const;

  const Figures& figures() const { return figures_; }
  /// For repository::Scores::put_distilled(), where the snapshot was that of a repository.
  repository::ScoreScale scale() const {
    return {figures_.rho, figures_.authority_scale, figures_.hub_scale};
  }

 private:
  const ScoreRecord* find(UrlId page) const;
  std::vector<ScoreRecord> scores_;
  Figures figures_;
};

/// Distils `snapshot` in the calling thread.
DistilledCrawl distill(CrawlSnapshot&& snapshot, const topics::DistillerOptions& options = {});

/// Distils a repository that has scores, whoever computed them, and replaces them. Leaves those of
/// a graph of more than kMostLinksAnew links as they are: they wait for `porthole distill`.
/// Errors: those of the repository.
Result<void> distill_anew(repository::Repository& repository);
inline constexpr std::int64_t kMostLinksAnew = 2'000'000;

/// Distils in a thread of its own.
///
/// Thread safety: members by one thread. Lifetime: the destructor waits for a run in progress.
class BackgroundDistiller {
 public:
  explicit BackgroundDistiller(const topics::DistillerOptions& options = {}) : options_(options) {}

  /// Requires: !is_busy().
  void start(CrawlSnapshot snapshot);
  /// From start() to the end of wait().
  bool is_busy() const { return result_.valid(); }
  /// Waits for the scores. Requires: is_busy().
  DistilledCrawl wait();

 private:
  topics::DistillerOptions options_;
  std::future<DistilledCrawl> result_;
};

}  // namespace porthole::gatherer
