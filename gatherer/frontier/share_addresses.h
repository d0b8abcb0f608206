#pragma once

/// Known addresses of "share this page" links: forms of Facebook, X, LinkedIn and others, which
/// show the page that they are given and nothing of their own.
///
/// Source: the links that AddToAny, ShareThis and the share buttons of WordPress (Jetpack) write.
/// Thread safety: any thread.

#include "base/url/url.h"

namespace porthole::gatherer {

bool is_share_address(const Url& url);

}  // namespace porthole::gatherer
