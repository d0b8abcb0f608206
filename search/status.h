#pragma once

/// What the site says for the HTTP statuses that it answers with.
///
/// Thread safety: functions without state.

#include <string_view>

namespace porthole::search {

/// "Not Found" and so on.
std::string_view reason_phrase(int status);

/// A sentence for the page; "" for a status that has a page of its own.
std::string_view status_text(int status);

}  // namespace porthole::search
