#pragma once

/// Short messages for mailboxes and newsgroups.

#include <filesystem>
#include <string>

namespace porthole::testing {

/// With LF alone. `more` is further lines of the header.
inline std::string message(const std::string& subject, const std::string& id,
                           const std::string& more = "") {
  return "From: Ann <ann@a.test>\nTo: list@a.test\nSubject: " + subject +
         "\nDate: Mon, 1 Jan 2024 12:00:00 +0000\nMessage-ID: <" + id + "@a.test>\n" + more +
         "\nThis is the text of " + id + ".\n";
}

/// The state of a message after a crawl: fetched, and kept if the plug-in that reads messages was
/// built.
inline std::string state_of_messages() {
  return std::filesystem::exists(PORTHOLE_BINARY_DIR "/lib/plugins/mail.so")
             ? "fetched"
             : "dropped: unsupported type";
}

}  // namespace porthole::testing
