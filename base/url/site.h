#pragma once

/// What a site is, where nobody names one by a prefix.
///
/// Thread safety: functions without state.

#include <string>

#include "base/url/url.h"

namespace porthole {

/// The registrable domain of the host of `url`; of a URL without a host its scheme with a colon, so that all files of this
/// machine are one site, `file:`.
std::string site_of(const Url& url);

}  // namespace porthole
