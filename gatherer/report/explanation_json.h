#pragma once

/// An explanation as JSON, the same for `porthole explain --json` and the console.
///
/// Thread safety: a pure function.

#include <nlohmann/json_fwd.hpp>

#include "gatherer/report/explanation.h"

namespace porthole::gatherer {

/// docs/why.md has its members, but for "samples".
nlohmann::ordered_json explanation_as_json(const Explanation& e);

}  // namespace porthole::gatherer
