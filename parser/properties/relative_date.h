#pragma once

/// Days that are written by how long ago they are: "3 hours ago", "vor 2 Tagen", "3時間前",
/// "yesterday".
///
/// In:  a short text beside what may be a date, its language (BCP 47, "" for English), and the
///      time of the fetch.
/// Out: a W3C date: the day, or the month where the text counts months; "" for other texts, and
///      where the text counts years.
///
/// The words are those of ICU for the language, English ones in every language; "an hour ago" and
/// its like count one. Thread safety: any thread.

#include <string>
#include <string_view>

#include "base/clock.h"

namespace porthole::parser {

std::string relative_date(std::string_view text, std::string_view language, WallTime fetched);

}  // namespace porthole::parser
