#pragma once

/// Adapts a strategy of a plug-in (plugins/strategy_plugin.h) to the Strategy interface.
///
/// An exception yields a neutral rating; after plugins::kMostFailures failures in a row the plug-in
/// is disabled and the crawl continues breadth-first.

#include <memory>

#include "base/result.h"
#include "collection/specification.h"
#include "gatherer/strategies/strategy.h"
#include "plugins/strategy_plugin.h"

namespace porthole::gatherer {

/// Errors: kInvalid with the line for a plug-in that cannot be used, or options that it rejects.
/// Requires: choice.plugin.
Result<std::unique_ptr<Strategy>> make_plugin_strategy(const collection::Strategy& choice,
                                                       const collection::Topic& topic);

/// Adapts a plug-in that is loaded already.
std::unique_ptr<Strategy> adapt(std::unique_ptr<StrategyPlugin> plugin, std::string name,
                                const collection::Topic& topic);

}  // namespace porthole::gatherer
