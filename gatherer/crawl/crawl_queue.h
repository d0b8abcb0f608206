#pragma once

/// Puts each URL where the strategy's rating says: into the queue of its host, or among those below
/// the threshold; and takes URLs out for good.
///
/// In:  URLs of the table whose rating may have changed.
/// Out: the queues of PoliteFetcher, and the states that follow from a rating, a cap of a site, an
///      alias.
///
/// Thread safety: one thread. Lifetime: the core outlives it. Ownership: of the strategy.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gatherer/crawl/crawl_budget.h"
#include "gatherer/crawl/crawl_rules.h"
#include "gatherer/fetch/fetcher.h"
#include "gatherer/fetch/polite_fetcher.h"
#include "gatherer/frontier/scope_rules.h"
#include "gatherer/frontier/url_table.h"
#include "gatherer/strategies/strategy.h"
#include "gatherer/strategies/strategy_registry.h"

namespace porthole::gatherer {

/// True if a URL that waits under the rating `waits_under` must be moved before it is fetched,
/// because its rating is `now`. One that has sunk by less than a tenth keeps its place: thousands
/// of URLs that share a term sink a little with every page.
bool has_sunk(double now, double waits_under);

class CrawlQueue {
 public:
  /// A run that fetches nothing but pages that are fetched again queues nothing (but by
  /// set_fresh()).
  CrawlQueue(const CrawlCore& core, ChosenStrategy chosen)
      : core_(core), refresh_(core.rules.options.refresh.has_value()) {
    adopt(std::move(chosen));
  }

  Strategy& strategy() { return *chosen_.strategy; }
  const Strategy& strategy() const { return *chosen_.strategy; }
  /// Goes on by another strategy; the URLs keep their places until enqueue_all().
  void adopt(ChosenStrategy chosen);
  /// Queues no other URLs than `only`, whatever their rating, from the next enqueue_all() on; all
  /// again when null. Lifetime: until the next call.
  void set_only(const std::unordered_set<UrlId>* only) { only_ = only; }
  /// Queues in a refresh the URLs for which `takes` is true, whatever rating they sink to.
  void set_fresh(std::function<bool(UrlId)> takes) { takes_fresh_ = std::move(takes); }
  /// Goes on by other <priority> rules; the URLs keep their places until enqueue_all().
  void set_precedence(Precedence precedence);

  /// Requires, as the next: the URL may be fetched (is_open()). One that another gatherer owns is
  /// left to that.
  void enqueue(UrlId id);
  void enqueue_if_open(UrlId id);
  void enqueue_all();
  /// Queues all where they waited when the last run ended. Requires: the strategy goes on from what
  /// it held then.
  void enqueue_all_as_stored();
  /// Queues again what the strategy says may have risen.
  void raise();
  /// The rating of a queued URL has not sunk; one that has is queued anew.
  bool keeps_its_place(UrlId id);

  /// The URL is not fetched, for `reason`.
  void drop(UrlId id, DropReason reason, std::string detail = {});
  /// The host of `id`, a URL that was never had, sent a challenge in its place, or, where it was
  /// not `asked`, for others: the URL comes back after a day.
  void turn_away(UrlId id, bool asked, std::string detail);
  /// The fetch failed for `reason`: the URL waits for its next try, or is dropped if there is none.
  /// A host that refuses page after page is asked less often.
  void fetch_failed(const FetchedPage& page, DropReason reason, const std::string& detail);
  /// The host of `id` gave a page.
  void gave_a_page(UrlId id) { core_.fetcher.gave_a_page(core_.urls.href(id)); }
  /// The site has all the pages that it may have: drops the rest of its queue.
  void drop_site(std::uint32_t site);
  /// `target` stands for `id` from now on.
  void become_alias(UrlId id, UrlId target, DropReason reason);

 private:
  /// False for one that is under way, another gatherer's, or dropped here.
  bool may_wait(UrlId id);
  void put(UrlId id, const Rating& rating);
  int precedence_of(UrlId id);
  bool is_selected(UrlId id) const { return only_ != nullptr && only_->contains(id); }

  const CrawlCore core_;
  ChosenStrategy chosen_;
  bool refresh_;
  std::function<bool(UrlId)> takes_fresh_;  ///< Empty: none.
  const std::unordered_set<UrlId>* only_ = nullptr;
  Precedence precedence_;
  std::vector<std::int8_t> precedences_;  ///< By URL, kUnknown if not asked for yet.
  std::vector<UrlId> raised_;             ///< Kept for its memory.
};

}  // namespace porthole::gatherer
