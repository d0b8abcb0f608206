#include "base/mail_date.h"

#include <Poco/DateTime.h>
#include <Poco/DateTimeParser.h>

#include <algorithm>
#include <string>

#include "base/text/text.h"

namespace porthole {

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
