#pragma once

/// URLs of archive members: the container's URL with the member's name as the fragment.
///
///   http://a.test/papers.zip#1999/hits.html
///   http://a.test/papers.zip#1999.zip!/hits.html    (a member of a member)
///
/// Relative links of a member are resolved as if the container were a folder, so that they point to
/// the same place as after unpacking: http://a.test/papers.zip/1999/hits.html.
///
/// Thread safety: all functions, any thread.

#include <string>
#include <string_view>

#include "base/document.h"
#include "base/url/url.h"

namespace porthole::gatherer {

/// The URL of `member`: derived from that of its container, which may be a member itself, or the
/// member's own URL if that is on the container's server. A container cannot supply pages for other
/// servers.
std::string url_of_member(const Member& member, const Url& container);

/// The base URL for links of a member; its own URL if it is not inside a container.
std::string base_of_member(const Url& member);

/// The URL of the member that `link`, found in `member`, points to; "" when it points outside of
/// the container.
std::string member_linked_to(const Url& member, std::string_view link);

}  // namespace porthole::gatherer
