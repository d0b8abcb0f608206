#pragma once

/// The fetch of a URL that is not yet a page.
///
/// In:  the order of the queues; outcomes.
/// Out: URLs that were dropped, put off, or became aliases.
///
/// Thread safety: one thread. Lifetime: the parts outlive it.

#include <string>

#include "gatherer/crawl/crawl_budget.h"
#include "gatherer/crawl/crawl_queue.h"
#include "gatherer/crawl/fetch_policy.h"
#include "gatherer/crawl/link_admission.h"

namespace porthole::gatherer {

class FirstFetch final : public FetchPolicy {
 public:
  struct Parts {
    UrlTable& urls;
    PoliteFetcher& fetcher;
    CrawlBudget& budget;
    CrawlQueue& queue;
    LinkAdmission& links;
  };
  FirstFetch(const Parts& parts, int most_redirects)
      : parts_(parts), most_redirects_(most_redirects) {}

  void raise() override { parts_.queue.raise(); }
  bool is_next(UrlId id) override { return parts_.queue.keeps_its_place(id); }
  bool wants_sitemaps_of(HostId) const override { return true; }
  bool is_put_off(UrlId id, const Url& url) override;
  void refuse(UrlId id, DropReason reason, std::string detail, WallTime until) override;
  void begin(PageRequest& request) override { parts_.urls.count_try(request.id); }
  Outcome outcome_of(const FetchedPage& answer) const override;
  void end(const FetchedPage& page, const Outcome& outcome) override;

 private:
  Outcome redirected(const FetchedPage& page);

  Parts parts_;
  int most_redirects_;
};

}  // namespace porthole::gatherer
