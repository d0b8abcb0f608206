#pragma once

/// Changes the storage in the text of a specification.

#include <string>

#include "base/result.h"

namespace porthole::collection {

/// Returns `text` with `url` as that of <storage>, which is added where there is none. Everything
/// else is unchanged (comments and layout included).
/// Requires: a valid specification. Errors: kInvalid for text that is not XML, or an empty element
/// <collection/>.
Result<std::string> set_storage(const std::string& text, const std::string& url);

}  // namespace porthole::collection
