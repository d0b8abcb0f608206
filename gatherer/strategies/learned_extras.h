#pragma once

/// Features of LearnedStrategy that come from other strategies, for experiments. Both are off by
/// default; neither has been shown to gain anything.
///
///   theta       log-odds of Theta_RW(w) by anchors, less those of a URL whose terms are unknown,
///               within +-2: RelevanceStrategy with metadata=anchor, its other options as by
///               default
///   authority   ln(1 + a(w) / m), a(w) the authority by the last distillation and m the mean of
///               those above 0: DistilledFocus, which distils every 100 pages, and every 5 per cent
///               of a larger crawl
///
/// A feature is 0 where nothing is known. Each strategy keeps its own state: terms are stored as
/// those of `rw`, the rest is replayed from pages and links.
///
/// Source: those of relevance_strategy.h and distilled_focus.h; the forms of the features are ours.
/// Memory: that of these strategies, for each that is on. Thread safety: one thread.

#include <optional>
#include <unordered_map>
#include <vector>

#include "gatherer/strategies/distilled_focus.h"
#include "gatherer/strategies/relevance_strategy.h"
#include "gatherer/strategies/strategy.h"
#include "topics/classify/online_logistic.h"

namespace porthole::gatherer {

class LearnedExtras {
 public:
  struct Options {
    bool theta = false;
    bool authority = false;
  };

  LearnedExtras(const Options& options, const collection::Topic& topic);

  /// True if a feature is on.
  bool any() const { return theta_ || distiller_; }

  /// As those of Strategy.
  void page_judged(const JudgedPage& page);
  void link_read(const LinkRead& read);
  void merge(UrlId alias, UrlId target);
  void forget(UrlId target);
  void take_raised(std::vector<UrlId>& raised);
  void take_learned(std::vector<repository::TermRecord>& terms);
  void restore(const repository::TermRecord& term);
  void restore_totals(std::int64_t fetched, std::int64_t relevant);

  /// Appends the features of `target` that are on and not 0.
  void add(UrlId target, std::vector<topics::OnlineLogistic::Feature>& x) const;

 private:
  double theta(UrlId target) const;
  double authority(UrlId target) const;

  std::optional<RelevanceStrategy> theta_;
  std::optional<DistilledFocus> distiller_;
  std::unordered_map<UrlId, double> authority_;  ///< Over the mean; those above 0.
};

}  // namespace porthole::gatherer
