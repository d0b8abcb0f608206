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
#include "gatherer/crawl/crawl_rules.h"
#include "gatherer/crawl/fetch_policy.h"
#include "gatherer/crawl/link_admission.h"
#include "gatherer/crawl/sitemap_crawl.h"
#include "gatherer/fetch/polite_fetcher.h"
#include "gatherer/frontier/url_table.h"

namespace porthole::gatherer {

class FetchStage {
 public:
  struct Parts : CrawlCore {
    LinkAdmission& links;
    SitemapCrawl& sitemaps;
    const FetchPolicies& policies;
  };
  /// The way on for an answer.
  enum class Next : std::uint8_t { kParse, kArchive, kNothing };
  explicit FetchStage(const Parts& parts);

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
  bool takes_sitemaps() const { return parts_.rules.specification.sitemaps; }
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
  int at_once_;  ///< Pages on the wire or being parsed.
  std::deque<Url> offers_;
  std::optional<FetchedPage> found_;  ///< In the archive of another collection.
};

}  // namespace porthole::gatherer
