#pragma once

/// Detects collections of local documents only, whose crawl sends no request and needs no contact
/// address.
///
/// Thread safety: functions without state.

#include <string>
#include <string_view>
#include <vector>

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

}  // namespace porthole::collection
