#pragma once

/// Writes the head of an HTTP/1.1 answer (RFC 9112, section 4) by Poco.
///
/// Thread safety: functions without state.

#include <string>

#include "http/exchange.h"

namespace porthole::http {

/// The bytes of an answer, ready to be sent.
struct WireAnswer {
  std::string head;
  std::string body;
  bool keeps_connection = false;
};

/// `is_head`: the request was HEAD, so the length is told and the body left out.
WireAnswer wire_answer(Reply reply, bool is_head, bool keeps_connection);

}  // namespace porthole::http
