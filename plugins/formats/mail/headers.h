#pragma once

/// What the header of a message says: who wrote what to whom, when, and as an answer to what.
///
/// Source: RFC 5322, RFC 5536 (news), RFC 2392 and RFC 5538 (URLs of messages).

#include <string>
#include <string_view>

#include "plugins/page_facts.h"
#include "plugins/formats/mail/mime.h"

namespace porthole {

/// Fills title, dates, properties, and links to the messages that it answers: `news:` in a message of
/// news, else `mid:`.
void read_headers(GMimeMessage* message, PageFacts& facts);

/// A W3C date, "" where there is none that can be read.
std::string date_of(GMimeMessage* message);

/// `bytes` begin with a line of a header: a name of printable ASCII and a colon.
bool begins_with_header(std::string_view bytes);

}  // namespace porthole
