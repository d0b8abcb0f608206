#pragma once

/// Estimates the recall of a crawl while it runs, from random samples of the URLs that wait.
///
/// In:  the URL table; the goal (RecallGoal).
/// Out: which URLs alone are fetched while a sample is being read; the estimate; new seeds.
///
/// A sample is due after RecallGoal::first pages, then whenever the collection has grown by the
/// share RecallGoal::growth, and when nothing is left to fetch. While it is being read, URLs that
/// were not drawn stay out of the queues; those that were drawn are fetched as any other page,
/// under the same politeness and limits, and belong to the collection. Generations are drawn one
/// after the other (sampler/frontier_recall.h). Pages that cannot be had within kLongestWait count
/// as not drawn.
///
/// The estimate ends the run when it is at least the goal, and the lower end of its interval not
/// further below than kMargin. Otherwise the sites with the largest share of missing pages give
/// seeds: the URLs found on their pages of the sample.
///
/// State: DIR/recall.json (recall_record.h), written before a generation is fetched; what became of
/// its URLs is read from the repository. So a killed run goes on with the same sample.
///
/// Thread safety: one thread. Lifetime: the parts outlive it.

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "gatherer/crawl/crawl_budget.h"
#include "gatherer/crawl/crawl_queue.h"
#include "gatherer/crawl/crawl_rules.h"
#include "gatherer/crawl/gather_options.h"
#include "gatherer/crawl/recall_record.h"
#include "gatherer/fetch/polite_fetcher.h"
#include "gatherer/frontier/url_table.h"
#include "repository/repository.h"

namespace porthole::gatherer {

class RecallAudit {
 public:
  static constexpr std::size_t kMostGenerations = 8;
  static constexpr double kMargin = 0.1;
  static constexpr std::size_t kMostNewSeeds = 20;
  static constexpr std::chrono::minutes kLongestWait{10};

  struct Parts : CrawlCore {
    CrawlQueue& queue;
    repository::Repository& repository;
    /// Writes all that was fetched, so that the repository has it.
    std::function<Result<void>()> flush;
  };
  /// Requires: the options of the run name a goal of recall.
  explicit RecallAudit(Parts parts)
      : parts_(std::move(parts)), goal_(*parts_.rules.options.until_recall) {}

  /// Goes on with the sample of an earlier run. Call when the URLs have been queued.
  /// Errors: those of read_recall().
  Result<void> restore();

  /// Begins a sample that is due, or goes on with one whose URLs were read. Returns true once the
  /// goal is reached. Errors: those of write_recall(), the repository and flush.
  Result<bool> advance();
  /// The crawl has nothing to do at the moment: true if advance() has.
  bool has_work() const;

  /// The last estimate of this run or an earlier one; null when there is none.
  const RecallEstimate* estimate() const { return record_.estimate ? &*record_.estimate : nullptr; }

 private:
  bool is_under_way() const { return !record_.drawn.empty(); }
  bool is_due() const;
  bool is_settled(UrlId id) const;
  bool all_settled();
  /// Replaces aliases among the drawn URLs by what they lead to.
  void follow_redirects();
  Result<bool> begin();
  Result<void> draw(std::vector<UrlId> population);
  Result<bool> finish_generation();
  Result<bool> finish();
  void name_lacking(RecallEstimate& estimate) const;
  void add_seeds(RecallEstimate& estimate);

  Parts parts_;
  RecallGoal goal_;
  RecallRecord record_;
  std::unordered_set<UrlId> only_;  ///< The drawn URLs, and what they redirect to.
};

}  // namespace porthole::gatherer
