#pragma once

/// MessageHeading: subject, sender and date of a message, for lists of messages.
///
/// Source: RFC 5322 2.2 (folding), RFC 2047 (encoded words).
/// Thread safety: all functions, any thread.

#include <string>
#include <string_view>

namespace porthole {

struct MessageHeading {
  std::string subject;
  std::string from;
  std::string date;  ///< As written.

  /// The subject, or `otherwise` if it has none.
  std::string title(std::string_view otherwise) const;
  /// Sender and date, shown after the link.
  std::string note() const;
};

/// Parses a header up to its empty line. All text is UTF-8 with white space collapsed; missing
/// fields are empty.
MessageHeading read_heading(std::string_view header);

/// Decodes encoded words to UTF-8; invalid ones are left unchanged.
std::string decoded_words(std::string_view text);

}  // namespace porthole
