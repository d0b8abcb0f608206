#include "base/text/format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
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

namespace {

constexpr double kMost = 1e6;

double seconds_of(std::string_view unit) {
  if (unit == "s") return 1;
  if (unit == "m") return 60;
  if (unit == "h") return 3600;
  return unit == "d" ? 86400 : 0;
}

}  // namespace

std::optional<std::chrono::milliseconds> parse_duration(std::string_view text) {
  double number = 0;
  const char* const all = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), all, number);
  const double seconds = seconds_of({end, static_cast<std::size_t>(all - end)});
  if (error != std::errc() || seconds == 0 || !(number >= 0 && number <= kMost))
    return std::nullopt;
  return std::chrono::milliseconds(static_cast<std::int64_t>(number * seconds * 1000));
}

std::string printable_json(std::string_view json) {
  constexpr std::string_view kFirstBytes = "\x7F\xC2\xE2";  // Such characters begin with one.
  std::string out;
  out.reserve(json.size() + 1);
  for (std::size_t at = 0; at < json.size();) {
    const std::size_t found = std::min(json.find_first_of(kFirstBytes, at), json.size());
    out.append(json, at, found - at);
    if (found == json.size()) break;
    const Character c = decode_utf8(json, found);
    const std::string_view character = json.substr(found, c.length);
    if (printable(character) == character) {
      out += character;
    } else {
      std::array<char, 8> escape{};
      std::snprintf(escape.data(), escape.size(), "\\u%04x", static_cast<unsigned>(c.code));
      out += escape.data();
    }
    at = found + c.length;
  }
  return out;
}

}  // namespace porthole
