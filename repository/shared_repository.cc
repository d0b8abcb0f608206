#include "repository/shared_repository.h"

#include <utility>

#include "repository/inbox.h"
#include "repository/postgres_engine.h"

namespace porthole::repository {

Result<std::unique_ptr<BucketLease>> BucketLease::join(const std::string& url,
                                                       const std::string& name,
                                                       std::chrono::milliseconds term) {
  TRY_AS(engine, postgres_engine());
  return (*engine)->join(url, name, term);
}

Result<std::unique_ptr<Inbox>> Inbox::open(const StoragePlace& place,
                                           const std::vector<HeldBucket>& held) {
  TRY_AS(engine, postgres_engine());
  return (*engine)->open_inbox(place.url, held);
}

Result<std::unique_ptr<Repository>> open_shared(const StoragePlace& place, const BucketLease& lease,
                                                std::vector<HeldBucket> held) {
  if (!place.is_postgres()) {
    return fail(ErrorCode::kUsage, "several gatherers need a repository in PostgreSQL",
                "name one in <storage url=...> (docs/scale.md)");
  }
  TRY_AS(engine, postgres_engine());
  return (*engine)->open_shared(place, lease, std::move(held));
}

CommittedPages committed_pages(Repository& shared) {
  const auto engine = postgres_engine();
  return engine ? (*engine)->committed_pages(shared) : CommittedPages();
}

}  // namespace porthole::repository
