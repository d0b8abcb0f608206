#include "base/text/format.h"

#include <cmath>
#include <cstdio>

#include "base/text/text.h"
#include "base/text/utf8.h"

namespace porthole {

std::string printable(std::string_view text) {
  const std::string clean = clean_utf8(text);
  std::string out;
  for (std::size_t i = 0; i < clean.size();) {
    const Character c = decode_utf8(clean, i);
    const bool turns =
        (c.code >= 0x202A && c.code <= 0x202E) || (c.code >= 0x2066 && c.code <= 0x2069);
    if (!turns) out.append(clean, i, c.length);
    i += c.length;
  }
  return out;
}

std::string shell_word(const std::string& text) {
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789%+,-./:=@_";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string format_percent(double share) {
  char out[32];
  std::snprintf(out, sizeof out, "%.1f %%", 100 * share);
  return out;
}

std::string format_duration(double seconds) {
  const long whole = std::lround(seconds);
  if (whole < 60) {
    char out[32];
    std::snprintf(out, sizeof out, seconds < 10 ? "%.1f s" : "%.0f s", seconds);
    return out;
  }
  if (whole < 3600) return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
  return std::to_string(whole / 3600) + " h " + std::to_string(whole % 3600 / 60) + " min";
}

std::string format_bytes(std::int64_t count) {
  const char* const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  auto value = static_cast<double>(count);
  std::size_t unit = 0;
  while (value >= 1024 && unit < 4) {
    value /= 1024;
    ++unit;
  }
  char out[48];
  std::snprintf(out, sizeof out, unit == 0 ? "%.0f %s" : "%.1f %s", value, units[unit]);
  return out;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string joined;
  for (const std::string& part : parts) {
    if (&part != &parts.front()) joined += separator;
    joined += part;
  }
  return joined;
}

}  // namespace porthole
