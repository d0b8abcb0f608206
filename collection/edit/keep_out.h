#pragma once

/// Blocks a host: adds rules that reject it to the end of the specification's <scope>.

#include <string>

#include "base/result.h"

namespace porthole::collection {

/// Returns `text` of a specification with rules added that reject every URL of `host` (as
/// Url::host_and_port() returns it); everything else is unchanged, comments and layout included.
/// The last matching rule decides, so earlier rules do not matter.
///
/// Errors: kInvalid when `text` is not XML, or has no <collection> element to add it to.
Result<std::string> keep_out(const std::string& text, const std::string& host);

}  // namespace porthole::collection
