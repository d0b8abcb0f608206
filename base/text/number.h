#pragma once

/// A number as a file has it.

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

namespace porthole {

/// The whole of `text` as a finite number; nothing when it is none.
inline std::optional<double> parse_number(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) return std::nullopt;
  return number;
}

}  // namespace porthole
