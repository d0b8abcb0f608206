#pragma once

/// Turns a response into a reply with the fields that every answer of Porthole has: a content
/// security policy without inline scripts and styles and without frames around it, no sniffing of
/// types, no referrer, no other origin that opens or embeds it; what may be stored, and for how
/// long.
///
/// Thread safety: a function without state.

#include "http/application.h"
#include "http/response.h"

namespace porthole::http {

Reply reply_of(Response answer);

}  // namespace porthole::http
