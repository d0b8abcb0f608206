#include "base/clock.h"

#include <Poco/DateTime.h>
#include <Poco/DateTimeParser.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <optional>
#include <string>

#include "base/text/text.h"

namespace porthole {

namespace {

constexpr std::size_t kMaxShown = 64;

class SystemClock final : public Clock {
 public:
  WallTime wall() const override {
    return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  }
  SteadyTime steady() const override { return std::chrono::steady_clock::now(); }
};

constexpr std::array<std::string_view, 7> kDays = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
constexpr std::array<std::string_view, 12> kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

struct Parts {
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
};

Parts split(WallTime time) {
  const auto days = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date{days};
  const std::chrono::hh_mm_ss clock{time - days};
  return {static_cast<int>(date.year()),
          static_cast<int>(static_cast<unsigned>(date.month())),
          static_cast<int>(static_cast<unsigned>(date.day())),
          static_cast<int>(clock.hours().count()),
          static_cast<int>(clock.minutes().count()),
          static_cast<int>(clock.seconds().count())};
}

/// Builds a time; empty for an impossible date or time of day. Second 60 is a leap second.
std::optional<WallTime> join(const Parts& p) {
  const std::chrono::year_month_day date{std::chrono::year{p.year},
                                         std::chrono::month{static_cast<unsigned>(p.month)},
                                         std::chrono::day{static_cast<unsigned>(p.day)}};
  if (!date.ok() || p.hour > 23 || p.minute > 59 || p.second > 60) return std::nullopt;
  return WallTime{std::chrono::sys_days{date}} + std::chrono::hours{p.hour} +
         std::chrono::minutes{p.minute} + std::chrono::seconds{p.second};
}

/// Reads a date from left to right; each step says whether the text went on as expected.
class DateReader {
 public:
  explicit DateReader(std::string_view text) : rest_(text) {}

  bool done() const { return rest_.empty(); }

  bool literal(std::string_view expected) {
    if (!rest_.starts_with(expected)) return false;
    rest_.remove_prefix(expected.size());
    return true;
  }

  bool digits(std::size_t count, int& value) {
    const std::string_view number = rest_.substr(0, count);
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (number.size() < count || !std::all_of(number.begin(), number.end(), is_digit)) return false;
    std::from_chars(number.data(), number.data() + count, value);
    rest_.remove_prefix(count);
    return true;
  }

  bool one_or_two_digits(int& value) { return digits(2, value) || digits(1, value); }

  bool month(int& value) {
    for (std::size_t i = 0; i < kMonths.size(); ++i) {
      if (!literal(kMonths[i])) continue;
      value = static_cast<int>(i) + 1;
      return true;
    }
    return false;
  }

  /// The name of a day, short or long. Which day it is follows from the date.
  bool day_name() {
    for (const std::string_view day : kDays) {
      if (!literal(day)) continue;
      const auto is_letter = [](char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; };
      while (!rest_.empty() && is_letter(rest_[0])) rest_.remove_prefix(1);
      return true;
    }
    return false;
  }

  bool time(Parts& p) {
    return digits(2, p.hour) && literal(":") && digits(2, p.minute) && literal(":") &&
           digits(2, p.second);
  }

  bool zone() { return literal(" GMT") || literal(" UTC"); }

 private:
  std::string_view rest_;
};

// Fri, 20 Nov 2026 18:20:53 GMT
bool read_fixdate(DateReader in, Parts& p) {
  return in.day_name() && in.literal(", ") && in.one_or_two_digits(p.day) && in.literal(" ") &&
         in.month(p.month) && in.literal(" ") && in.digits(4, p.year) && in.literal(" ") &&
         in.time(p) && in.zone() && in.done();
}

// Friday, 20-Nov-26 18:20:53 GMT. A year over 50 years ahead means the century before.
bool read_rfc850(DateReader in, Parts& p) {
  const bool read = in.day_name() && in.literal(", ") && in.digits(2, p.day) && in.literal("-") &&
                    in.month(p.month) && in.literal("-") && in.digits(2, p.year) &&
                    in.literal(" ") && in.time(p) && in.zone() && in.done();
  const int now = split(system_clock().wall()).year;
  p.year += now - now % 100;
  if (p.year > now + 50) p.year -= 100;
  return read;
}

// Fri Nov 20 18:20:53 2026
bool read_asctime(DateReader in, Parts& p) {
  return in.day_name() && in.literal(" ") && in.month(p.month) && in.literal(" ") &&
         (in.digits(2, p.day) || (in.literal(" ") && in.digits(1, p.day))) && in.literal(" ") &&
         in.time(p) && in.literal(" ") && in.digits(4, p.year) && in.done();
}

}  // namespace

const Clock& system_clock() {
  static const SystemClock clock;
  return clock;
}

std::string format_time(WallTime time) {
  const Parts p = split(time);
  char out[40];
  std::snprintf(out, sizeof out, "%04d-%02d-%02dT%02d:%02d:%02dZ", p.year, p.month, p.day, p.hour,
                p.minute, p.second);
  return out;
}

Result<WallTime> parse_time(std::string_view text) {
  Parts p;
  DateReader in(text);
  const bool read = in.digits(4, p.year) && in.literal("-") && in.digits(2, p.month) &&
                    in.literal("-") && in.digits(2, p.day) && in.literal("T") && in.time(p) &&
                    in.literal("Z") && in.done();
  if (read) {
    if (const auto time = join(p)) return *time;
  }
  return fail(ErrorCode::kInvalid,
              "not a time of the form 2026-11-20T18:20:53Z: " + std::string(cut(text, kMaxShown)));
}

std::string format_http_date(WallTime time) {
  const Parts p = split(time);
  const std::chrono::weekday day{std::chrono::floor<std::chrono::days>(time)};
  char out[64];
  std::snprintf(
      out, sizeof out, "%s, %02d %s %04d %02d:%02d:%02d GMT", kDays[day.c_encoding()].data(), p.day,
      kMonths[static_cast<std::size_t>(p.month - 1)].data(), p.year, p.hour, p.minute, p.second);
  return out;
}

// RFC 9110 5.6.7: IMF-fixdate and the two obsolete forms, RFC 850's and that of asctime().
Result<WallTime> parse_http_date(std::string_view text) {
  const DateReader in(text);
  for (const auto read : {read_fixdate, read_rfc850, read_asctime}) {
    Parts p;
    if (!read(in, p)) continue;
    if (const auto time = join(p)) return *time;
  }
  return fail(ErrorCode::kInvalid, "not an HTTP date: " + std::string(cut(text, kMaxShown)));
}

std::optional<WallTime> parse_mail_date(std::string_view text) {
  if (const auto comma = text.find(','); comma != text.npos) text.remove_prefix(comma + 1);
  const auto colons = std::ranges::count(text, ':');
  if (colons == 0) return std::nullopt;
  const std::string date_text(trim(text));
  // The parser takes a zone for seconds.
  const bool has_seconds = colons > 1;
  for (const char* const form : {has_seconds ? "%e %b %Y %H:%M:%S %Z" : "%e %b %Y %H:%M %Z",
                                 has_seconds ? "%e %b %y %H:%M:%S %Z" : "%e %b %y %H:%M %Z"}) {
    Poco::DateTime date;
    int zone = 0;  // seconds east of Greenwich
    if (!Poco::DateTimeParser::tryParse(form, date_text, date, zone)) continue;
    date.makeUTC(zone);
    if (date.year() >= 1900) return WallTime{std::chrono::seconds(date.timestamp().epochTime())};
  }
  return std::nullopt;
}

}  // namespace porthole
