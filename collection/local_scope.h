#pragma once

/// Detects collections of local documents only, whose crawl sends no request and needs no contact
/// address.
///
/// Thread safety: functions without state.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "collection/specification.h"

namespace porthole::collection {

/// True for the schemes of local documents: file, maildir, mbox, sqlite.
bool is_local_scheme(std::string_view scheme);

/// True if the crawl may send requests to servers of others, whose operators must be able to reach
/// the user (Agent::has_contact()): no gateway or recorded web replaces them, and the scope is not
/// limited to local documents.
bool asks_others(const Specification& specification);

/// Returns the common folder of all `file:` URLs of `urls`, as a URL with a slash at its end; ""
/// when there is none.
std::string common_folder(const std::vector<std::string>& urls);

/// Replaces paths among seeds (/srv/papers, ./papers, or the name of a file or folder that is
/// there) by their URLs.
void make_urls_of_paths(std::vector<std::string>& seeds);

/// Checks the file: URLs among `seeds`; a folder without a final slash gets one.
///
/// Errors: kUsage for a file or folder that does not exist, or is on another machine, and if `/` is
/// the only folder that contains all of them.
Result<void> check_local_seeds(std::vector<std::string>& seeds);

}  // namespace porthole::collection
