#include "search/query/range_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/date_span.h"
#include "base/text/text.h"

namespace porthole::search {
namespace {

/// The interval [begin, end] that a written value covers.
struct Meant {
  double begin = 0;
  double end = 0;
};

struct Unit {
  std::string_view name;
  double bytes;
};
// Longer units come before their suffixes.
constexpr std::array kUnits = {Unit{"kib", 1024}, Unit{"mib", 1048576}, Unit{"gib", 1073741824},
                               Unit{"kb", 1e3},   Unit{"mb", 1e6},      Unit{"gb", 1e9},
                               Unit{"k", 1e3},    Unit{"m", 1e6},       Unit{"g", 1e9},
                               Unit{"b", 1}};

/// The factor of the unit at the end of `text`, which it removes.
double take_unit(std::string_view& text) {
  for (const Unit& unit : kUnits) {
    if (text.size() < unit.name.size() ||
        !equals_ignoring_case(text.substr(text.size() - unit.name.size()), unit.name))
      continue;
    text.remove_suffix(unit.name.size());
    text = trim(text);
    return unit.bytes;
  }
  return 1;
}

std::optional<Meant> number_meant(std::string_view text, Units units) {
  const double factor = units == Units::kBytes ? take_unit(text) : 1;
  const auto number = number_of(text);
  if (!number) return std::nullopt;
  return Meant{*number * factor, *number * factor};
}

std::optional<Meant> date_meant(std::string_view text) {
  const auto span = parse_date_span(text);
  if (!span) return std::nullopt;
  const auto seconds = [](WallTime time) {
    return static_cast<double>(time.time_since_epoch().count());
  };
  return Meant{seconds(span->begin), seconds(span->end) - 1};
}

double just_above(double number) {
  return std::nextafter(number, std::numeric_limits<double>::infinity());
}
double just_below(double number) {
  return std::nextafter(number, -std::numeric_limits<double>::infinity());
}

// `>` and `<` with or without `=`; `text` begins with one of them.
template <class Read>
std::optional<Range> compared(std::string_view text, Read read) {
  const bool is_above = text[0] == '>';
  const bool with_it = text.size() > 1 && text[1] == '=';
  const auto meant = read(trim(text.substr(with_it ? 2 : 1)));
  if (!meant) return std::nullopt;
  Range range;
  if (is_above) {
    range.low = with_it ? meant->begin : just_above(meant->end);
  } else {
    range.high = with_it ? meant->end : just_below(meant->begin);
  }
  return range;
}

template <class Read>
std::optional<Range> read_range(std::string_view text, Read read) {
  text = trim(text);
  if (text.empty()) return std::nullopt;
  if (text[0] == '>' || text[0] == '<') return compared(text, read);
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) {
    const auto meant = read(text);
    if (!meant) return std::nullopt;
    return Range{meant->begin, meant->end};
  }
  const std::string_view from = trim(text.substr(0, dots));
  const std::string_view to = trim(text.substr(dots + 2));
  if (from.empty() && to.empty()) return std::nullopt;
  Range range;
  if (!from.empty()) {
    const auto low = read(from);
    if (!low) return std::nullopt;
    range.low = low->begin;
    range.high = to.empty() ? range.high : low->end;
  }
  if (!to.empty()) {
    const auto high = read(to);
    if (!high) return std::nullopt;
    range.low = from.empty() ? range.low : std::min(range.low, high->begin);
    range.high = from.empty() ? high->end : std::max(range.high, high->end);
  }
  return range;
}

}  // namespace

bool is_range(std::string_view text) {
  return text.starts_with('<') || text.starts_with('>') ||
         text.find("..") != std::string_view::npos;
}

std::optional<double> number_of(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  const bool is_whole =
      error == std::errc() && end == text.data() + text.size() && std::isfinite(number);
  return is_whole ? std::optional(number) : std::nullopt;
}

std::optional<Range> number_range(std::string_view text, Units units) {
  return read_range(text, [units](std::string_view one) { return number_meant(one, units); });
}

std::optional<Range> date_range(std::string_view text) { return read_range(text, date_meant); }

}  // namespace porthole::search
