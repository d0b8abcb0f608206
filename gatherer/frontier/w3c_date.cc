#include "gatherer/frontier/w3c_date.h"

#include <algorithm>
#include <optional>
#include <string>

#include "base/text/text.h"

namespace porthole::gatherer {
namespace {

/// Consumes numbers of a fixed width and separators from the front of a text.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }

  bool take(char separator) {
    if (!rest_.starts_with(separator)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  std::optional<int> number(std::size_t digits, int lowest, int highest) {
    if (rest_.size() < digits) return std::nullopt;
    int value = 0;
    for (const char c : rest_.substr(0, digits)) {
      if (c < '0' || c > '9') return std::nullopt;
      value = 10 * value + (c - '0');
    }
    rest_.remove_prefix(digits);
    if (value < lowest || value > highest) return std::nullopt;
    return value;
  }

  bool skip_digits() {
    const std::size_t end = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
    rest_.remove_prefix(end);
    return end > 0;
  }

 private:
  std::string_view rest_;
};

std::optional<std::chrono::sys_days> read_day(Reader& reader) {
  const auto year = reader.number(4, 0, 9999);
  std::optional<int> month = 1, day = 1;
  if (reader.take('-')) {
    month = reader.number(2, 1, 12);
    if (month && reader.take('-')) day = reader.number(2, 1, 31);
  }
  if (!year || !month || !day) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date);
}

std::optional<std::chrono::seconds> read_hours_and_minutes(Reader& reader) {
  const auto hours = reader.number(2, 0, 23);
  if (!hours || !reader.take(':')) return std::nullopt;
  const auto minutes = reader.number(2, 0, 59);
  if (!minutes) return std::nullopt;
  return std::chrono::hours(*hours) + std::chrono::minutes(*minutes);
}

/// The time of day in UTC; may be negative, or exceed one day.
std::optional<std::chrono::seconds> read_time(Reader& reader) {
  auto time = read_hours_and_minutes(reader);
  if (time && reader.take(':')) {
    const auto seconds = reader.number(2, 0, 60);
    if (!seconds || (reader.take('.') && !reader.skip_digits())) return std::nullopt;
    *time += std::chrono::seconds(*seconds);
  }
  if (!time || reader.take('Z')) return time;
  const bool east = reader.take('+');
  if (!east && !reader.take('-')) return std::nullopt;
  const auto offset = read_hours_and_minutes(reader);
  if (!offset) return std::nullopt;
  return east ? *time - *offset : *time + *offset;
}

}  // namespace

Result<WallTime> parse_w3c_date(std::string_view text) {
  Reader reader(text);
  const auto day = read_day(reader);
  std::optional<std::chrono::seconds> time = std::chrono::seconds(0);
  if (day && reader.take('T')) time = read_time(reader);
  if (day && time && reader.at_end()) return WallTime(*day + *time);
  return fail(ErrorCode::kInvalid, "not a valid W3C date: '" + std::string(cut(text, 64)) + "'");
}

}  // namespace porthole::gatherer
