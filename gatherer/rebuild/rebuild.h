#pragma once

/// Builds a repository again from the archive of its collection.
///
/// In:  the collection's archive, specification and models; an empty repository.
/// Out: the repository as a crawl that got these answers in this order would have left it.
///
/// The answers pass through the same owners as in a crawl (crawl.h), from the answer on: robots.txt
/// and sitemaps, redirects, parsing, judgement by the models of today, links, scope. The places of
/// pages are those of their records; dates are those of the records. Nothing is fetched, and the
/// archive is not changed.
///
/// The archive does not have everything that the old repository had:
///   - URLs that were asked for without an answer (no such host, timeouts) wait again, with no try
///     counted; so do those whose record is damaged;
///   - pages that said that they had not changed (304) have the date of their last full answer, and
///     those visits are not counted for their change rate;
///   - runs, hub and authority scores, and summaries are gone (distill, summarize make them).
///
/// Thread safety: as gather().

#include <atomic>
#include <cstdint>
#include <functional>

#include "base/result.h"
#include "collection/collection.h"
#include "repository/repository.h"

namespace porthole::gatherer {

struct RebuildOptions {
  /// Bytes of the archive that were read, and how many there are.
  std::function<void(std::int64_t done, std::int64_t total)> progress;
  const std::atomic<bool>* stop = nullptr;
};

struct RebuildReport {
  std::int64_t answers = 0;  ///< Answers in the archive.
  std::int64_t pages = 0;    ///< In the repository now.
  std::int64_t damaged = 0;  ///< Places of the archive where no record could be read.
  std::int64_t refused = 0;  ///< Answers that no URL of today's rules may have.
  bool stopped = false;
};

/// `repository` is to be given up when this fails or was stopped. Requires: it is empty.
/// Errors: kInvalid for an unknown strategy or option; those of the parsers, of the models and of
/// the repository; kPermission, kStorage when the archive cannot be read.
Result<RebuildReport> rebuild_repository(const collection::Collection& collection,
                                         repository::Repository& repository,
                                         const RebuildOptions& options);

}  // namespace porthole::gatherer
