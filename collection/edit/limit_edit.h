#pragma once

/// Changes limits in the text of a specification.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace porthole::collection {

/// Returns `text` with the attributes of <limit> set: {"pages", 5000}. The one that holds is
/// changed; where there is none, it is added. Everything else is unchanged (comments and layout
/// included).
/// Requires: a valid specification, and names of attributes of <limit> whose values are numbers.
/// Errors: kInvalid for text that is not XML, or an empty element <collection/>.
Result<std::string> set_limits(const std::string& text,
                               const std::vector<std::pair<std::string, std::int64_t>>& limits);

}  // namespace porthole::collection
