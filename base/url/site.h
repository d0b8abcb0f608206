#pragma once

/// Site and identity of a page: the registrable domain of its host, and the key of its URL.
/// Thread safety: functions without state.

#include <string>
#include <string_view>

#include "base/url/url.h"

namespace porthole {

/// Returns the registrable domain of the host of `url`. A URL without a host belongs to the site of
/// its scheme with a colon, so that all local files are one site, `file:`.
std::string site_of(const Url& url);

/// `host`, perhaps with a port, is `domain` or ends in a dot and `domain`.
bool is_below(std::string_view host, std::string_view domain);

/// Identity of a page, which may be a member of a container (a message of a mailbox, a file of a
/// zip): Url::key(); for the URL of a member (the container's with the member's name as its
/// fragment) the URL itself. Requires: `page` is the URL of a stored page: others have no fragment.
std::string key_of_page(const Url& page);

/// key_of_page() of `page`, or `page` itself when it is not a valid URL.
std::string key_of_page(const std::string& page);

}  // namespace porthole
