#pragma once

/// The numbers of all collections of a console, for Prometheus: counts and times, and of what was
/// gathered nothing but the collections' names.
///
/// Thread safety: any thread.

#include <string>

#include "base/result.h"
#include "console/folders.h"

namespace porthole::console {

/// Errors: those of Collection::open(), the repository and the index.
Result<std::string> metrics_of(const Folders& folders);

}  // namespace porthole::console
