#pragma once

/// Reads the header of a message: sender, recipients, date, subject, references.
///
/// Source: RFC 5322, RFC 5536 (news), RFC 2392 and RFC 5538 (URLs of messages).

#include <string>
#include <string_view>

#include "plugins/formats/mail/mime.h"
#include "plugins/page_facts.h"

namespace porthole {

/// Fills title, dates, properties, and links to the messages that it replies to: `news:` in a news
/// article, else `mid:`.
void read_headers(GMimeMessage* message, PageFacts& facts);

/// The date as a W3C date, "" if missing or invalid.
std::string date_of(GMimeMessage* message);

/// True if `bytes` begin with a header line: a name of printable ASCII and a colon.
bool begins_with_header(std::string_view bytes);

}  // namespace porthole
