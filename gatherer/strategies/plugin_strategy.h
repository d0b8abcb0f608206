#pragma once

/// A strategy of a plug-in (plugins/strategy_plugin.h), seen as one of ours.
///
/// What it throws costs a neutral rating; after plugins::kMostFailures in a row it is set aside and
/// the crawl goes on breadth-first.

#include <memory>

#include "base/result.h"
#include "collection/specification.h"
#include "gatherer/strategies/strategy.h"
#include "plugins/strategy_plugin.h"

namespace porthole::gatherer {

/// Errors: kInvalid with the line for a plug-in that cannot be used, or options that it does not
/// take. Requires: choice.plugin.
Result<std::unique_ptr<Strategy>> make_plugin_strategy(const collection::Strategy& choice,
                                                       const collection::Topic& topic);

/// The same for a plug-in that is there already.
std::unique_ptr<Strategy> adapt(std::unique_ptr<StrategyPlugin> plugin, std::string name,
                                const collection::Topic& topic);

}  // namespace porthole::gatherer
