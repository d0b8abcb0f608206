#pragma once

/// RandomStrategy: gives every URL a random priority, uniform on [0, 1). The unfocused baseline.
///
///   priority(w) = U(random seed, w)
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (Focused Crawling), section 4.2: the unfocused crawl
/// fetches new URLs in pseudo-random order. The same seed gives the same priorities after a
/// restart.

#include <cstdint>

#include "gatherer/strategies/strategy.h"
#include "repository/records.h"

namespace porthole::gatherer {

/// UrlHashRng: reproducible random numbers for URLs. A number is a function of the run's random
/// seed, the URL and a purpose only, so a restart draws the same.
///
/// Source: XXH3 of the three; the upper 53 bits of the hash as a fraction are uniform on [0, 1).
/// Thread safety: const members, any thread.
class UrlHashRng {
 public:
  explicit UrlHashRng(std::uint64_t random_seed) : random_seed_(random_seed) {}

  /// A number in [0, 1). Draws with different `purpose` are independent.
  double draw(repository::UrlId url, std::uint64_t purpose = 0) const;

 private:
  std::uint64_t random_seed_;
};

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

/// BreadthFirst: fetches the URL with the fewest links from a seed first; ties by discovery, oldest
/// first. The baseline for all focused strategies.
class BreadthFirst final : public Strategy {
 public:
  std::string_view name() const override { return "breadth-first"; }
  QueueOrder order() const override { return QueueOrder::by_relevance(); }
  Rating rate(UrlId, int hops, bool) const override {
    return {.priority = -static_cast<double>(hops)};
  }
};

}  // namespace porthole::gatherer
