#include "base/date_span.h"

#include <charconv>
#include <chrono>
#include <string>

#include "base/text/text.h"

namespace porthole {
namespace {

using std::chrono::sys_days;
using std::chrono::year_month_day;

/// Consumes numbers and punctuation from the front of a text.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool done() const { return rest_.empty(); }

  bool sign(char wanted) {
    if (rest_.empty() || rest_[0] != wanted) return false;
    rest_.remove_prefix(1);
    return true;
  }

  /// Reads a number of exactly that many digits, in [low, high].
  std::optional<int> number(std::size_t digits, int low, int high) {
    if (rest_.size() < digits || rest_[0] < '0' || rest_[0] > '9') return std::nullopt;
    int value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + digits, value);
    if (error != std::errc() || end != rest_.data() + digits) return std::nullopt;
    rest_.remove_prefix(digits);
    if (value < low || value > high) return std::nullopt;
    return value;
  }

  void skip_digits() {
    while (!rest_.empty() && rest_[0] >= '0' && rest_[0] <= '9') rest_.remove_prefix(1);
  }

 private:
  std::string_view rest_;
};

struct Clock24 {
  std::chrono::seconds begin{0};
  std::chrono::seconds length{60};
};

std::optional<Clock24> read_time(Reader& reader) {
  const auto hour = reader.number(2, 0, 23);
  if (!hour || !reader.sign(':')) return std::nullopt;
  const auto minute = reader.number(2, 0, 59);
  if (!minute) return std::nullopt;
  Clock24 time;
  time.begin = std::chrono::hours(*hour) + std::chrono::minutes(*minute);
  if (!reader.sign(':')) return time;
  const auto second = reader.number(2, 0, 60);
  if (!second) return std::nullopt;
  time.begin += std::chrono::seconds(*second);
  time.length = std::chrono::seconds(1);
  if (reader.sign('.')) reader.skip_digits();
  return time;
}

/// Reads a time zone as minutes east of Greenwich; empty when there is none.
std::optional<std::chrono::minutes> read_zone(Reader& reader) {
  if (reader.done() || reader.sign('Z') || reader.sign('z')) return std::chrono::minutes(0);
  const bool east = reader.sign('+');
  if (!east && !reader.sign('-')) return std::nullopt;
  const auto hours = reader.number(2, 0, 23);
  if (!hours) return std::nullopt;
  reader.sign(':');
  const auto minutes = reader.number(2, 0, 59);
  if (!minutes) return std::nullopt;
  const auto offset = std::chrono::hours(*hours) + std::chrono::minutes(*minutes);
  return east ? offset : -offset;
}

}  // namespace

std::optional<DateSpan> parse_date_span(std::string_view text) {
  using namespace std::chrono;
  Reader reader(trim(text));
  const auto year_number = reader.number(4, 1000, 9999);
  if (!year_number) return std::nullopt;
  const year the_year{*year_number};
  if (reader.done())
    return DateSpan{sys_days{the_year / 1 / 1}, sys_days{(the_year + years(1)) / 1 / 1}};
  if (!reader.sign('-')) return std::nullopt;
  const auto month_number = reader.number(2, 1, 12);
  if (!month_number) return std::nullopt;
  const year_month the_month = the_year / month{static_cast<unsigned>(*month_number)};
  if (reader.done())
    return DateSpan{sys_days{the_month / 1}, sys_days{(the_month + months(1)) / 1}};
  if (!reader.sign('-')) return std::nullopt;
  const auto day_number = reader.number(2, 1, 31);
  if (!day_number) return std::nullopt;
  const year_month_day date = the_month / day{static_cast<unsigned>(*day_number)};
  if (!date.ok()) return std::nullopt;
  const WallTime midnight = sys_days{date};
  if (reader.done()) return DateSpan{midnight, midnight + days(1)};
  if (!reader.sign('T') && !reader.sign('t') && !reader.sign(' ')) return std::nullopt;
  const auto time = read_time(reader);
  if (!time) return std::nullopt;
  const auto zone = read_zone(reader);
  if (!zone || !reader.done()) return std::nullopt;
  const WallTime begin = midnight + time->begin - *zone;
  return DateSpan{begin, begin + time->length};
}

}  // namespace porthole
