#pragma once

/// The URL of a refresh, of the meta element and of the header: "5; url='x'".
///
/// Source: https://html.spec.whatwg.org/#shared-declarative-refresh-steps. Thread safety: any
/// thread.

#include <string>
#include <string_view>

namespace porthole::parser {

/// As written; "" when there is none, which means the page itself.
std::string refresh_target(std::string_view content);

}  // namespace porthole::parser
