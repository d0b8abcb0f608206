#pragma once

/// User-visible explanations of HTTP statuses.
///
/// Thread safety: functions without state.

#include <string_view>

namespace porthole::search {

/// "" for a status with a page of its own.
std::string_view status_text(int status);

}  // namespace porthole::search
