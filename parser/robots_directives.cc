#include "parser/robots_directives.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>
#include <vector>

#include "base/text/text.h"

namespace porthole::parser {
namespace {

using std::chrono::minutes;

constexpr std::array<std::string_view, 12> kMonths = {"jan", "feb", "mar", "apr", "may", "jun",
                                                      "jul", "aug", "sep", "oct", "nov", "dec"};
constexpr std::array<std::string_view, 7> kDays = {"mon", "tue", "wed", "thu", "fri", "sat", "sun"};

// The time zones of RFC 822 5.1, in hours east of Greenwich.
constexpr std::array<std::pair<std::string_view, int>, 12> kZones = {{{"gmt", 0},
                                                                      {"utc", 0},
                                                                      {"ut", 0},
                                                                      {"z", 0},
                                                                      {"est", -5},
                                                                      {"edt", -4},
                                                                      {"cst", -6},
                                                                      {"cdt", -5},
                                                                      {"mst", -7},
                                                                      {"mdt", -6},
                                                                      {"pst", -8},
                                                                      {"pdt", -7}}};

std::optional<int> parse_number(std::string_view text) {
  int number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc{} || read.ptr != text.data() + text.size() || number < 0) return {};
  return number;
}

std::optional<minutes> parse_zone(std::string_view text) {
  for (const auto& [name, hours] : kZones) {
    if (equals_ignoring_case(text, name)) return minutes(60 * hours);
  }
  if (text.size() != 5 || (text[0] != '+' && text[0] != '-')) return std::nullopt;
  const auto hours = parse_number(text.substr(1, 2));
  const auto rest = parse_number(text.substr(3, 2));
  if (!hours || !rest) return std::nullopt;
  const minutes offset(60 * *hours + *rest);
  return text[0] == '-' ? -offset : offset;
}

bool is_weekday(std::string_view text) {
  const std::string name = ascii_lower(text.substr(0, 3));
  return std::find(kDays.begin(), kDays.end(), name) != kDays.end() &&
         text.find_first_of("0123456789 ") == std::string_view::npos;
}

std::optional<std::chrono::seconds> parse_clock_time(std::string_view text) {
  const auto parts = split(text, ':');
  if (parts.size() < 2 || parts.size() > 3) return std::nullopt;
  const auto hour = parse_number(parts[0]);
  const auto minute = parse_number(parts[1]);
  const auto second = parts.size() == 3 ? parse_number(parts[2]) : 0;
  if (!hour || !minute || !second || *hour > 23 || *minute > 59 || *second > 60)
    return std::nullopt;
  return std::chrono::hours(*hour) + minutes(*minute) + std::chrono::seconds(*second);
}

/// "25 Jun 2026 15:00:00 PST", "25-Jun-26 15:00 GMT": day, month's name, year, time, zone.
std::optional<WallTime> parse_named_month(std::string_view text) {
  std::string spaced(text);
  std::replace(spaced.begin(), spaced.begin() + std::min<std::size_t>(spaced.size(), 12), '-', ' ');
  std::vector<std::string_view> words = split(spaced, ' ');
  std::erase(words, "");
  if (words.size() < 4 || words.size() > 5) return std::nullopt;
  const auto day = parse_number(words[0]);
  const std::string month_name = ascii_lower(words[1].substr(0, 3));
  const auto month = std::find(kMonths.begin(), kMonths.end(), month_name);
  auto year = parse_number(words[2]);
  const auto time = parse_clock_time(words[3]);
  const auto zone = words.size() == 5 ? parse_zone(words[4]) : minutes(0);
  if (!day || month == kMonths.end() || !year || *year > 9999 || !time || !zone)
    return std::nullopt;
  if (words[2].size() == 2) *year += 2000;
  const std::chrono::year_month_day date{
      std::chrono::year(*year),
      std::chrono::month(static_cast<unsigned>(month - kMonths.begin()) + 1),
      std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date) + *time - *zone;
}

std::optional<WallTime> parse_date(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma != std::string_view::npos) text = text.substr(comma + 1);
  text = trim(text);
  if (const auto time = parse_named_month(text)) return time;
  const std::string day_only = std::string(text) + "T00:00:00Z";
  const Result<WallTime> time = parse_time(text.size() == 10 ? std::string_view(day_only) : text);
  if (!time) return std::nullopt;
  return *time;
}

/// The restrictions that a list's word names, or a name and a value.
RobotsDirectives refused_by(std::string_view name, std::string_view value) {
  RobotsDirectives to;
  const auto is = [&](std::string_view word) { return equals_ignoring_case(name, word); };
  to.noindex = is("noindex") || is("none");
  to.nofollow = is("nofollow") || is("none");
  to.noarchive = is("noarchive") || is("nocache");
  to.nosnippet = is("nosnippet") || (is("max-snippet") && value == "0");
  if (is("unavailable_after")) to.unavailable_after = parse_date(value);
  return to;
}

/// The restrictions that it lifts.
RobotsDirectives lifted_by(std::string_view name) {
  const auto is = [&](std::string_view word) { return equals_ignoring_case(name, word); };
  return {.noindex = is("index") || is("all"),
          .nofollow = is("follow") || is("all"),
          .noarchive = is("archive"),
          .nosnippet = is("snippet")};
}

bool takes_value(std::string_view name) {
  static constexpr std::array<std::string_view, 4> kNames = {
      "unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"};
  return std::any_of(kNames.begin(), kNames.end(),
                     [&](std::string_view known) { return equals_ignoring_case(name, known); });
}

/// Splits a list at commas, but keeps the comma of "Friday, 25 Jun ...".
std::vector<std::string_view> split_list(std::string_view list) {
  std::vector<std::string_view> parts;
  bool goes_on = false;  // the last part ends in the name of a weekday
  for (const std::string_view part : split(list, ',')) {
    if (goes_on) {
      const char* begin = parts.back().data();
      parts.back() =
          std::string_view(begin, static_cast<std::size_t>(part.data() - begin) + part.size());
      goes_on = false;
      continue;
    }
    parts.push_back(part);
    const std::size_t colon = part.find(':');
    goes_on = colon != std::string_view::npos && is_weekday(trim(part.substr(colon + 1)));
  }
  return parts;
}

}  // namespace

void RobotsDirectives::merge(const RobotsDirectives& other) {
  noindex = noindex || other.noindex;
  nofollow = nofollow || other.nofollow;
  noarchive = noarchive || other.noarchive;
  nosnippet = nosnippet || other.nosnippet;
  if (!other.unavailable_after) return;
  unavailable_after = unavailable_after ? std::min(*unavailable_after, *other.unavailable_after)
                                        : *other.unavailable_after;
}

bool RobotsDirectives::may_be_indexed(WallTime now) const {
  return !noindex && !(unavailable_after && now >= *unavailable_after);
}

void RobotsStatements::header(std::string_view value) {
  bool for_all = true;
  bool for_us = true;
  for (std::string_view part : split_list(value)) {
    part = trim(part);
    std::size_t colon = part.find(':');
    while (colon != std::string_view::npos && !takes_value(trim(part.substr(0, colon)))) {
      for_all = false;
      for_us = equals_ignoring_case(trim(part.substr(0, colon)), agent_);
      part = trim(part.substr(colon + 1));
      colon = part.find(':');
    }
    if (for_us) say(part, for_all);
  }
}

void RobotsStatements::meta(std::string_view name, std::string_view content) {
  const bool for_all = equals_ignoring_case(trim(name), "robots");
  if (!for_all && (agent_.empty() || !equals_ignoring_case(trim(name), agent_))) return;
  for (const std::string_view part : split_list(content)) say(trim(part), for_all);
}

void RobotsStatements::say(std::string_view part, bool for_all) {
  const std::size_t colon = part.find(':');
  const std::string_view name = trim(part.substr(0, colon));
  const std::string_view value =
      colon == std::string_view::npos ? std::string_view{} : trim(part.substr(colon + 1));
  (for_all ? to_all_ : to_us_).merge(refused_by(name, value));
  if (!for_all) lifted_.merge(lifted_by(name));
}

RobotsDirectives RobotsStatements::directives() const {
  RobotsDirectives all = to_all_;
  all.noindex = all.noindex && !lifted_.noindex;
  all.nofollow = all.nofollow && !lifted_.nofollow;
  all.noarchive = all.noarchive && !lifted_.noarchive;
  all.nosnippet = all.nosnippet && !lifted_.nosnippet;
  all.merge(to_us_);
  return all;
}

}  // namespace porthole::parser
