#pragma once

/// Phrases that say nothing of any page.

#include <string_view>

namespace porthole {

/// A text that is said with a link tells nothing about the target: a bare URL, words of navigation
/// ("next", "[top]", "Click here"), punctuation alone. Thread safety: any thread.
bool says_nothing(std::string_view text);

}  // namespace porthole
