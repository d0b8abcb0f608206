#pragma once

/// OpenLinkStrategy: base class of strategies that keep a value for every linked URL until it is
/// fetched. It merges the values of aliases and removes those of fetched URLs.
///
/// Thread safety: one thread.

#include <unordered_map>
#include <utility>
#include <vector>

#include "gatherer/strategies/strategy.h"

namespace porthole::gatherer {

/// `Known` is the value kept for a URL.
template <class Known>
class OpenLinkStrategy : public Strategy {
 public:
  void page_judged(const JudgedPage& page) override { forget(page.id); }
  void forget(UrlId target) final { known_.erase(target); }
  void merge(UrlId alias, UrlId target) final {
    const auto found = known_.find(alias);
    if (found == known_.end() || alias == target) return;
    const Known known = std::move(found->second);
    known_.erase(found);
    add(target, known);
  }
  void take_raised(std::vector<UrlId>& raised) final { give_each_once(raised_, raised); }
  Replay replay() const override { return Replay::kOpenCitations; }

 protected:
  /// Combines `known` with the value of `target`: for a new link, or an alias of `target`.
  virtual void add(UrlId target, const Known& known) = 0;

  /// The value of `target`, null if there is none.
  const Known* known_of(UrlId target) const {
    const auto found = known_.find(target);
    return found == known_.end() ? nullptr : &found->second;
  }

  std::unordered_map<UrlId, Known> known_;
  std::vector<UrlId> raised_;
};

}  // namespace porthole::gatherer
