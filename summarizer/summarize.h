#pragma once

/// Records which summaries of a repository are new or changed (repository/summaries.h), for the
/// index, which makes each of them once.
///
/// In:  its pages and links.
/// Out: changes of the summaries of stale pages, and of those of URLs that are not pages, from what
///      relevant pages say of them in links.
///
/// Nothing marks the URLs of the second kind as stale: their summaries are made in every run, and
/// compared by a digest. One that has become a page has its summary as a page from then on; one
/// that no relevant page describes any more loses it.
///
/// Thread safety: one thread.

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "base/result.h"
#include "repository/repository.h"

namespace porthole::summarizer {

struct SummarizeOptions {
  std::string topic_title;
  int batch = 500;             ///< Changes in a transaction.
  std::int64_t described = 0;  ///< Most URLs that are summarized by what links say of them.
  /// Called after each batch with the number of changes so far.
  std::function<void(std::int64_t)> progress;
  /// Set to true to end the run after the current batch.
  const std::atomic<bool>* stop = nullptr;
};

struct SummarizeReport {
  std::int64_t summarized = 0;  ///< New and changed summaries.
  std::int64_t described = 0;   ///< URLs that only links describe, whose summary is new.
  std::int64_t removed = 0;     ///< Summaries of URLs that are described no more.
  bool stopped = false;
};

/// Records the change of every stale page of `repository`, and of URLs that only links describe.
///
/// Errors: the repository's; the batches before are stored.
Result<SummarizeReport> summarize_stale(repository::Repository& repository,
                                        const SummarizeOptions& options);

}  // namespace porthole::summarizer
