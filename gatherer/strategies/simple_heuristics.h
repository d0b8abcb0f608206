#pragma once

/// SimpleHeuristics, the strategy SH: fetches URLs first that contain a word or phrase of the topic
/// (the paper's HREF metadata), then the others; each group by depth, the shallowest first.
///
///   priority(w) = [w's URL has a topic term] + 1 / (2 + hops(w))
///
/// The second term is at most 1/2, so the first dominates. Nothing is pruned.
///
/// Source: Sundaresan, Yi, Huang 2000, section 4.1.2. The topic terms are the specification's title
/// and terms; depth is links from the nearest seed.

#include <string>
#include <unordered_map>
#include <vector>

#include "gatherer/strategies/strategy.h"

namespace porthole::gatherer {

class SimpleHeuristics final : public Strategy {
 public:
  explicit SimpleHeuristics(const collection::Topic& topic);

  std::string_view name() const override { return "sh"; }
  QueueOrder order() const override { return QueueOrder::by_relevance(); }
  void link_read(const LinkRead& link) override;
  void merge(UrlId alias, UrlId target) override;
  void forget(UrlId target) override { named_.erase(target); }
  Rating rate(UrlId target, int hops, bool seed) const override;
  void take_raised(std::vector<UrlId>& raised) override;
  void explain(UrlId target, std::vector<Reason>& reasons) const override;
  Replay replay() const override { return Replay::kOpenLinks; }

 private:
  struct Term {
    std::string text;
    std::vector<std::string> words;
  };
  std::vector<Term> terms_;
  std::unordered_map<UrlId, const Term*> named_;  ///< The topic term in the URL.
  std::vector<UrlId> raised_;
};

}  // namespace porthole::gatherer
