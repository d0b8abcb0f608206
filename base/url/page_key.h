#pragma once

/// Identity of pages among which are members of containers: messages of a mailbox, files of a zip.
///
/// Thread safety: functions without state.

#include <string>

#include "base/url/url.h"

namespace porthole {

/// Url::key(); for the URL of a member (the container's with the member's name as its fragment) the
/// URL itself. Requires: `page` is the URL of a stored page: others have no fragment.
std::string key_of_page(const Url& page);

/// key_of_page() of `page`, or `page` itself when it is not a valid URL.
std::string key_of_page(const std::string& page);

}  // namespace porthole
