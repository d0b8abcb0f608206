#pragma once

/// Counts pages against the budget of the run and the caps of sites, and decides when a run ends:
/// by pages, by time, or because it is told to. Counts the requests of the run beside them.
///
/// A page counts from the moment that its fetch begins (start()) until it has ended (end()), and
/// from then on if it was fetched.
///
/// Thread safety: one thread. Lifetime: rules and URL table outlive it.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/clock.h"
#include "gatherer/crawl/crawl_rules.h"
#include "gatherer/fetch/fetched_page.h"
#include "gatherer/frontier/url_table.h"
#include "repository/records.h"

namespace porthole::gatherer {

class CrawlBudget {
 public:
  CrawlBudget(const CrawlRules& rules, UrlTable& urls)
      : rules_(rules),
        urls_(urls),
        started_(rules.clock.steady()),
        most_(rules.options.pages.value_or(rules.specification.limits.pages)) {}

  // Limits that changed while the crawl runs; 0 = no limit.
  void set_pages(std::int64_t most) { most_ = most; }
  /// Holds for sites without a cap of their own.
  void set_pages_per_site(std::int64_t most) { most_per_site_ = most; }

  /// Pages that other gatherers have fetched since this one began: they count as its own do.
  void set_pages_of_others(std::int64_t pages) { of_others_ = pages; }

  // Takes up what an earlier run fetched, then begin().
  void restore_url(UrlId fetched) { ++site_of(fetched).fetched; }
  void restore_page(UrlId page, bool relevant);
  void begin();

  /// The run may begin another fetch. In a refresh its own number counts (--more).
  bool wants_more() const;
  /// Told to stop without waiting for what is under way.
  bool is_aborted() const { return stop_signals() >= 2; }
  /// Told to stop, once what is under way has come.
  bool is_stopped() const { return stop_signals() >= 1; }
  /// Why the run has ended.
  repository::StopReason stop_reason() const;
  /// The collection may have another page, whether the run is a refresh or not.
  bool has_room_for_new() const { return most_ == 0 || fetched_ + of_others_ + under_way_ < most_; }
  /// Pages that the run may add to the collection; absent: without limit.
  std::optional<std::int64_t> most_new() const {
    return most_ == 0 ? std::nullopt
                      : std::optional(std::max<std::int64_t>(0, most_ - fetched_before_));
  }
  /// The site has fetched all the pages that it may have.
  bool is_full(std::uint32_t site) const;
  /// The site may begin another fetch.
  bool has_room_in(std::uint32_t site) const;

  void start(UrlId url);
  void end(UrlId url);
  void fetched(UrlId url, bool relevant);
  /// A page of the collection was judged, whatever was said of it before.
  void judged(UrlId page, bool relevant);
  /// A page was fetched again; `changed`: its server did not say that it is as it was.
  void refetched(bool changed);

  /// A request was answered, or ended without an answer.
  void asked(FetchKind kind);
  /// The answer for `page` is neither a page nor the URL that it has moved to.
  /// Requires: its kind is kPage.
  void failed(const FetchedPage& page);

  /// The requests of a refresh that were not for new pages.
  std::int64_t requests_for_known() const {
    return refetched_ + requests_.robots + requests_.sitemaps;
  }
  std::int64_t under_way() const { return under_way_; }
  /// Tells the other gatherers what this one would fetch.
  void tell(Share& share, bool has_work) const {
    share.wish(most_, fetched_before_, fetched_ - fetched_before_ + under_way_, has_work);
  }
  /// Fills in the counts of pages and requests, and the time.
  void count(Progress& progress) const;
  void count(GatherReport& report) const;
  /// Pages that the repository had, and those of them that were relevant.
  std::int64_t fetched() const { return fetched_; }
  std::int64_t relevant() const { return relevant_; }

 private:
  struct Site {
    std::int64_t fetched = 0;
    std::int64_t under_way = 0;
    std::optional<std::int64_t> own_cap = std::nullopt;  ///< Scope::own_cap().
    std::int64_t cap = -1;  ///< Scope::pages_cap(); -1 before site_of() first named the site.
  };
  Site& site_of(UrlId url);
  std::int64_t cap_of(const Site& site) const;
  int stop_signals() const {
    return rules_.options.stop != nullptr ? rules_.options.stop->load() : 0;
  }
  bool is_over_time() const;

  const CrawlRules& rules_;
  UrlTable& urls_;
  SteadyTime started_;
  std::int64_t most_;                          ///< Pages in the collection; 0 = no limit.
  std::optional<std::int64_t> most_per_site_;  ///< Absent: the scope's.
  std::vector<Site> sites_;                    ///< By number of the site.
  std::int64_t fetched_ = 0;                   ///< Pages in the collection.
  std::int64_t fetched_before_ = 0;
  std::int64_t of_others_ = 0;
  std::int64_t relevant_ = 0;         ///< Among fetched_.
  std::vector<bool> relevant_pages_;  ///< By id.
  std::int64_t refetched_ = 0;
  std::int64_t unchanged_ = 0;  ///< Among refetched_.
  RequestCounts requests_;
  std::int64_t under_way_ = 0;  ///< On the wire or being parsed.
};

}  // namespace porthole::gatherer
