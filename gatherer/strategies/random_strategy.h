#pragma once

/// RandomStrategy: gives every URL a random priority, uniform on [0, 1). The unfocused baseline.
///
///   priority(w) = U(random seed, w)
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (Focused Crawling), section 4.2: the unfocused crawl
/// fetches new URLs in pseudo-random order. The same seed gives the same priorities after a
/// restart.

#include "gatherer/strategies/strategy.h"
#include "gatherer/strategies/url_hash_rng.h"

namespace porthole::gatherer {

class RandomStrategy final : public Strategy {
 public:
  explicit RandomStrategy(std::uint64_t random_seed) : dice_(random_seed) {}

  std::string_view name() const override { return "random"; }
  QueueOrder order() const override { return QueueOrder::by_relevance(); }
  Rating rate(UrlId target, int hops, bool seed) const override;
  void explain(UrlId target, std::vector<Reason>& reasons) const override;

 private:
  UrlHashRng dice_;
};

}  // namespace porthole::gatherer
