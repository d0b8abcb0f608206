#pragma once

/// Dates as people write them: "March 14, 2025", "14. März 2025", "2025年3月14日", "14/03/2025".
///
/// In:  text in UTF-8. Out: the dates in it, in order, without time of day.
///
/// Names of months are those that ICU has for some ninety languages. "03/04/2025" is the fourth of
/// March if the language is English, otherwise the third of April; the order is certain where one
/// number is over 12. Years from 1990 to 2099 of four digits; a month without a day counts if its
/// name is written. Relative dates ("two days ago"): relative_date.h. Linear in the text.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace porthole::parser {

struct WrittenDate {
  int year = 0;
  int month = 0;
  int day = 0;  ///< 0 if only the month is written.
  std::size_t begin = 0;
  std::size_t end = 0;  ///< Bytes [begin, end) of the text.
};

/// The first `most` dates of `text`. `language` is a BCP 47 tag, or "".
std::vector<WrittenDate> written_dates(std::string_view text, std::string_view language,
                                       std::size_t most);

/// "2025-03-14", "2025-03" without a day.
std::string w3c_form(const WrittenDate& date);

}  // namespace porthole::parser
