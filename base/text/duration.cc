#include "base/text/duration.h"

#include <charconv>
#include <cstdint>

namespace porthole {
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

}  // namespace porthole
