#pragma once

/// Seeds that are documents of this machine (file:///srv/papers/).

#include <string>
#include <vector>

#include "base/result.h"

namespace porthole::cli {

/// Checks those of `seeds` that are file: URLs; one that is a folder gets the slash at its end that it may lack.
///
/// Errors: kUsage for a file or folder that is not there, or on another machine, and when no folder but `/` has all of them.
Result<void> check_local_seeds(std::vector<std::string>& seeds);

}  // namespace porthole::cli
