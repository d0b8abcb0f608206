#pragma once

/// The steps that make a collection searchable, each shown to its caller while it works; for the
/// verbs of their names, `update` and `repair`.
///
/// In:  an open collection, whose repository may be written (but for a prune that drops nothing).
/// Out: the report of the step. The flags of StepWatch end it at the next safe point.

#include <cstdint>
#include <string>
#include <utility>

#include "collection/collection.h"
#include "gatherer/crawl/gather.h"
#include "gatherer/judge/judge_again.h"
#include "gatherer/rebuild/prune_archive.h"
#include "gatherer/together/gather_together.h"
#include "indexer/indexer.h"
#include "operations/steps/index_round.h"
#include "operations/steps/step_watch.h"
#include "repository/repository.h"
#include "summarizer/summarize.h"

namespace porthole::operations {

/// Gathers as one of several on a repository in PostgreSQL. Errors: those of
/// gatherer::gather_together().
Result<gatherer::GatherReport> gather_together(const collection::Collection& collection,
                                               const gatherer::TogetherOptions& together,
                                               gatherer::GatherOptions options,
                                               const StepWatch& watch);

class Steps {
 public:
  /// Refers to `collection` and `repository`.
  Steps(const collection::Collection& collection, repository::Repository& repository,
        StepWatch watch)
      : collection_(collection), repository_(repository), watch_(std::move(watch)) {}

  /// Errors: those of gatherer::gather().
  Result<gatherer::GatherReport> gather(gatherer::GatherOptions options, const char* label) const;
  /// Errors: those of gatherer::judge_again().
  Result<gatherer::JudgeReport> judge() const;
  /// Errors: those of summarizer::summarize_stale().
  Result<summarizer::SummarizeReport> summarize() const;
  /// Errors: those of index_summaries().
  Result<IndexedRound> index(indexer::OffTopic off_topic, Loss loss = Loss::kAsk) const;
  /// Errors: those of gatherer::prune_archive().
  Result<gatherer::PruneReport> prune(gatherer::PruneOptions options) const;

 private:
  const collection::Collection& collection_;
  repository::Repository& repository_;
  const StepWatch watch_;
};

/// The pace of a crawl, for those who wait for it: "12 pages/s", "10 pages a minute", "5 pages an
/// hour"; "" before the first page.
std::string pace_in_words(std::int64_t pages, double seconds);
/// "about 1 h 20 min left" for `left` pages more at that pace; "" before it can be told.
std::string time_left_in_words(std::int64_t pages, double seconds, std::int64_t left);

}  // namespace porthole::operations
