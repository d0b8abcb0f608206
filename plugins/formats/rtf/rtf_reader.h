#pragma once

/// Reads the groups, control words and characters of RTF.
///
/// Source: Microsoft, Rich Text Format Specification 1.9.1, "RTF Syntax".

#include <optional>
#include <string>
#include <string_view>

namespace porthole {

class RtfHandler {
 public:
  virtual ~RtfHandler() = default;
  virtual void begin_group() = 0;
  virtual void end_group() = 0;
  /// `\word`, `\word12`; `is_star` when `\*` stood before it.
  virtual void control(std::string_view word, std::optional<int> number, bool is_star) = 0;
  /// A character of the text, in the code page of the moment; `\'e9` is one, too.
  virtual void byte(char c) = 0;
};

/// Ends with the last group. Returns "" or what is wrong; the handler has heard what stands before.
std::string read_rtf(std::string_view rtf, RtfHandler& handler);

}  // namespace porthole
