#pragma once

/// The encoding of a link's query in the charset of its page.
///
/// Source: https://url.spec.whatwg.org/#query-state, #string-percent-encode-after-encoding;
/// https://encoding.spec.whatwg.org/#get-an-encoder. Thread safety: any thread.

#include <string>
#include <string_view>

namespace porthole::parser {

/// The charset in which a page of `charset` (its name in the Encoding Standard) encodes queries; ""
/// for UTF-8, as of pages in UTF-16.
std::string query_charset(std::string_view charset);

/// `query` (UTF-8) in `charset`, percent-encoded. A character that the charset lacks becomes a
/// decimal character reference.
std::string query_in_charset(std::string_view query, std::string_view charset);

}  // namespace porthole::parser
