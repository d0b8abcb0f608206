#pragma once

/// Wildcard patterns of words: `bicyc*`, `colo*r`, `wom?n`.
///
/// Thread safety: functions without state.

#include <optional>
#include <string>
#include <string_view>

namespace porthole::search {

/// `*` stands for any number of characters and `?` for one.
/// True when `text` has a `*`, or a `?` that is not its last character.
bool has_wildcard(std::string_view text);

/// `text` normalised like words of the index (lower case); nothing when it is not a pattern for one
/// word.
std::optional<std::string> word_pattern(std::string_view text);

/// The part before the first wildcard.
std::string_view beginning_of(std::string_view pattern);

/// True when all of `text` matches `pattern`. O(length of text * length of pattern).
bool has_form(std::string_view text, std::string_view pattern);

}  // namespace porthole::search
