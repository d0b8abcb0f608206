#pragma once

/// Takes each URL from its queue to a request, and the answer to the parser or the URL back into
/// the queue.
///
/// In:  the queues of PoliteFetcher; its answers; those that other collections have had.
/// Out: requests; pages for the parser; URLs that were dropped, put off, or became aliases.
///
/// Thread safety: one thread. Lifetime: the parts outlive it.

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/url/url.h"
#include "collection/specification.h"
#include "gatherer/crawl/commit_builder.h"
#include "gatherer/crawl/crawl_budget.h"
#include "gatherer/crawl/crawl_queue.h"
#include "gatherer/crawl/link_admission.h"
#include "gatherer/crawl/page_parser.h"
#include "gatherer/crawl/recrawl.h"
#include "gatherer/crawl/sitemap_crawl.h"
#include "gatherer/fetch/polite_fetcher.h"
#include "gatherer/fetch/stand_in.h"
#include "gatherer/frontier/url_table.h"
#include "gatherer/others/other_collections.h"
#include "gatherer/share/share.h"

namespace porthole::gatherer {

class FetchStage {
 public:
  struct Parts {
    const collection::Specification& specification;
    const Clock& clock;
    UrlTable& urls;
    PoliteFetcher& fetcher;
    PageParser& parser;
    CrawlBudget& budget;
    CommitBuilder& commits;
    CrawlQueue& queue;
    LinkAdmission& links;
    SitemapCrawl& sitemaps;
    Recrawl& recrawl;
    const Share* share = nullptr;        ///< Null: requests may always be made.
    OtherCollections* others = nullptr;  ///< Null: every page is asked for.
  };
  /// `at_once`: pages on the wire or being parsed at once; 0 = as many as is useful.
  FetchStage(const Parts& parts, bool takes_sitemaps, int at_once);

  /// Starts the requests that may be made now.
  void issue();
  /// Pages of other collections that enter this crawl, whatever its strategy says of them.
  void take_from_others(std::vector<Url> urls);
  bool has_offers() const { return !offers_.empty(); }
  /// Takes an answer that an earlier run had. Requires: the URL waits, or is due to be fetched
  /// again.
  void replay(FetchedPage page);
  /// Drops a URL that waits if its robots.txt is known and forbids it.
  void apply_robots(UrlId id);
  bool takes_sitemaps() const { return takes_sitemaps_; }
  /// Takes an answer of PoliteFetcher, and counts its request.
  void answered(FetchedPage page);

 private:
  // From the queue to the request.
  void queue_due();
  bool may_issue() const;
  bool issue_next();
  bool refuse(UrlId id, const RobotsAccess& access);
  bool is_turned_away(UrlId id);
  void hold(UrlId id, const RobotsKeeper::Authority& site);
  bool is_put_off(UrlId id, const Url& url);
  void fetch(UrlId id, Url url, AuthorityId authority);
  // From the archive of another collection to the answer.
  bool take_offer();
  bool find_in_others(UrlId id, const Url& url);
  void give_up(UrlId id, DropReason reason, std::string detail);

  // From the answer on.
  void take(FetchedPage page);
  void page_answered(FetchedPage page);
  void archive(FetchedPage page);
  void refresh_answered(FetchedPage page, const std::optional<StandIn>& stand_in);
  bool has_moved(const FetchedPage& page) const;
  std::optional<StandIn> follow_for_next_run(const FetchedPage& page);
  void redirected(const FetchedPage& page);

  Parts parts_;
  bool takes_sitemaps_;
  std::int64_t at_once_;
  std::deque<Url> offers_;
};

}  // namespace porthole::gatherer
