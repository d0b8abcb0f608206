#pragma once

/// The documents of a collection that have no text since a program or a plug-in is missing, for as
/// long as it is.
///
/// Thread safety: functions without state.

#include <cstdint>
#include <string>
#include <vector>

#include "base/json/json.h"
#include "base/result.h"
#include "repository/repository.h"

namespace porthole::operations {

struct UnreadFormat {
  std::string files;  ///< "PDF files", of the kind that search pages name.
  std::int64_t count = 0;
  std::string missing;  ///< "pdfinfo", "the plug-in office"; "" if it is there by now.
  std::string remedy;   ///< "sudo apt install poppler-utils"; "" if nothing is missing, or unknown.
};

/// By format, most files first. Errors: those of the repository.
Result<std::vector<UnreadFormat>> unread_formats(repository::Repository& repository);

/// "8 PDF files have no text: pdfinfo is missing".
std::string unread_in_words(const UnreadFormat& unread);
/// The remedy in words, where `update` names the command that reads them: "sudo apt install
/// poppler-utils; porthole update papers reads them then".
std::string unread_remedy(const UnreadFormat& unread, const std::string& update);
nlohmann::ordered_json unread_as_json(const std::vector<UnreadFormat>& unread);

}  // namespace porthole::operations
