#pragma once

/// Changes the <network> of a specification.
///
/// Thread safety: functions without state.

#include <string>
#include <vector>

#include "base/result.h"

namespace porthole::collection {

/// Returns `text` of a specification with <allow addresses="..."/> for these addresses and ranges,
/// which may be separated by commas, too; everything else is unchanged. None change nothing.
/// Errors: kUsage for what is neither an address nor a range; kInvalid for text that is not XML.
Result<std::string> allow_addresses(const std::string& text,
                                    const std::vector<std::string>& addresses);

}  // namespace porthole::collection
