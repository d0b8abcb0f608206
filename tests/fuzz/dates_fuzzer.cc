// Fuzzer for dates of feeds, sitemaps and e-mail. The first byte selects the input: a W3C date, a
// date of e-mail, or the elements of a feed's entry.
//
//   cmake --preset fuzz && ninja -C build/fuzz dates_fuzzer &&
//     build/fuzz/bin/dates_fuzzer -max_len=128 -max_total_time=60

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/text/text.h"
#include "gatherer/frontier/sitemap.h"
#include "tests/fuzz/laws.h"

namespace porthole::testing {
namespace {

using gatherer::date_of_entry;
using gatherer::parse_w3c_date;

/// "2026-11-20T18:20:53Z"; "" outside of the years that a W3C date can name.
std::string w3c_text(WallTime time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const int year = static_cast<int>(date.year());
  if (year < 0 || year > 9999) return "";
  const std::chrono::hh_mm_ss clock(std::chrono::floor<std::chrono::seconds>(time - day));
  char text[64];
  std::snprintf(text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02dZ", year,
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                static_cast<int>(clock.seconds().count()));
  return text;
}

bool is_plain(std::string_view text) {
  return std::ranges::all_of(text,
                             [](char c) { return c >= ' ' && c < 0x7F && c != '<' && c != '&'; });
}

void read_w3c(std::string_view text) {
  const auto date = parse_w3c_date(text);
  if (!date) return;
  const std::string written = w3c_text(*date);
  if (written.empty()) return;
  const auto again = parse_w3c_date(written);
  demand(again && *again == *date, "a W3C date that is written again is the same", text);
  demand(date_of_entry("<updated>" + std::string(text) + "</updated>") == *date,
         "a feed's entry has its W3C date", text);
}

void read_mail(std::string_view text) {
  const auto date = parse_mail_date(text);
  if (!date || w3c_text(*date).empty()) return;
  const std::string written = format_http_date(*date);
  demand(parse_mail_date(written) == date, "a date of e-mail that is written again is the same",
         text);
  if (is_plain(text) && text.size() <= 64 && trim(text) == text && !parse_w3c_date(text)) {
    demand(date_of_entry("<pubDate>" + std::string(text) + "</pubDate>") == date,
           "a feed's entry has its date of e-mail", text);
  }
}

void read_entry(std::string_view fragment) {
  const auto date = date_of_entry(fragment);
  const std::string later = std::string(fragment) + "<updated>9999-12-31</updated>";
  if (date && fragment.size() < 60'000)
    demand(date_of_entry(later) >= date, "a later date is not passed over", fragment);
}

}  // namespace
}  // namespace porthole::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace porthole::testing;
  give_to_one_of({read_w3c, read_mail, read_entry}, data, size);
  return 0;
}
