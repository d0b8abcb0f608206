#pragma once

/// Converts a link to JSON:
/// {"url","element","place","anchor","title","alt","name","onmouseover","rel","before","after","heading"}.

#include <nlohmann/json_fwd.hpp>

#include "base/link.h"

namespace porthole::summarizer {

nlohmann::ordered_json link_as_json(const Link& link);

}  // namespace porthole::summarizer
