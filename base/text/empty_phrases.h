#pragma once

/// Detects link texts without information (navigation phrases).

#include <string_view>

namespace porthole {

/// True if a link text tells nothing about the target: a bare URL, words of navigation ("next",
/// "[top]", "Click here"), punctuation alone. Thread safety: any thread.
bool says_nothing(std::string_view text);

}  // namespace porthole
