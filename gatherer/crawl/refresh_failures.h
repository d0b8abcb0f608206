#pragma once

/// Pages that do not answer any more when they are fetched again: counts, and when they count as
/// gone.
///
/// In:  how each page that was fetched again ended; the <refresh> of the specification.
/// Out: records for the repository; which pages count as gone from now on, and which are back.
///
/// A page counts as gone after so many failures in a row, the last of them so many days after the
/// first; never after one, but for 410, a robots.txt that forbids it, and a permanent redirect to a
/// copy of it, by which the owner says so. Failures that say nothing of the page are recorded, and
/// neither counted nor end the row:
///
///   - a challenge;
///   - a refusal (403, 429, 503, ...), a login page, a text that all URLs have: where the host
///   gives
///     no page in the same run (within a day, for a replay of many runs), so that a host that turns
///     the crawler away loses none;
///   - no answer at all (no address, no connection), in a run in which no server answered: it is
///     this machine that is cut off, and what was not counted is told (not_counted()).
///
/// Thread safety: one thread.

#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "collection/specification.h"
#include "gatherer/fetch/frontier.h"
#include "repository/records.h"

namespace porthole::gatherer {

using repository::DropReason;
using repository::FailureRecord;
using repository::UrlId;

/// After these failures a page counts as gone.
bool counts_as_gone(const collection::Refresh& rule, const FailureRecord& record);

class RefreshFailures {
 public:
  explicit RefreshFailures(collection::Refresh rule) : rule_(rule) {}

  /// Takes up what the repository has.
  void restore(FailureRecord record);
  bool is_gone(UrlId page) const;
  /// It did not answer as a page the last time.
  bool has_failed(UrlId page) const { return records_.contains(page); }
  /// When the page was last found gone, if it counts as gone; else `fetched`.
  WallTime last_visit(UrlId page, WallTime fetched) const;
  /// It may be had again: it does not count as gone yet, or robots.txt alone forbids it. A page
  /// that was not found has half a day of rest, unless the rule needs no days.
  bool is_asked_again(UrlId page, WallTime now) const;

  /// A server answered, whatever it said: the network works.
  void heard_a_server();
  /// A page of `host` was had at `at`.
  void heard_a_page(HostId host, WallTime at);
  /// `page` of `host` failed at `at`. Requires: once a run for each page.
  void failed(UrlId page, HostId host, DropReason reason, bool answered, WallTime at);
  /// `page` redirects for good, by `reason`, to a page that is stored as its copy.
  void moved(UrlId page, DropReason reason, WallTime at);
  /// `page` was had again.
  void had_again(UrlId page);

  /// Pages that count as gone since the last call.
  std::vector<UrlId> take_gone() { return std::exchange(newly_gone_, {}); }
  /// Moves what has to be written into `batch`.
  void take_changes(repository::Batch& batch);

  /// Failures of this run but those of not_counted(), by reason, most first.
  repository::ReasonCounts by_reason() const;
  std::int64_t gone() const { return gone_; }  ///< That count as gone since this run.
  std::int64_t back() const { return back_; }  ///< That counted as gone, and answered.
  std::int64_t not_counted() const { return static_cast<std::int64_t>(unheard_.size()); }
  /// Failures of by_reason() that say nothing of their pages.
  std::int64_t withheld() const;

 private:
  struct Failure {
    UrlId page;
    DropReason reason;
    WallTime at;
  };
  bool gives_pages(HostId host, WallTime now) const;
  /// Writes down the last failure of a page, whether it counts or not.
  FailureRecord& note(const Failure& failure);
  void count(const Failure& failure, bool has_moved = false);

  collection::Refresh rule_;
  std::unordered_map<UrlId, FailureRecord> records_;
  bool heard_ = false;
  std::vector<Failure> unheard_;                 ///< Without an answer, while none was heard.
  std::unordered_map<HostId, WallTime> giving_;  ///< When hosts gave a page.
  std::unordered_map<HostId, std::vector<Failure>> refused_;  ///< By hosts that gave none so far.
  std::vector<FailureRecord> changed_;
  std::vector<UrlId> newly_gone_;
  std::map<DropReason, std::int64_t> reasons_;
  std::int64_t gone_ = 0, back_ = 0, challenged_ = 0;
};

}  // namespace porthole::gatherer
