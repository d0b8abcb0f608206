#pragma once

/// Parses numbers of text formats, independent of the locale.

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

namespace porthole {

/// Parses all of `text` as a finite number; empty when it is not one.
inline std::optional<double> parse_number(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number))
    return std::nullopt;
  return number;
}

}  // namespace porthole
