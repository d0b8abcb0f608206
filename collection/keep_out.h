#pragma once

/// Keeps a host out of a collection for good, by a rule at the end of its specification's <scope>.

#include <string>

#include "base/result.h"

namespace porthole::collection {

/// `text` of a specification with rules added that reject every URL of `host` (as
/// Url::host_and_port() has it), everything else untouched, comments and layout too. The last rule
/// that matches decides, so no rule before it matters.
///
/// Errors: kInvalid when `text` is no XML, or has no <collection> with room for it.
Result<std::string> keep_out(const std::string& text, const std::string& host);

}  // namespace porthole::collection
