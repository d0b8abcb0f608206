#pragma once

/// Seeds that are local documents: /srv/papers, file:///srv/papers/.

#include <string>
#include <vector>

#include "base/result.h"

namespace porthole::collection {

/// Replaces paths (/srv/papers, ./papers, or the name of a file or folder that is there) by their
/// URLs.
void make_urls_of_paths(std::vector<std::string>& seeds);

/// Checks the file: URLs among `seeds`; a folder without a final slash gets one.
///
/// Errors: kUsage for a file or folder that does not exist, or is on another machine, and if `/` is
/// the only folder that contains all of them.
Result<void> check_local_seeds(std::vector<std::string>& seeds);

}  // namespace porthole::collection
