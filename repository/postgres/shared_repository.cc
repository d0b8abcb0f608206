#include "repository/shared_repository.h"

#include <optional>
#include <utility>

#include "repository/lock.h"
#include "repository/postgres/open_postgres.h"
#include "repository/postgres/shared_crawl_state.h"
#include "repository/postgres/shared_links.h"
#include "repository/postgres/shared_pages.h"

namespace porthole::repository {
namespace {

class SharedRepository final : public Repository {
 public:
  SharedRepository(std::unique_ptr<PostgresDatabase> database, const BucketLease& lease,
                   const std::vector<HeldBucket>& held)
      : database_(*database),
        inner_(std::move(database)),
        numbers_(held),
        pages_(inner_.pages(), numbers_),
        links_(inner_.links(), numbers_),
        crawl_(
            {database_, inner_.crawl(), inner_.urls(), numbers_, lease.gatherer(), lease.name()}) {}

  CrawlState& crawl() override { return crawl_; }
  Urls& urls() override { return inner_.urls(); }
  Pages& pages() override { return pages_; }
  Links& links() override { return links_; }
  Scores& scores() override { return inner_.scores(); }
  ScoreChanges& score_changes() override { return inner_.score_changes(); }
  Summaries& summaries() override { return inner_.summaries(); }
  Result<Counts> counts() override { return inner_.counts(); }
  Result<Removed> remove_url(std::string_view key) override { return inner_.remove_url(key); }
  Result<Removed> remove_host(std::string_view host) override { return inner_.remove_host(host); }
  const CommittedPages& committed() const { return crawl_.committed(); }

 private:
  PostgresDatabase& database_;
  SqlRepository inner_;
  UrlNumbers numbers_;
  SharedPages pages_;
  SharedLinks links_;
  SharedCrawlState crawl_;
};

}  // namespace

Result<std::unique_ptr<Repository>> open_shared(const StoragePlace& place, const BucketLease& lease,
                                                std::vector<HeldBucket> held) {
  if (!place.is_postgres()) {
    return fail(ErrorCode::kUsage, "several gatherers need a repository in PostgreSQL",
                "name one in <storage url=...> (docs/scale.md)");
  }
  TRY_AS(where, parse_postgres_url(place.url));
  TRY_AS(lock, Lock::take(place.lock_file()));
  TRY_AS(database, open_postgres_together(*where, idle_limit(lease.term())));
  TRY((*database)->start_writing(lease.gatherer()));
  (*database)->hold(std::move(*lock));
  return std::make_unique<SharedRepository>(std::move(*database), lease, held);
}

CommittedPages committed_pages(Repository& shared) {
  return dynamic_cast<SharedRepository&>(shared).committed();
}

}  // namespace porthole::repository
