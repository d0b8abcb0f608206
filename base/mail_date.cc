#include "base/mail_date.h"

#include <Poco/DateTime.h>
#include <Poco/DateTimeParser.h>

#include <string>

#include "base/text/text.h"

namespace porthole {

std::optional<WallTime> parse_mail_date(std::string_view text) {
  if (const auto comma = text.find(','); comma != text.npos) text.remove_prefix(comma + 1);
  if (text.find(':') == text.npos) return std::nullopt;
  const std::string date_text(trim(text));
  for (const char* const form :
       {"%e %b %Y %H:%M:%S %Z", "%e %b %Y %H:%M %Z", "%e %b %y %H:%M:%S %Z"}) {
    Poco::DateTime date;
    int zone = 0;  // seconds east of Greenwich
    if (!Poco::DateTimeParser::tryParse(form, date_text, date, zone)) continue;
    date.makeUTC(zone);
    if (date.year() >= 1900) return WallTime{std::chrono::seconds(date.timestamp().epochTime())};
  }
  return std::nullopt;
}

}  // namespace porthole
