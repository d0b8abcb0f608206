#include "repository/shared_repository.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "repository/lock.h"
#include "repository/pages.h"
#include "repository/postgres/open_postgres.h"
#include "repository/postgres/shared.h"
#include "repository/postgres/shared_crawl_state.h"
#include "repository/postgres/url_numbers.h"
#include "repository/sql/sql_repository.h"

namespace porthole::repository {
namespace {

// SharedLinks: the Links of SharedRepository (repository/shared_repository.h).
//
// Lifetime: what it is made of outlives it.

class SharedLinks final : public Links {
 public:
  SharedLinks(SqlLinks& links, const UrlNumbers& numbers) : links_(links), numbers_(numbers) {}

  // By the repository's numbers, as all but the last four.
  Result<std::vector<InLink>> in_links(UrlId id) override { return links_.in_links(id); }
  Result<std::vector<LinkRecord>> out_links(UrlId id) override { return links_.out_links(id); }
  Result<std::vector<InLink>> closed_in_links(UrlId id) override {
    return links_.closed_in_links(id);
  }
  Result<std::vector<LinkRecord>> closed_out_links(UrlId id) override {
    return links_.closed_out_links(id);
  }
  Result<void> for_each(
      const std::function<bool(const std::string&, const LinkRecord&)>& visit) override {
    return links_.for_each(visit);
  }
  Result<void> for_each_open(const std::function<void(const LinkRecord&)>& visit) override;
  Result<void> for_each_open_citation(const std::function<void(UrlId, UrlId)>& visit) override;
  Result<void> for_each_in_order(const std::function<void(const LinkRecord&)>& visit) override;
  Result<void> for_each_citation(const std::function<void(UrlId, UrlId)>& visit) override;

 private:
  std::function<void(const LinkRecord&)> translated(
      const std::function<void(const LinkRecord&)>& visit) const;
  std::function<void(UrlId, UrlId)> translated(
      const std::function<void(UrlId, UrlId)>& visit) const;
  SqlLinks& links_;
  const UrlNumbers& numbers_;
};

// Links to URLs of this gatherer that others found after load() come by the inbox.
std::function<void(const LinkRecord&)> SharedLinks::translated(
    const std::function<void(const LinkRecord&)>& visit) const {
  return [&](const LinkRecord& stored) {
    LinkRecord link = stored;
    link.source = numbers_.own(stored.source);
    link.target = numbers_.own(stored.target);
    if (link.source != 0 && link.target != 0) visit(link);
  };
}

Result<void> SharedLinks::for_each_open(const std::function<void(const LinkRecord&)>& visit) {
  return links_.for_each_open(numbers_.wanted_in_sql("t"), translated(visit));
}

Result<void> SharedLinks::for_each_in_order(const std::function<void(const LinkRecord&)>& visit) {
  return links_.for_each_in_order(numbers_.wanted_in_sql("t"), translated(visit));
}

std::function<void(UrlId, UrlId)> SharedLinks::translated(
    const std::function<void(UrlId, UrlId)>& visit) const {
  return [&](UrlId source, UrlId target) {
    const UrlId from = numbers_.own(source), to = numbers_.own(target);
    if (from != 0 && to != 0) visit(from, to);
  };
}

Result<void> SharedLinks::for_each_open_citation(const std::function<void(UrlId, UrlId)>& visit) {
  return links_.for_each_open_citation(numbers_.wanted_in_sql("t"), translated(visit));
}

Result<void> SharedLinks::for_each_citation(const std::function<void(UrlId, UrlId)>& visit) {
  return links_.for_each_citation(translated(visit));
}

// SharedPages: the Pages of SharedRepository (repository/shared_repository.h).
//
// Lifetime: what it is made of outlives it.

class SharedPages final : public Pages {
 public:
  SharedPages(Pages& pages, const UrlNumbers& numbers) : pages_(pages), numbers_(numbers) {}

  Result<std::optional<PageRecord>> get(UrlId id) override;
  Result<std::vector<Block>> blocks(UrlId id) override {
    return pages_.blocks(numbers_.stored(id));
  }
  Result<Names> names(UrlId id) override { return pages_.names(numbers_.stored(id)); }

  // By the repository's numbers, but for unread().
  Result<void> for_each(const Filter& filter, const Visit& visit) override {
    return pages_.for_each(filter, visit);
  }
  Result<std::map<std::string, std::vector<UrlId>, std::less<>>> by_site() override {
    return pages_.by_site();
  }
  Result<std::vector<FailureRecord>> failures() override { return pages_.failures(); }
  Result<std::vector<UnreadRecord>> unread() override;

 private:
  Pages& pages_;
  const UrlNumbers& numbers_;
};

Result<std::optional<PageRecord>> SharedPages::get(UrlId id) {
  Result<std::optional<PageRecord>> page = pages_.get(numbers_.stored(id));
  if (!page || !*page) return page;
  (*page)->id = id;
  (*page)->duplicate_of = numbers_.own((*page)->duplicate_of);
  return page;
}

Result<std::vector<UnreadRecord>> SharedPages::unread() {
  Result<std::vector<UnreadRecord>> unread = pages_.unread();
  if (!unread) return unread;
  for (UnreadRecord& one : *unread) one.id = numbers_.own(one.id);
  std::erase_if(*unread, [](const UnreadRecord& one) { return one.id == 0; });
  return unread;
}

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

Result<std::unique_ptr<Repository>> open_postgres_shared(const StoragePlace& place,
                                                         const BucketLease& lease,
                                                         const std::vector<HeldBucket>& held) {
  TRY_AS(where, parse_postgres_url(place.url));
  TRY_AS(lock, Lock::take(place.lock_file()));
  TRY_AS(database, open_postgres_together(*where, idle_limit(lease.term())));
  TRY((*database)->start_writing(lease.gatherer()));
  (*database)->hold(std::move(*lock));
  return std::make_unique<SharedRepository>(std::move(*database), lease, held);
}

CommittedPages committed_in_postgres(Repository& shared) {
  return dynamic_cast<SharedRepository&>(shared).committed();
}

}  // namespace porthole::repository
