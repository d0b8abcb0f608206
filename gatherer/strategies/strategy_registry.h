#pragma once

/// Creates strategies by name.
///
/// Thread safety: functions without state.

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "collection/specification.h"
#include "gatherer/fetch/queue_order.h"
#include "gatherer/strategies/strategy.h"

namespace porthole::gatherer {

/// Input that every strategy may need.
struct StrategyContext {
  const collection::Topic& topic;
  std::uint64_t random_seed = 1;  ///< For randomised strategies.
  /// For strategies that read the words of links by the judge of pages; may be null. Outlives the
  /// strategy.
  const PageJudge* judge = nullptr;
};

/// The names that make_strategy() accepts.
const std::vector<std::string>& strategy_names();

struct ChosenStrategy {
  std::unique_ptr<Strategy> strategy;
  QueueOrder order;
  double min_priority = -std::numeric_limits<double>::infinity();

  /// The strategy's rating; a URL rated below min_priority is pruned, unless it is a seed.
  Rating rate(UrlId target, int hops, bool seed) const;
};

/// Creates the strategy that `choice` names. Besides its own options, every strategy has "order"
/// (queue_order.h) and "min-priority".
///
/// Errors: kInvalid for an unknown strategy, option or value, with the nearest known name.
Result<ChosenStrategy> make_strategy(const collection::Strategy& choice,
                                     const StrategyContext& context);

/// The specification's strategy, or `name` (without options) if that is not ""; then adds
/// `options`.
collection::Strategy choose_strategy(const collection::Specification& specification,
                                     const std::string& name,
                                     const collection::NamedValues& options);

}  // namespace porthole::gatherer
