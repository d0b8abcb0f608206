#pragma once

/// The report of a round that asked for known pages again (gatherer/frontier/round_plan.h), in
/// words and as JSON.
///
/// Thread safety: functions without state.

#include <string>

#include "base/json/json.h"
#include "gatherer/crawl/gather_options.h"

namespace porthole::cli {

/// Something changed, is new, gone or back.
bool has_news(const gatherer::GatherReport& done);
/// Three lines: the pages that lead to new ones, the others, the new ones.
std::string round_in_words(const gatherer::GatherReport& done);
nlohmann::ordered_json round_as_json(const gatherer::GatherReport& done);

}  // namespace porthole::cli
