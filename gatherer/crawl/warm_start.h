#pragma once

/// Warm start: a crawl begins with the weights that the crawl of another collection learned.
///
/// Thread safety: functions without state.

#include <filesystem>

#include "base/result.h"
#include "collection/collection.h"
#include "gatherer/strategies/strategy.h"

namespace porthole::gatherer {

/// Gives `strategy` the weights that its crawl in the collection `folder` learned; their words,
/// too, if a term of its topic and of that of `collection`, which is crawled, is the same.
///
/// Errors: those of Collection::open(); kIncomplete when nothing was gathered there with this
/// strategy; kUsage when the strategy learns no weights, and when `folder` is that of `collection`;
/// those of opening a repository.
Result<void> warm_start(Strategy& strategy, const collection::Collection& collection,
                        const std::filesystem::path& folder);

}  // namespace porthole::gatherer
