#pragma once

/// RelevanceStrategy, the strategy RW (relevance weighting): keeps the link metadata M(w) of every
/// unfetched URL and rates it by topics/text/relevance_weighting.h, which has the arithmetic and
/// its source. RWB and HITS-RW are made of it.

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "gatherer/strategies/strategy.h"
#include "topics/text/relevance_weighting.h"

namespace porthole::gatherer {

class RelevanceStrategy : public Strategy {
 public:
  RelevanceStrategy(const topics::RelevanceWeighting::Options& options,
                    const collection::Topic& topic);

  std::string_view name() const override { return "rw"; }
  QueueOrder order() const override { return QueueOrder::by_relevance(); }
  void link_read(const LinkRead& read) override;
  void merge(UrlId alias, UrlId target) override;
  void page_judged(const JudgedPage& page) override;
  void forget(UrlId target) override;
  Rating rate(UrlId target, int hops, bool seed) const override;
  void take_raised(std::vector<UrlId>& raised) override;
  void take_learned(std::vector<repository::TermRecord>& terms) override;
  void restore(const repository::TermRecord& term) override;
  void restore_totals(std::int64_t fetched, std::int64_t relevant) override;
  Replay replay() const override { return Replay::kOpenLinks; }
  void explain(UrlId target, std::vector<Reason>& reasons) const override;

  /// The terms of the annotations of `link`, sorted.
  std::vector<topics::TermId> terms_of(const Link& link);
  /// Theta_RW of `terms`; 0 below the threshold.
  double relevance_of(const std::vector<topics::TermId>& terms) const;
  const topics::RelevanceWeighting& weighting() const { return weighting_; }
  /// True if a link to the open URL `target` was read.
  bool has_metadata(UrlId target) const { return open_.contains(target); }

 private:
  /// M(w), and the hashes of its annotations, so that an annotation repeated on all pages of a site
  /// is processed once.
  struct Metadata {
    std::vector<topics::TermId> terms;  ///< Sorted.
    std::vector<std::uint64_t> seen;
  };
  bool add_terms(UrlId target, Metadata& metadata, std::vector<topics::TermId> terms);

  topics::RelevanceWeighting weighting_;
  std::unordered_map<UrlId, Metadata> open_;
  std::unordered_map<topics::TermId, std::vector<UrlId>> leads_to_;
  std::vector<topics::TermId> risen_;
  std::vector<UrlId> raised_;
  std::unordered_set<topics::TermId> learned_;
};

/// Hash of the annotations of a link; equal for links with the same annotations.
std::uint64_t annotation_hash(const Link& link);

}  // namespace porthole::gatherer
