#pragma once

/// Formats numbers, durations, sizes, lists and untrusted text for a terminal; reads durations.
///
/// Thread safety: pure functions.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace porthole {

/// "45.7 %" for 0.457.
std::string format_percent(double share);

/// "7.3 s", "42 s", "2 min 5 s", "3 h 12 min". Requires: seconds >= 0.
std::string format_duration(double seconds);

/// "812 bytes", "3.4 MiB": binary units, one decimal place above bytes.
std::string format_bytes(std::int64_t count);

/// Joins the elements of `parts` with `separator`.
std::string join(const std::vector<std::string>& parts, std::string_view separator = " ");

/// Sanitises untrusted text for a terminal: valid UTF-8 without control characters (escape
/// sequences) other than newline and tab, and without the characters that override or embed a
/// direction (U+202A to U+202E, U+2066 to U+2069), by which text can pass for another text.
/// Source: Boucher, Anderson, "Trojan Source: Invisible Vulnerabilities", 2021, section 3.
std::string printable(std::string_view text);

/// Quotes `text` as one word of a POSIX shell's command line, where needed.
std::string shell_word(const std::string& text);

/// Converts a size to the signed number that with_commas(), counted() and JSON take.
inline std::int64_t number(std::size_t size) { return static_cast<std::int64_t>(size); }

/// Parses a duration as people write it: a number of seconds, minutes, hours or days, such as "90s"
/// or "1.5h", up to a million of them; absent for anything else.
std::optional<std::chrono::milliseconds> parse_duration(std::string_view text);

/// `json`, serialised, with control characters and those that turn the direction of a text, which
/// printable() takes out, as \uXXXX. They stand inside of strings alone, and
/// the value stays the same. Requires: valid UTF-8. Thread safety: any thread.
std::string printable_json(std::string_view json);

}  // namespace porthole
