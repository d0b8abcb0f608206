#pragma once

/// What a list of messages says of each: subject, sender, date.
///
/// Source: RFC 5322 2.2 (folding), RFC 2047 (encoded words).
/// Thread safety: all functions, any thread.

#include <string>
#include <string_view>

namespace porthole {

struct MessageHeading {
  std::string subject;
  std::string from;
  std::string date;  ///< As it was written.

  /// The subject, or `otherwise` where it has none.
  std::string title(std::string_view otherwise) const;
  /// Sender and date, for behind the link.
  std::string note() const;
};

/// Reads a header up to its empty line. All text is UTF-8 with white space folded; what is not
/// there stays empty.
MessageHeading read_heading(std::string_view header);

/// Encoded words as UTF-8; what cannot be decoded stays as it was.
std::string decoded_words(std::string_view text);

}  // namespace porthole
