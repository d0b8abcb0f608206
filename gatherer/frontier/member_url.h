#pragma once

/// URLs of what stands inside of a page: the container's URL with the name as its fragment.
///
///   http://a.test/papers.zip#1999/hits.html
///
/// Such a page is read as if its container were a folder, so that its relative links lead where they
/// would if it had been unpacked: http://a.test/papers.zip/1999/hits.html.
///
/// Thread safety: all functions, any thread.

#include <string>
#include <string_view>

#include "base/document.h"
#include "base/url/url.h"

namespace porthole::gatherer {

/// The URL of `member`: made of the container's, or the one that it has of its own, on the
/// container's server, as nobody may speak for another.
std::string url_of_member(const Member& member, const Url& container);

/// What links of a member are relative to; its own URL when that does not stand in a container.
std::string base_of_member(const Url& member);

/// The URL of the member that `link`, found in `member`, leads to; "" when it leads out of the
/// container.
std::string member_linked_to(const Url& member, std::string_view link);

}  // namespace porthole::gatherer
