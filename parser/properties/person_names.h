#pragma once

/// Names of persons: whether a text is one, and those that a line names.
///
/// Thread safety: functions without state.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "parser/properties/page_view.h"

namespace porthole::parser {

// Names of authors, cleaned of what stands around them in a byline.

/// The name in `text`: without "By", "Written by", without what follows the name (a date, a role
/// after a bar, the number of a user's posts), on one line. "" for a URL, an address, or what is
/// too long to be a name (100 bytes). "By Jane Doe | March 3, 2025" gives "Jane Doe".
std::string person_name(std::string_view text);

/// True if `text` begins with a word that introduces an author: "By Jane Doe", "Written by".
/// Known in eight languages; a word of two or three letters counts only before a capital letter.
bool introduces_author(std::string_view text);

// Names of authors in the text of a page near its title, where no markup tells them.
//
// Two forms are read: "By Jane Doe", at the begin of a line, in it, or on two lines; and a name of
// two to four capitalised words in the line of a date or next to it ("Jane Doe", "March 3, 2025").

struct NameInText {
  std::string name;          ///< As person_name() gives it.
  std::size_t at = 0;        ///< The start of its line in the page's text.
  bool begins_line = false;  ///< The line begins with "By" or the like.
  bool beside_date = false;  ///< Found by the date, not by such a word.
};

/// At most 8 of the first form and 16 of the second. Linear in the text that is read: from 400
/// bytes before the title to 2,000 after it.
std::vector<NameInText> names_in_text(const PageView& page);

}  // namespace porthole::parser
