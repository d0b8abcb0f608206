#pragma once

/// User-visible explanations of HTTP statuses.
///
/// Thread safety: functions without state.

#include <string_view>

namespace porthole::search {

/// For people; "" for a status with a page of its own.
std::string_view status_text(int status);

/// A refusal as the API tells it.
struct RefusalWords {
  int status = 0;
  std::string_view code, message, hint;
};
/// The words for any status from 400.
RefusalWords refusal_words(int status);

}  // namespace porthole::search
