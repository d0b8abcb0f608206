#pragma once

/// RoundPlan: the known pages that a round of `update` asks for again.
///
/// In:  the known pages; values and claims (recrawl_values.h); what became of the pages so far.
/// Out: the pages to ask for, part by part; the next part follows when the last was answered.
///
///   1. The pages of each good host that lead to what is new: its front page, or the seeds that are
///      front pages of folders, and its main feed. Their sitemaps are read with them.
///   2. All pages that are due: older than <refresh after>, or failing. Then pages by value, as
///      many as make a twentieth of those that answered with the requests of part 1. Where sitemaps
///      and feeds claim changes, those pages come first, kClaims at least.
///   3. And on: as long as such claims prove right, twice as many pages with claims as were right.
///
/// A host is good if a seed is on it, or if it has kPagesOfHost pages whose mean relevance is at
/// least half of that of all pages.
///
/// Thread safety: one thread. Lifetime: the values outlive it.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "gatherer/frontier/recrawl_values.h"

namespace porthole::gatherer {

class RoundPlan {
 public:
  static constexpr double kShare = 0.05;     ///< Requests for each page that answered.
  static constexpr std::size_t kClaims = 5;  ///< Pages that are asked for on a claim alone.
  static constexpr std::int64_t kPagesOfHost = 3;

  /// `most`: pages of parts 1 and 2 that are not due; absent: a twentieth.
  RoundPlan(std::vector<OldPage> pages, const RecrawlValues& values,
            std::optional<std::int64_t> most);

  /// The host's pages are mostly about the topic.
  bool is_good(HostId host) const { return good_.contains(host); }
  /// The page is one of part 1.
  bool is_entry(UrlId page) const { return entries_.contains(page); }
  std::size_t good_hosts() const { return good_.size(); }
  std::size_t known() const { return known_; }

  /// The next part, the most important page first; empty at the end. `requests`: those of the round
  /// so far.
  std::vector<OldPage> next_part(std::int64_t requests);
  /// At most `most` pages of a host that are in no part so far, by value; once for each host.
  std::vector<OldPage> take_of(HostId host, std::size_t most);
  /// A page of the last part was fetched.
  void was_read(UrlId page, bool has_changed);

 private:
  void rank_waiting();
  std::vector<OldPage> take_entries();
  std::vector<OldPage> take_due();
  void take_best(std::size_t claimed, std::size_t all, std::vector<OldPage>& out);
  std::size_t allowance(std::int64_t requests) const;

  std::vector<OldPage> waiting_;  ///< In no part so far.
  const RecrawlValues& values_;
  std::optional<std::int64_t> most_;
  std::size_t known_, answering_;
  std::unordered_set<HostId> good_;
  std::unordered_set<UrlId> entries_;
  std::unordered_set<HostId> taken_of_;  ///< By take_of().
  std::unordered_set<UrlId> claimed_;    ///< In the last part, for their claims.
  std::size_t proved_ = 0;               ///< Those of them that had changed.
  int parts_ = 0;
};

}  // namespace porthole::gatherer
