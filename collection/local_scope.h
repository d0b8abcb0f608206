#pragma once

/// Collections of documents of this machine: nobody else is asked for them, so nobody has to be told who asks.
///
/// Thread safety: functions without state.

#include <string>
#include <string_view>
#include <vector>

#include "collection/specification.h"

namespace porthole::collection {

/// The scheme of a URL that names a document of this machine: file, maildir, mbox, sqlite.
bool is_local_scheme(std::string_view scheme);

/// The crawl may ask servers of others, which must be able to reach whoever runs it (Agent::has_contact()): no gateway or
/// recorded web stands for them, and the scope does not confine it to documents of this machine.
bool asks_others(const Specification& specification);

/// The folder that all `file:` URLs of `urls` lie in, as a URL with a slash at its end; "" when none of them is one.
std::string common_folder(const std::vector<std::string>& urls);

}  // namespace porthole::collection
