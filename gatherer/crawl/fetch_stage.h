#pragma once

/// Takes each URL from its queue to a request, and says what its answer comes to.
///
/// In:  the queues of PoliteFetcher; its answers; those that other collections have had.
/// Out: requests; what is left to do with an answer. Policies (fetch_policy.h) settle the URLs.
///
/// Thread safety: one thread. Lifetime: the parts outlive it.

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "base/url/url.h"
#include "gatherer/crawl/crawl_budget.h"
#include "gatherer/crawl/fetch_policy.h"
#include "gatherer/crawl/link_admission.h"
#include "gatherer/crawl/sitemap_crawl.h"
#include "gatherer/fetch/polite_fetcher.h"
#include "gatherer/frontier/url_table.h"
#include "gatherer/others/other_collections.h"
#include "gatherer/share/share.h"

namespace porthole::gatherer {

class FetchStage {
 public:
  struct Parts {
    UrlTable& urls;
    PoliteFetcher& fetcher;
    CrawlBudget& budget;
    LinkAdmission& links;
    SitemapCrawl& sitemaps;
    const FetchPolicies& policies;
    const Share* share = nullptr;        ///< Null: requests may always be made.
    OtherCollections* others = nullptr;  ///< Null: every page is asked for.
  };
  struct Limits {
    bool takes_sitemaps = true;
    std::int64_t body = 0;  ///< Bytes that are read of the archives of others.
    int at_once = 0;        ///< Pages on the wire or being parsed; 0 = as many as is useful.
  };
  /// The way on for an answer.
  enum class Next : std::uint8_t { kParse, kArchive, kNothing };
  FetchStage(const Parts& parts, const Limits& limits);

  /// Lets in and queues URLs whose rest is over.
  void queue_due();
  /// Starts the requests that may be made now. Ends before with an answer that another collection
  /// has had, which answered() is to be called for.
  std::optional<FetchedPage> issue();
  /// Pages of other collections that enter this crawl, whatever its strategy says of them.
  void take_from_others(std::vector<Url> urls);
  bool has_offers() const { return !offers_.empty(); }
  /// Takes the URL of an answer that an earlier run had as if it had been asked for now, so that
  /// answered() takes it. Requires: the URL waits, or is due to be fetched again.
  void expect(const FetchedPage& page);
  /// Drops a URL that waits if its robots.txt is known and forbids it.
  void apply_robots(UrlId id);
  bool takes_sitemaps() const { return limits_.takes_sitemaps; }
  /// Settles the URL of an answer, unless it is parsed first.
  Next answered(const FetchedPage& page);

 private:
  bool may_issue() const;
  bool issue_next();
  bool refuse(UrlId id, const RobotsAccess& access);
  void fetch(UrlId id, Url url, AuthorityId authority);
  // From the archive of another collection to the answer.
  bool take_offer();
  bool find_in_others(UrlId id, const Url& url);

  Parts parts_;
  Limits limits_;
  std::deque<Url> offers_;
  std::optional<FetchedPage> found_;  ///< In the archive of another collection.
};

}  // namespace porthole::gatherer
