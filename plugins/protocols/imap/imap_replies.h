#pragma once

/// IMAP client commands and their replies, over a logged-in Conversation.
///
/// Source: RFC 9051 (IMAP4rev2), limited to what IMAP4rev1 has, too. Errors: as Conversation.
/// Thread safety: none.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/protocols/curl_base/conversation.h"

namespace porthole {

/// An untagged response line; its literals are removed and listed separately, in order.
struct ImapLine {
  std::string text;
  std::vector<std::string> literals;

  /// The number after `word` ("UID 5"), 0 if there is none.
  std::int64_t number_behind(std::string_view word) const;
};

struct ImapReply {
  bool ok = false;
  std::string text;  ///< Text of the tagged line.
  std::vector<ImapLine> lines;
};

/// Sends `command` and reads its reply. The total size of literals is limited to `most_bytes`.
ImapReply ask(Conversation& talk, const std::string& command, std::size_t most_bytes);

/// `text` as a quoted string. Requires: no line break in it.
std::string quoted_string(std::string_view text);

/// The mailbox name of a LIST response, "" for one that cannot be selected.
std::string mailbox_in(const ImapLine& line);

}  // namespace porthole
