#pragma once

/// Dates of e-mail, as feeds and other formats have them, too.

#include <optional>
#include <string_view>

#include "base/clock.h"

namespace porthole {

/// Parses "Fri, 20 Nov 2026 18:20:53 +0100" (RFC 5322, section 3.3), with or without the day of the
/// week and the seconds, with two digits of the year, or with the name of a zone. Nothing for other
/// texts, and for years before 1900. Thread safety: any thread.
std::optional<WallTime> parse_mail_date(std::string_view text);

}  // namespace porthole
