#pragma once

/// RecrawlValues: the value of fetching each page again (topics/importance/change_rate.h).
///
/// In:  the pages, their visits so far; claims of sitemaps and feeds on when pages were changed;
///      what the fetches of the run find.
/// Out: values; freshness and age, as predicted.
///
/// A claim is believed as far as earlier claims of the same host proved right in this run. A page
/// has one claim, the last.
///
/// Thread safety: one thread.

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "gatherer/fetch/frontier.h"
#include "gatherer/frontier/refresh_order.h"
#include "repository/visits.h"
#include "topics/importance/change_rate.h"

namespace porthole::gatherer {

/// Freshness of the pages that a refresh by value could fetch, as their change rates predict it;
/// means by weight (topics/importance/change_rate.h).
struct PredictedFreshness {
  std::int64_t pages = 0;
  double changes_a_day = 0;              ///< Mean over pages, not weighted.
  double before = 0, after = 0;          ///< Probability that a page is as it is stored.
  double age_before = 0, age_after = 0;  ///< Days since it is out of date.
};

/// A page that may be fetched again.
struct OldPage : KnownPage {
  UrlId id = 0;
  HostId host = 0;  ///< Its queue.
  // For a round (round_plan.h).
  int hops = 0;  ///< Links from the nearest seed.
  std::size_t url_length = 0;
  bool seed = false;
  bool is_front = false;  ///< That of a host; or a seed that is a folder's.
  bool is_feed = false;
  bool has_failed = false;  ///< It did not answer as a page the last time.
  bool is_due = false;      ///< Older than the specification allows, or failing.
};

class RecrawlValues {
 public:
  /// Takes up `pages` at the time `now`.
  void rate(const std::vector<repository::VisitRecord>& visits, const std::vector<OldPage>& pages,
            WallTime now);
  /// Without rate() nothing has a value, and claims are not heard.
  bool empty() const { return pages_.empty(); }
  /// 0 for a page that rate() did not have.
  double value_of(UrlId page) const;

  /// Pages of the host that rate() had.
  std::size_t pages_of(HostId host) const;
  /// Something of the page's host says that it was last changed at `modified`.
  void claim_modified(UrlId page, WallTime modified);
  /// Something of the page's host says that it was changed at `at`, and perhaps later, too.
  void claim_changed(UrlId page, WallTime at);
  /// A sitemap of the page's host has left it out, which counts as a claim of a change unless the
  /// page had failed before.
  void claim_unlisted(UrlId page);
  /// The last claim on the page, which was not fetched since, is that it has changed.
  bool claims_change(UrlId page) const;
  /// Values may have changed since the last call.
  bool take_news();

  /// The page was fetched, and had changed or not.
  void was_read(UrlId page, bool has_changed);
  /// Fills in what the values predict of the pages, by weight.
  void report(PredictedFreshness& out) const;

 private:
  struct Page {
    HostId host = 0;
    WallTime fetched_at{};
    double weight = 0, rate = 0, days = 0, value = 0;
    bool has_failed = false;
    bool read = false;
    bool has_claim = false;
    bool claims_change = false;
  };
  void note_claim(Page& page, bool claims_change);

  std::unordered_map<UrlId, Page> pages_;
  std::unordered_map<HostId, std::size_t> pages_of_;
  std::unordered_map<HostId, topics::ClaimRecord> records_;
  bool has_news_ = false;
};

}  // namespace porthole::gatherer
