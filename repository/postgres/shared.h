#pragma once

/// Work of several gatherers on one repository: the entry points of bucket_lease.cc, inbox.cc and
/// shared_repository.cc. repository/bucket_lease.h, inbox.h and shared_repository.h have the
/// contracts.
///
/// Private to repository/postgres/. Thread safety: one call a thread.

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "repository/bucket_lease.h"
#include "repository/inbox.h"
#include "repository/open_repository.h"

namespace porthole::repository {

Result<std::unique_ptr<BucketLease>> join_postgres(const std::string& url, const std::string& name,
                                                   std::chrono::milliseconds term);

/// A query that fails unless `gatherer` holds these buckets in these epochs. It keeps others from
/// taking them until the transaction ends. "" for no buckets.
std::string fence_of(int gatherer, const std::vector<HeldBucket>& buckets);

Result<std::unique_ptr<Inbox>> open_postgres_inbox(const std::string& url,
                                                   const std::vector<HeldBucket>& held);

Result<std::unique_ptr<Repository>> open_postgres_shared(const StoragePlace& place,
                                                         const BucketLease& lease,
                                                         const std::vector<HeldBucket>& held);
CommittedPages committed_in_postgres(Repository& shared);

}  // namespace porthole::repository
