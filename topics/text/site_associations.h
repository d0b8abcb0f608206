#pragma once

/// Association rules "item -> relevant" with one vote for each site.
///
/// In:  observations: on this site, these items occur together in a case that is relevant or not.
/// Out: support, confidence and lift of the rule "item -> relevant", for each item.
///
/// With N sites, of which n have the item, and on site s the share p_s of cases with the item, and
/// q_s of all cases, that are relevant:
///
///     support    = sum p_s / N              confidence = sum p_s / n, over the sites that have it
///     base       = sum q_s / N              lift       = confidence / base
///     assured    = Wilson's lower bound of the confidence on n sites, one-sided, 99 per cent
///
/// So a site that repeats an item a thousand times counts as much as one with a single use. The
/// bound treats shares as counts, which errs on the careful side: a share varies less than a vote.
///
/// Source: Agrawal, Imielinski, Swami, SIGMOD 1993, section 2 (support, confidence); Brin, Motwani,
/// Ullman, Tsur, SIGMOD 1997, section 4 (lift, there "interest"); Wilson, JASA 22(158), 1927.
/// Memory: some 50 bytes for each pair of site and item. Thread safety: one thread.

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "topics/graph/link_graph.h"

namespace porthole::topics {

using ItemNumber = std::uint32_t;

/// Outcome of a case.
enum class Outcome : std::uint8_t { kOther, kRelevant };

struct Association {
  std::uint32_t sites = 0;           ///< n: those that have the item.
  std::uint32_t relevant_sites = 0;  ///< Those that have it in a relevant case.
  std::uint64_t cases = 0;
  std::uint64_t relevant_cases = 0;
  double support = 0;
  double confidence = 0;
  double assured = 0;
  double lift = 0;
};

class SiteAssociations {
 public:
  /// Adds a case on `site` with `items`, each once.
  void add(SiteNumber site, std::span<const ItemNumber> items, Outcome outcome);

  std::size_t sites() const { return sites_; }
  std::uint64_t cases() const { return cases_; }
  /// The base rate; 0 when nothing was added.
  double base() const;

  /// Returns the association of each item number below `items`. Requires: no added item is as
  /// large.
  std::vector<Association> associations(std::size_t items) const;

 private:
  struct Share {
    std::uint32_t relevant = 0;
    std::uint32_t all = 0;
    void add(Outcome outcome) {
      ++all;
      relevant += outcome == Outcome::kRelevant;
    }
    double value() const { return static_cast<double>(relevant) / all; }
  };

  std::unordered_map<std::uint64_t, Share> pairs_;  ///< By item and site.
  std::vector<Share> base_;                         ///< By site.
  std::size_t sites_ = 0;
  std::uint64_t cases_ = 0;
};

/// The lower end of Wilson's interval for the share `share` of `count` trials, at `z` standard
/// deviations. 0 for no trials.
double wilson_lower_bound(double share, double count, double z);

}  // namespace porthole::topics
