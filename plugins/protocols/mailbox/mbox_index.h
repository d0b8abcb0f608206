#pragma once

/// Where the messages of an mbox file are.
///
/// Source: RFC 4155; a message begins with a line "From " at the begin of the file or after an empty
/// line. Thread safety: none.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace porthole {

class MboxIndex {
 public:
  struct Place {
    std::int64_t begin = 0;  ///< Of the header, after the line "From ".
    std::int64_t end = 0;
  };

  /// Takes the next bytes of the file.
  void add(std::string_view bytes);
  /// There are no more.
  void finish();

  const std::vector<Place>& messages() const { return messages_; }

 private:
  void end_line();

  std::vector<Place> messages_;
  std::string line_;        ///< The begin of the line at hand.
  std::int64_t read_ = 0;
  std::int64_t line_begin_ = 0;
  bool after_empty_ = true;
};

/// A message without the ">" that its writer put before lines that begin with "From " (mboxrd).
std::string without_quotes_of_from(std::string_view message);

}  // namespace porthole
