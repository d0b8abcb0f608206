#pragma once

/// Gathers as one of several gatherers on a repository in PostgreSQL.
///
/// In:  a collection, whose folder no other gatherer uses; the name of the gatherer.
/// Out: the repository, which all share, and the archive in the folder grown; a report.
///
/// The sites of the crawl are spread over 1,024 buckets, which the gatherers hold on leases
/// (gatherer/share/lease_keeper.h). While a gatherer serves the same buckets it crawls as one that
/// is alone, and leaves the hosts of others to these. When it holds others, it ends its run, and
/// begins the next with them as a crawl is resumed.
///
/// The crawl ends for all when none has anything left to do, or when together they have fetched as
/// many pages as GatherOptions::pages says, each at most those under way too many.
///
/// Thread safety: one call a collection at a time, as gather().

#include <chrono>
#include <string>

#include "base/result.h"
#include "collection/collection.h"
#include "gatherer/crawl/gather_options.h"

namespace porthole::gatherer {

struct TogetherOptions {
  std::string name;                        ///< BucketLease::join() says which are valid.
  std::chrono::milliseconds term{30'000};  ///< The term of a lease; from a second on.
};

/// Errors: kUsage for a repository that is a file, for a bad name or term; kBusy when the name is
/// another process's; those of gather().
Result<GatherReport> gather_together(const collection::Collection& collection,
                                     const TogetherOptions& together, GatherOptions options);

}  // namespace porthole::gatherer
