#pragma once

/// Breadth-first: the URL fewest links away from a seed first; among those, the one known longest.
/// The baseline that every focused strategy is measured against.

#include "gatherer/strategies/strategy.h"

namespace porthole::gatherer {

class BreadthFirst final : public Strategy {
 public:
  std::string_view name() const override { return "breadth-first"; }
  QueueOrder order() const override { return QueueOrder::by_relevance(); }
  Rating rate(UrlId, int hops, bool) const override { return {.priority = -static_cast<double>(hops)}; }
};

}  // namespace porthole::gatherer
