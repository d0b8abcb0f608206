#pragma once

/// UtilityStrategy, the utility-biased crawler: prefers pages that are both on topic and important,
/// weighted by alpha.
///
///   priority(w) = max { U(d) : d links to w }
///   U(d) = tau^alpha sigma^(1 - alpha), or alpha tau + (1 - alpha) sigma
///
/// tau is R(d), the relevance of the page d that cites w; sigma its importance. Only the
/// best page one link away counts. With the option `delta`, alpha follows the topicality of the
/// last pages (topics/importance/utility.h), and is stored between runs. All that waits is rated by
/// one alpha: by a new one when it has moved by .05, or the crawl is resumed.
///
/// sigma is the prediction of the importance model (option importance=model), and 1/2, its median,
/// for pages fetched before there was one; or, for the benchmark in-links crawler
/// (importance=in-links), by the pages fetched so far that link to d
/// (topics/importance/utility.h). Nothing is pruned. A URL known from a sitemap only has 0.
///
/// Source: Pant, Srinivasan, "Status Locality on the Web", sections 3.1 (one link), 4 (equations 1
/// and 2), 6.1 (equation 3), 7.2 (the in-links crawler).

#include <cstdint>
#include <vector>

#include "gatherer/strategies/open_link_strategy.h"
#include "topics/importance/utility.h"

namespace porthole::gatherer {

/// A page that links to a URL.
struct CitedWith {
  double topicality = 0, importance = 0;
};

/// Keeps of each URL the pages that are the best of its citations at some alpha.
class UtilityStrategy final : public OpenLinkStrategy<std::vector<CitedWith>> {
 public:
  enum class Importance : std::uint8_t { kModel, kInLinks };
  struct Options {
    topics::Utility utility = topics::Utility::kCobbDouglas;
    Importance importance = Importance::kModel;
    topics::AdaptiveAlpha::Options alpha;
    bool adaptive = false;  ///< False: alpha is constant.
  };

  explicit UtilityStrategy(const Options& options)
      : options_(options), alpha_(options.alpha), rated_by_(alpha_.alpha()) {}

  std::string_view name() const override { return "utility"; }
  void page_judged(const JudgedPage& page) override;
  void link_read(const LinkRead& link) override;
  Rating rate(UrlId target, int hops, bool seed) const override;
  void explain(UrlId target, std::vector<Reason>& reasons) const override;
  std::string remark() const override;
  std::string state() const override;
  void restore_state(std::string_view state) override;
  Replay replay() const override;
  bool needs_importance() const override;

  double alpha() const { return alpha_.alpha(); }

 private:
  void add(UrlId target, const std::vector<CitedWith>& cited) override;
  double importance_of(const JudgedPage& page) const;
  double utility_of(const CitedWith& cited) const;
  bool is_never_better(const CitedWith& one, const CitedWith& other) const;
  /// The page with the largest utility; null if none links to the URL.
  const CitedWith* best_of(UrlId target) const;

  Options options_;
  topics::AdaptiveAlpha alpha_;
  double rated_by_;                    ///< The alpha of all ratings.
  topics::InLinkImportance in_links_;  ///< Used by importance=in-links only.
};

}  // namespace porthole::gatherer
