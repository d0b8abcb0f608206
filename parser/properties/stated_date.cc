#include "parser/properties/stated_date.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>

#include "base/clock.h"
#include "base/text/text.h"
#include "parser/properties/written_date.h"

namespace porthole::parser {
namespace {

constexpr std::size_t kLongest = 100;

bool digits(std::string_view text, std::size_t at, std::size_t count) {
  if (at + count > text.size()) return false;
  for (std::size_t i = at; i < at + count; ++i) {
    if (text[i] < '0' || text[i] > '9') return false;
  }
  return true;
}

/// A date that begins YYYY, YYYY-MM or YYYY-MM-DD, with / for - too; "" if it does not.
std::string figures(std::string_view text) {
  std::string date(text);
  if (date.size() > 40 || !digits(date, 0, 4)) return "";
  for (const std::size_t at : {4u, 7u}) {
    if (date.size() == at) return date;
    if (date[at] == '/') date[at] = '-';
    if (date[at] != '-' || !digits(date, at + 1, 2)) return "";
  }
  if (date.size() == 10) return date;
  if (date[10] == ' ') date[10] = 'T';
  const bool plain = date.find_first_not_of("0123456789:.+-TZtz") == std::string::npos;
  return plain && date[10] == 'T' && digits(date, 11, 2) ? date : date.substr(0, 10);
}

/// A day of a week or of a year (ISO 8601): 2024-W18-7, 2024W187, 2024-126; "" for other texts.
std::string numbered_day(const std::string& text) {
  int year = 0, week = 1, day = 0;
  const bool is_of_week = std::sscanf(text.c_str(), "%4d-W%2d-%1d", &year, &week, &day) == 3 ||
                          std::sscanf(text.c_str(), "%4dW%2d%1d", &year, &week, &day) == 3;
  const bool is_of_year = text.size() == 8 && digits(text, 5, 3) &&
                          std::sscanf(text.c_str(), "%4d-%3d", &year, &day) == 2;
  if (!is_of_week && !is_of_year) return "";
  // The first week has the fourth of January.
  std::chrono::sys_days first = std::chrono::year(year) / 1 / (is_of_week ? 4 : 1);
  if (is_of_week) first -= std::chrono::weekday(first) - std::chrono::Monday;
  const std::chrono::days behind((is_of_week ? 7 * (week - 1) : 0) + day - 1);
  return format_time(WallTime(first + behind)).substr(0, 10);
}

/// A date of figures alone: 20240305, with a time behind it, D: before it (PDF), or a Unix time in
/// seconds or milliseconds; "" for other texts.
std::string compact(std::string_view text) {
  if (text.starts_with("D:") && digits(text, 2, 8)) text = text.substr(2, 8);
  const std::size_t count = std::min(text.find_first_not_of("0123456789"), text.size());
  const bool has_time = count == 8 && text.size() > 8 && (text[8] == 'T' || text[8] == ' ');
  if ((count == 8 && text.size() == 8) || has_time) {
    return std::string(text.substr(0, 4)) + "-" + std::string(text.substr(4, 2)) + "-" +
           std::string(text.substr(6, 2));
  }
  if (count != text.size() || (count != 10 && count != 13)) return "";
  std::int64_t seconds = 0;
  for (const char c : text.substr(0, 10)) seconds = seconds * 10 + (c - '0');
  return format_time(WallTime(std::chrono::seconds(seconds)));
}

/// True if the month and the day of a date that begins YYYY-MM exist.
bool exists(std::string_view date) {
  const auto number = [date](std::size_t at) {
    return static_cast<unsigned>((date[at] - '0') * 10 + (date[at + 1] - '0'));
  };
  const auto year = std::chrono::year(static_cast<int>(number(0) * 100 + number(2)));
  const auto month = std::chrono::month(number(5));
  return (year / month / std::chrono::day(date.size() < 10 ? 1 : number(8))).ok();
}

}  // namespace

std::string stated_date(std::string_view text, std::string_view language) {
  text = trim(text.substr(0, kLongest));
  if (text.empty()) return "";
  if (auto http = parse_http_date(text)) return format_time(*http);
  if (auto mail = parse_mail_date(text)) return format_time(*mail);
  std::string date = figures(text);
  if (date.empty()) date = compact(text);
  if (date.empty()) date = numbered_day(std::string(text));
  if (!date.empty()) {
    if (date.size() < 7) return date;
    return exists(date) ? date : "";
  }
  const auto written = written_dates(text, language, 1);
  return written.empty() ? "" : w3c_form(written.front());
}

}  // namespace porthole::parser
