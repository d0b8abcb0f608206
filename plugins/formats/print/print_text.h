#pragma once

/// Texts of a PostScript document, what its pdfmark operators say, and the title that a page of
/// print has by its largest font.

#include <string>
#include <string_view>

#include "plugins/format_summarizer.h"

namespace porthole {

struct PostScriptText {
  std::string text;   ///< One line for each line of the page.
  std::string title;  ///< The largest text of the first page.
};

/// Reconstructs text from positioned characters: PostScript documents rarely contain spaces.
/// `letters` is the output of txtwrite with -dTextFormat=0 at 720 dpi, which may be truncated.
PostScriptText read_txtwrite(std::string_view letters);

/// Reads title, author, keywords, subject and links from the pdfmarks in `program`, the PDF
/// metadata in PostScript and DVI files: /Title (...), /Author (...), /URI (...).
void read_pdfmarks(std::string_view program, const PageBytes& page, Document& document);

/// Decodes the string in parentheses at the start of `text` to UTF-8. Source: PostScript Language
/// Reference, 3.2.2; strings with a byte-order mark are UTF-16.
std::string postscript_string(std::string_view text);

/// Finds the text in the largest font of a page, used as the title of documents without one.
class LargestWords {
 public:
  /// Adds the next line of the page with its font size, in any unit.
  void add(std::string_view line, double size);
  /// All consecutive lines of the largest size; "" if all lines have the same size.
  std::string words() const;

 private:
  std::string words_;
  double largest_ = 0;
  double smallest_ = 0;
  bool goes_on_ = false;
};

}  // namespace porthole
