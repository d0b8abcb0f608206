#pragma once

/// Updates the summaries of a repository.
///
/// In:  its pages and links.
/// Out: summaries, stored in it as RDF/XML: those of stale pages, and those of URLs that are not
///      pages, from what relevant pages say of them in links (repository/summaries.h).
///
/// Nothing marks the URLs of the second kind as stale: their summaries are made in every run, and
/// stored when they differ. One that has become a page has its summary as a page from then on; one
/// that no relevant page describes any more loses it.
///
/// Thread safety: one thread.

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "repository/repository.h"

namespace porthole::summarizer {

struct SummarizeOptions {
  std::string topic_title;
  int batch = 500;             ///< Summaries in a transaction.
  std::int64_t described = 0;  ///< Most URLs that are summarized by what links say of them.
  /// Called after each batch with the number of summaries made so far.
  std::function<void(std::int64_t)> progress;
  /// Set to true to end the run after the current batch.
  const std::atomic<bool>* stop = nullptr;
};

struct SummarizeReport {
  std::int64_t summarized = 0;
  std::int64_t annotations = 0;  ///< Annotations by others, in the summaries made.
  std::int64_t described = 0;    ///< URLs that only links describe, whose summary is new.
  std::int64_t removed = 0;      ///< Summaries of URLs that are described no more.
  /// Stale pages that could not be read.
  std::vector<repository::UrlId> skipped;
  bool stopped = false;
};

/// Updates the summary of every stale page of `repository`, and those of URLs that only links
/// describe.
///
/// Errors: the repository's; summaries of the batches before are stored.
Result<SummarizeReport> summarize_stale(repository::Repository& repository,
                                        const SummarizeOptions& options);

}  // namespace porthole::summarizer
