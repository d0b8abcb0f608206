#pragma once

/// SharedRepository: a repository in PostgreSQL as one of several gatherers sees it.
///
/// In:  the buckets that the gatherer holds (bucket_lease.h); batches.
/// Out: the URLs of these buckets, all pages, all other names of URLs and what they stand for, with
///      the links between them, under the gatherer's own numbers.
///
/// A gatherer numbers URLs as it takes them up, from 1; its numbers are replaced by those of the
/// repository as a batch is written. Memory and the rows that are read at a start grow with its own
/// buckets, and with the pages of all. A URL of another's bucket that is not a page yet is not
/// known to it before a page links there. load() may be called again until a batch was applied.
///
/// urls(), scores() and summaries() have the numbers of the repository; so have pages(), but for
/// get(), blocks() and names(), and links(), but for the passes over all of them without hrefs.
///
/// A batch changes URLs and pages of held buckets alone; other changes are left out, since their
/// owners decide. It is refused (kBusy) if one of its buckets was taken over: nothing of it is
/// written. Terms are added to the stored ones by as much as they have grown since load(), so that
/// the counts of all gatherers add up. Scores are not written: they are those of `porthole
/// distill`.
///
/// Strategy states and the end of the archive are the gatherer's own; other readers see the
/// strategy state that was written last.
///
/// Errors, threads and ownership: those of Repository.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "repository/bucket_lease.h"
#include "repository/open_repository.h"
#include "repository/repository.h"

namespace porthole::repository {

/// Opens the repository for the gatherer of `lease`, which holds `held` and must outlive the call
/// only. Errors: kUsage for a file of SQLite; those of open_repository().
Result<std::unique_ptr<Repository>> open_shared(const StoragePlace& place, const BucketLease& lease,
                                                std::vector<HeldBucket> held);

/// The pages committed, ever, when those of `shared` were loaded last: those beyond
/// are not among them. Requires: open_shared() made it.
CommittedPages committed_pages(Repository& shared);

}  // namespace porthole::repository
