#pragma once

/// Strategies by name.
///
/// Thread safety: functions without state.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "collection/specification.h"
#include "gatherer/frontier/queue_order.h"
#include "gatherer/strategies/strategy.h"

namespace porthole::gatherer {

/// Given to every strategy that is made.
struct StrategyContext {
  const collection::Topic& topic;
  std::uint64_t random_seed = 1;  ///< For strategies that draw at random.
};

/// The strategies that make_strategy() knows.
const std::vector<std::string>& strategy_names();

struct ChosenStrategy {
  std::unique_ptr<Strategy> strategy;
  QueueOrder order;
};

/// Makes the strategy that `choice` names. Every strategy has the option "order" (queue_order.h) besides
/// its own.
///
/// Errors: kInvalid for an unknown strategy, option or value, with the nearest known name.
Result<ChosenStrategy> make_strategy(const collection::Strategy& choice, const StrategyContext& context);

/// The specification's choice, or `name` in its place (with no options) where that is not ""; `options` added.
collection::Strategy choose_strategy(const collection::Specification& specification, const std::string& name,
                                     const collection::NamedValues& options);

}  // namespace porthole::gatherer
