#pragma once

/// The steps that make a collection searchable, each with its progress bar; shared by the verbs of
/// their names and by `update`.
///
/// In:  an open collection, whose repository may be written (but for a prune that drops nothing).
/// Out: the report of the step. A signal (Interrupt) ends it at the next safe point.

#include "collection/collection.h"
#include "gatherer/crawl/gather.h"
#include "gatherer/judge/judge_again.h"
#include "gatherer/rebuild/prune_archive.h"
#include "gatherer/together/gather_together.h"
#include "indexer/indexer.h"
#include "porthole/common.h"
#include "porthole/interrupt.h"
#include "porthole/steps/index_summaries.h"
#include "repository/repository.h"
#include "summarizer/summarize.h"

namespace porthole::cli {

/// Gathers as one of several on a repository in PostgreSQL, with a progress bar. Errors: those of
/// gatherer::gather_together().
Result<gatherer::GatherReport> gather_together(const collection::Collection& collection,
                                               const gatherer::TogetherOptions& together,
                                               gatherer::GatherOptions options,
                                               const Interrupt& interrupt, const Common& common);

class Steps {
 public:
  /// Refers to all of its arguments.
  Steps(const collection::Collection& collection, repository::Repository& repository,
        const Interrupt& interrupt, const Common& common)
      : collection_(collection), repository_(repository), interrupt_(interrupt), common_(common) {}

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
  const Interrupt& interrupt_;
  const Common& common_;
};

}  // namespace porthole::cli
