#pragma once

/// Default site of a URL: the registrable domain of its host.
/// Thread safety: functions without state.

#include <string>

#include "base/url/url.h"

namespace porthole {

/// Returns the registrable domain of the host of `url`. A URL without a host belongs to the site of
/// its scheme with a colon, so that all local files are one site, `file:`.
std::string site_of(const Url& url);

}  // namespace porthole
