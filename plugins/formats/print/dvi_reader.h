#pragma once

/// Interpreter for DVI commands.
///
/// In:  untrusted bytes.
/// Out: calls of a handler: characters with the name of their font, gaps, lines, pages, specials.

#include <string>
#include <string_view>

namespace porthole {

class DviHandler {
 public:
  virtual ~DviHandler() = default;
  virtual void preamble(std::string_view comment) = 0;
  virtual void page() = 0;
  virtual void character(const std::string& font, unsigned code) = 0;
  /// A word ends: the position moves by more than a sixth of the font size to the right, or four
  /// times that to the left.
  virtual void gap() = 0;
  /// A smaller move to the left: the next character is placed over the last one.
  virtual void back() = 0;
  virtual void line() = 0;
  virtual void special(std::string_view text) = 0;
};

/// Returns "" or the error; events before it were reported.
std::string read_dvi(std::string_view bytes, DviHandler& handler);

}  // namespace porthole
