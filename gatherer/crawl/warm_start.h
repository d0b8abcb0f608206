#pragma once

/// Warm start: a crawl begins with the weights that the crawl of another collection learned.
///
/// Thread safety: functions without state.

#include <filesystem>

#include "base/result.h"
#include "collection/specification.h"
#include "gatherer/strategies/strategy.h"

namespace porthole::gatherer {

/// Gives `strategy` the weights that its crawl in the collection `folder` learned; their words,
/// too, if a term of the topics is the same.
///
/// Errors: those of Collection::open(); kIncomplete when nothing was gathered there with this
/// strategy; kUsage when the strategy learns no weights; those of opening a repository.
Result<void> warm_start(Strategy& strategy, const collection::Topic& topic,
                        const std::filesystem::path& folder);

}  // namespace porthole::gatherer
