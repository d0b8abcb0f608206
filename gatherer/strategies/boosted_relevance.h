#pragma once

/// BoostedRelevance, the strategy RWB: relevance weighting (RW,
/// gatherer/strategies/relevance_strategy.h) with boosting, that is, with a share of exploratory
/// fetches of URLs that RW would prune, so that a crawl does not end where the link metadata is
/// uninformative.
///
///   Theta_RWB(w) = Theta_RW(w)               when Theta_RW(w) >= c, or R1 < b
///                  max { Theta(t) : t in w }  when R1 >= b and that is at least c
///                  R2                         when R1 >= b and it is not
///
/// - A URL that passes RW's threshold has RW's rating, at least c.
/// - A URL that fails c and draws R1 < b is pruned, as by RW.
/// - A URL that fails c and draws R1 >= b is judged by its content, which must be fetched first: an
///   exploratory fetch. It is queued with the rating c * R2, below all URLs that pass and in random
///   order. Once fetched, its score is the best term of its text, or R2 when that fails, too, and
///   RW learns from it. Its links are followed as those of any page (LinksOfLooks::kAll), or only
///   when its score is at least c (LinksOfLooks::kByScore): a URL that pages below c alone cite is
///   pruned.
///
/// state() and remark() report the number of exploratory fetches and how many of them reached the
/// threshold by their content. R1 and R2 are functions of the random seed and the URL, so a restart
/// draws the same numbers. state() has the pages whose links are not followed as well.
///
/// Value: b = 0.9: one in ten of the URLs that fail is explored.
/// Source: Sundaresan, Yi, Huang 2000, section 4.1.4 and its equation, whose first case we read as
/// RW's own score of w (printed is "Theta_RW(2)"). The queue for exploratory fetches is ours: the
/// paper does not say how a page is fetched before its score is known.

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "gatherer/strategies/random_strategy.h"
#include "gatherer/strategies/relevance_strategy.h"
#include "gatherer/strategies/strategy.h"

namespace porthole::gatherer {

/// Which pages that were fetched for exploration have their links followed.
enum class LinksOfLooks { kAll, kByScore };

class BoostedRelevance final : public RelevanceStrategy {
 public:
  struct Looks {
    std::int64_t made = 0;
    std::int64_t reached = 0;  ///< Those whose content reached c.
  };

  BoostedRelevance(const topics::RelevanceWeighting::Options& options,
                   const collection::Topic& topic, double boost, std::uint64_t random_seed,
                   LinksOfLooks links = LinksOfLooks::kAll);

  std::string_view name() const override { return "rwb"; }
  void link_read(const LinkRead& read) override;
  void merge(UrlId alias, UrlId target) override;
  void page_judged(const JudgedPage& page) override;
  void forget(UrlId target) override;
  Rating rate(UrlId target, int hops, bool seed) const override;
  void take_raised(std::vector<UrlId>& raised) override;
  void explain(UrlId target, std::vector<Reason>& reasons) const override;
  std::string remark() const override;
  std::string state() const override;
  void restore_state(std::string_view state) override;

  Looks looks() const { return looks_; }
  /// Theta_RWB of a page that this run fetched for exploration; absent for others.
  std::optional<double> score_after_look(UrlId page) const;

 private:
  void release(UrlId target);
  bool is_boosted(UrlId target) const;
  double random_score(UrlId target) const;
  double best_term(const Document& document) const;

  double boost_;
  UrlHashRng dice_;
  LinksOfLooks links_;
  Looks looks_;
  std::unordered_map<UrlId, double> scores_;
  std::unordered_set<UrlId> failed_;    ///< Pages whose links are not followed.
  std::unordered_set<UrlId> withheld_;  ///< Open URLs that only those pages cite.
  std::vector<UrlId> released_;         ///< Not withheld any longer, and not reported yet.
};

}  // namespace porthole::gatherer
