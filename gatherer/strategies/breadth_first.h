#pragma once

/// BreadthFirst: fetches the URL with the fewest links from a seed first; ties by discovery, oldest
/// first. The baseline for all focused strategies.

#include "gatherer/strategies/strategy.h"

namespace porthole::gatherer {

class BreadthFirst final : public Strategy {
 public:
  std::string_view name() const override { return "breadth-first"; }
  QueueOrder order() const override { return QueueOrder::by_relevance(); }
  Rating rate(UrlId, int hops, bool) const override {
    return {.priority = -static_cast<double>(hops)};
  }
};

}  // namespace porthole::gatherer
