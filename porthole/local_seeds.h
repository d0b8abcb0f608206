#pragma once

/// Checks seeds that are local documents (file:///srv/papers/).

#include <string>
#include <vector>

#include "base/result.h"

namespace porthole::cli {

/// Checks the file: URLs among `seeds`; a folder without a final slash gets one.
///
/// Errors: kUsage for a file or folder that does not exist, or is on another machine, and if `/` is
/// the only folder that contains all of them.
Result<void> check_local_seeds(std::vector<std::string>& seeds);

}  // namespace porthole::cli
