#pragma once

/// Reads the commands of a DVI file.
///
/// In:  bytes that anybody may have written.
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
  /// Words end where the place moves by more than a sixth of the letters' size to the right, or
  /// four times that to the left.
  virtual void gap() = 0;
  /// A lesser move to the left: what follows stands over the last letter.
  virtual void back() = 0;
  virtual void line() = 0;
  virtual void special(std::string_view text) = 0;
};

/// "" or what is wrong; the handler has heard what stands before.
std::string read_dvi(std::string_view bytes, DviHandler& handler);

}  // namespace porthole
