#pragma once

/// Default site of a URL: the registrable domain of its host; and hosts below a domain.
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

}  // namespace porthole
