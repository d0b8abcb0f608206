#pragma once

/// Commands of IMAP and their replies, over a conversation that is logged in.
///
/// Source: RFC 9051 (IMAP4rev2), what of it is IMAP4rev1 too. Errors: as Conversation.
/// Thread safety: none.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/protocols/curl_base/conversation.h"

namespace porthole {

/// An untagged line; literals in it are taken out and stand beside it in their order.
struct ImapLine {
  std::string text;
  std::vector<std::string> literals;

  /// The number behind `word` in it ("UID 5"), 0 when there is none.
  std::int64_t number_behind(std::string_view word) const;
};

struct ImapReply {
  bool ok = false;
  std::string text;  ///< Of the tagged line.
  std::vector<ImapLine> lines;
};

/// Sends `command` and reads its reply. Literals may have `most_bytes` together.
ImapReply ask(Conversation& talk, const std::string& command, std::size_t most_bytes);

/// `text` as a quoted string. Requires: no line break in it.
std::string quoted_string(std::string_view text);

/// The name of the mailbox in a line of LIST, "" for one that cannot be selected.
std::string mailbox_in(const ImapLine& line);

}  // namespace porthole
