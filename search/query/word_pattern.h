#pragma once

/// Words of a certain form: `bicyc*`, `colo*r`, `wom?n`.
///
/// Thread safety: functions without state. This header is the room's own.

#include <optional>
#include <string>
#include <string_view>

namespace porthole::search {

/// `*` stands for any number of characters and `?` for one.
/// There is one of them in `text`: any `*`, or a `?` that is not its last character.
bool has_wildcard(std::string_view text);

/// `text` as it is compared with words of the index: lower case; nothing when what stands between
/// the wildcards is more or less than one word.
std::optional<std::string> word_pattern(std::string_view text);

/// What stands before the first wildcard.
std::string_view beginning_of(std::string_view pattern);

/// All of `text` has the form of `pattern`. Takes at most as many steps as the product of their
/// lengths.
bool has_form(std::string_view text, std::string_view pattern);

}  // namespace porthole::search
