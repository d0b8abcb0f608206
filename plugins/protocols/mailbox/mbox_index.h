#pragma once

/// MboxIndex: finds the messages of an mbox file.
///
/// Source: RFC 4155; a message begins with a line "From " at the begin of the file or after an
/// empty line. Thread safety: none.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace porthole {

class MboxIndex {
 public:
  struct Place {
    std::int64_t begin = 0;  ///< Start of the header, after the line "From ".
    std::int64_t end = 0;
  };

  /// Adds the next bytes of the file.
  void add(std::string_view bytes);
  /// Ends the file.
  void finish();

  const std::vector<Place>& messages() const { return messages_; }

 private:
  void end_line();

  std::vector<Place> messages_;
  std::string line_;  ///< The beginning of the current line.
  std::int64_t read_ = 0;
  std::int64_t line_begin_ = 0;
  bool after_empty_ = true;
};

/// A message with the quoting ">" before lines that begin with "From " removed (mboxrd).
std::string without_quotes_of_from(std::string_view message);

}  // namespace porthole
