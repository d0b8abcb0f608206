#pragma once

/// Converts URLs to addresses of the box: `host/path`, without scheme, because http and https are
/// one page here.

#include <string>
#include <string_view>

namespace porthole::labs {

/// Decodes every %XX of `text`; a % that begins no escape stays.
std::string percent_decode(std::string_view text);

/// A decoded path as it stands in a URL: bytes other than unreserved characters, sub-delimiters,
/// `:`, `@` and `/` (RFC 3986 3.3) become %XX.
std::string percent_encode_path(std::string_view path);

/// host/path of a URL of any scheme, or of one without: lower-case host without user, trailing dot
/// and port; no query and no fragment; the path as it is, "/" when there is none. "" when there is
/// no host.
std::string address_of(std::string_view url);

/// The host of an address, and the rest from its slash on.
std::string_view host_of(std::string_view address);
std::string_view path_of(std::string_view address);

}  // namespace porthole::labs
