#pragma once

/// Random: every URL has a priority drawn once, uniform on [0, 1). The unfocused crawl that focused ones are
/// compared with.
///
///   priority(w) = U(random seed, w)
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (Focused Crawling), section 4.2: new URLs of the unfocused
/// crawl are fetched in pseudo-random order. The same seed draws the same again after a restart.

#include "gatherer/strategies/strategy.h"
#include "gatherer/strategies/url_dice.h"

namespace porthole::gatherer {

class RandomStrategy final : public Strategy {
 public:
  explicit RandomStrategy(std::uint64_t random_seed) : dice_(random_seed) {}

  std::string_view name() const override { return "random"; }
  QueueOrder order() const override { return QueueOrder::by_relevance(); }
  Rating rate(UrlId target, int hops, bool seed) const override;
  void explain(UrlId target, std::vector<Reason>& reasons) const override;

 private:
  UrlDice dice_;
};

}  // namespace porthole::gatherer
