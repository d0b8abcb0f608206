#pragma once

/// Sentences for the HTTP statuses that have no page of their own.
///
/// Thread safety: functions without state.

#include <string_view>

namespace porthole::search {

/// "" for a status that has a page of its own.
std::string_view status_text(int status);

}  // namespace porthole::search
