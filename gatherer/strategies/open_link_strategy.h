#pragma once

/// What strategies share that rate a URL by something its links add up to while it may still be fetched: what is known
/// of each such URL, taken over where one leads to another, forgotten once it is fetched.
///
/// Thread safety: one thread.

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gatherer/strategies/strategy.h"

namespace porthole::gatherer {

/// `Known` is what a strategy keeps of a URL.
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
  /// Each once.
  void take_raised(std::vector<UrlId>& raised) final {
    std::sort(raised_.begin(), raised_.end());
    raised_.erase(std::unique(raised_.begin(), raised_.end()), raised_.end());
    raised.insert(raised.end(), raised_.begin(), raised_.end());
    raised_.clear();
  }
  Replay replay() const override { return Replay::kOpenLinks; }

 protected:
  /// `target` is known for this, too: by a link, or because another URL leads to it.
  virtual void add(UrlId target, const Known& known) = 0;

  /// Null where there is nothing.
  const Known* known_of(UrlId target) const {
    const auto found = known_.find(target);
    return found == known_.end() ? nullptr : &found->second;
  }

  std::unordered_map<UrlId, Known> known_;
  std::vector<UrlId> raised_;
};

}  // namespace porthole::gatherer
