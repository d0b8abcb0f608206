#pragma once

/// Gathers: crawls the web for a collection until a budget is met, the frontier is empty, or it is
/// told to stop. The same call resumes where the last one ended, however that ended.
///
/// In:  a collection (its specification) and its repository, opened for writing.
/// Out: the repository and the archive grown; a report.
///
/// Thread safety: one call a repository at a time; it runs in the calling thread and starts threads
/// and processes of its own, all ended when it returns.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "collection/collection.h"
#include "gatherer/crawl/gather_options.h"
#include "repository/repository.h"

namespace porthole::gatherer {

/// Errors: kIncomplete when there is no seed, or no contact and the live web is asked for; kInvalid
/// for an unknown strategy or option; kNetwork when the gateway cannot be reached; kDiskFull and
/// kStorage (what was committed is safe), kStorage for an archive that is newer than the
/// repository, too.
Result<GatherReport> gather(const collection::Collection& collection,
                            repository::Repository& repository, const GatherOptions& options);

/// The actions that `gather` would take, without any of them (no robots.txt is fetched, either).
struct GatherPlan {
  std::vector<std::pair<std::string, std::string>> limits;  ///< Name and effective value, in words.
  std::vector<std::string> first;                           ///< URLs that would be fetched first.
  std::int64_t due = 0;  ///< Pages that a refresh would fetch again.
  /// The same: pages that count as gone if they do not answer this time, either.
  std::vector<std::string> would_be_gone;
};

/// `repository` is null for a collection that was never gathered. Errors: as gather().
Result<GatherPlan> plan(const collection::Collection& collection,
                        repository::Repository* repository, const GatherOptions& options);

/// Refuses what cannot be crawled: no seed, no contact for the live web. Errors: kIncomplete.
Result<void> check_ready(const collection::Specification& specification);

}  // namespace porthole::gatherer
