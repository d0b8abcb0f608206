#pragma once

/// Character classification for ASCII, independent of the locale.

namespace porthole {

constexpr bool is_alpha(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_alphanumeric(char c) { return is_alpha(c) || is_digit(c); }

}  // namespace porthole
