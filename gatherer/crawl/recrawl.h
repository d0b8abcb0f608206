#pragma once

/// Fetches pages again: the pages of an earlier run, the best hubs first, each with the question
/// whether it has changed.
///
/// In:  the repository; answers without a page, and pages that are as they were; claims of sitemaps
///      and feeds, in a run by value.
/// Out: queued pages; counted failures, and the pages that count as gone (refresh_failures.h).
///
/// A run that fetches pages again does nothing else: the links that it finds wait for the next run.
/// But a round (gatherer/frontier/round_plan.h) asks for its pages part by part, and fetches the
/// new pages of good hosts that they lead to. A page whose fetch fails stays as it was when it was
/// last read.
///
/// Thread safety: one thread. Lifetime: the parts outlive it.

#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/clock.h"
#include "gatherer/crawl/crawl_budget.h"
#include "gatherer/crawl/crawl_rules.h"
#include "gatherer/crawl/fetch_policy.h"
#include "gatherer/crawl/gather_options.h"
#include "gatherer/crawl/link_admission.h"
#include "gatherer/crawl/refresh_failures.h"
#include "gatherer/fetch/fetcher.h"
#include "gatherer/fetch/polite_fetcher.h"
#include "gatherer/fetch/stand_in.h"
#include "gatherer/frontier/recrawl_values.h"
#include "gatherer/frontier/refresh_order.h"
#include "gatherer/frontier/round_plan.h"
#include "gatherer/frontier/url_table.h"
#include "repository/repository.h"
#include "repository/visits.h"

namespace porthole::gatherer {

/// A page was fetched while the clock was wrong: its true age is unknown, and it counts as old.
inline bool is_dated_ahead(WallTime fetched, WallTime now) {
  constexpr std::chrono::minutes kClocksDiffer{1};
  return fetched > now + kClocksDiffer;
}

class Recrawl final : public FetchPolicy {
 public:
  struct Parts : CrawlCore {
    LinkAdmission& links;
    PageCopies& copies;
  };
  explicit Recrawl(const Parts& parts)
      : parts_(parts), failures_(parts.rules.specification.refresh) {}

  /// Queues the pages that were last read at `before` or earlier, or are dated ahead. Errors: those
  /// of the repository. `visits`: of the collection, for an order that needs the value of pages;
  /// else null.
  Result<void> queue_old(repository::Repository& repository, WallTime before,
                         const RefreshOrder& order,
                         const std::vector<repository::VisitRecord>* visits);
  /// Queues the first part of a round. Pages that were last read at `before` or earlier are due.
  Result<void> queue_round(repository::Repository& repository, WallTime before, const Round& round,
                           const std::vector<repository::VisitRecord>& visits);
  /// Queues the next part of a round when the last one was answered. False at its end.
  bool queue_next_part();
  /// Queues two pages more of each host, once in a round. False if there are none.
  bool queue_more_of(const std::vector<HostId>& hosts);
  /// The URL is one of the new pages of a round: an earlier run did not know it, a page or sitemap
  /// that one knew leads to it, it is on a good host, and that has not had too many of them.
  bool takes_fresh(UrlId id);
  /// In a round: the host's front page, feed and sitemaps are asked for.
  bool leads_to_news(HostId host) const { return round_ && round_->is_good(host); }
  /// Puts those that still wait into another order. Requires: one without the value of pages,
  /// unless the run began with it.
  void reorder(const RefreshOrder& order);
  /// Sitemaps and feeds claim changes of pages there; raise() heeds them.
  RecrawlValues& values() { return values_; }
  /// Puts the pages that wait into order anew where claims, or what became of them, call for it.
  void raise() override;
  bool is_next(UrlId) override { return true; }
  bool wants_sitemaps_of(HostId host) const override { return values_.pages_of(host) > 0; }
  bool is_put_off(UrlId, const Url&) override { return false; }
  /// A page that is left out since its host refused others has not failed.
  void refuse(UrlId id, DropReason reason, std::string detail, WallTime until) override;
  /// Adds If-None-Match and If-Modified-Since (RFC 9110 13.1) when the page may be asked whether it
  /// has changed. Its tries are those of its first fetch.
  void begin(PageRequest& request) override;
  /// A part of a page does not replace the whole of it.
  Outcome outcome_of(const FetchedPage& answer) const override;
  /// The page stays as it was. Where it redirects to is a URL like any other, which the next run
  /// fetches.
  void end(const FetchedPage& page, const Outcome& outcome) override;
  /// The pages inside of `container` that an earlier run read.
  const std::vector<UrlId>& members_of(UrlId container) const;

  // How the fetch of a page ended.
  void keep_unchanged(UrlId id, WallTime at);
  void was_read(UrlId id, bool has_changed);
  /// It is not asked for again in this run; nothing is said of its server.
  void not_due(UrlId id);
  /// A server that fails today says little of the page: the failure is counted. A refusal by our
  /// own rules is not. `answered`: there was an answer.
  void failed(UrlId id, DropReason reason, bool answered);
  /// It redirects for good to a page that is stored as its copy, which takes its place.
  void moved(UrlId id, DropReason reason);

  /// Some server answered, so that the network works.
  void heard_a_server();
  void take_changes(repository::Batch& batch);
  /// Fills in what became of the pages that failed.
  void report(GatherReport& report) const;

 private:
  /// `all`: younger pages, too.
  Result<std::vector<OldPage>> read_old(repository::Repository& repository, WallTime before,
                                        bool all);
  Result<void> find_feeds(repository::Repository& repository, std::vector<OldPage>& pages) const;
  OldPage old_page(const UrlRecord& url, const repository::PageRecord& page) const;
  void keep_validators(const repository::PageRecord& page);
  Result<void> add_scores(repository::Repository& repository, std::vector<OldPage>& old) const;
  void put_in_order();
  void put(const std::vector<OldPage>& pages);
  bool queue_part(const std::vector<OldPage>& part);
  void note_read(UrlId id, bool has_changed);
  void leave(UrlId id);
  bool has_moved(const FetchedPage& page) const;
  std::optional<StandIn> follow_for_next_run(const FetchedPage& page);
  void was_not_asked(UrlId id);
  void note_failure(UrlId id, DropReason reason, bool answered);
  void settle_gone();

  Parts parts_;
  RefreshOrder order_ = RefreshOrder::by_hubs();
  std::vector<OldPage> waiting_;  ///< In order; some were read since.
  std::size_t read_since_ = 0;    ///< Pages, since they were put in order.
  bool has_heard_claims_ = false;
  RefreshFailures failures_;
  std::vector<std::pair<UrlId, WallTime>> unchanged_;  ///< Not written yet.
  std::int64_t left_out_ = 0;
  std::unordered_map<UrlId, Validators> validators_;
  std::unordered_map<UrlId, std::vector<UrlId>> members_;  ///< By container.
  RecrawlValues values_;                                   ///< Empty unless by value.
  std::optional<RoundPlan> round_;                         ///< Absent unless the run is a round.
  RoundReport round_report_;
  std::unordered_set<UrlId> fresh_, without_room_;
  std::unordered_map<HostId, std::size_t> fresh_of_;
  UrlId last_known_ = 0;  ///< The last URL of earlier runs.
};

}  // namespace porthole::gatherer
