#pragma once

/// Names of authors in the text of a page near its title, where no markup tells them.
///
/// Two forms are read: "By Jane Doe", at the begin of a line, in it, or on two lines; and a name of
/// two to four capitalised words in the line of a date or next to it ("Jane Doe", "March 3, 2025").

#include <cstddef>
#include <string>
#include <vector>

#include "parser/properties/page_view.h"

namespace porthole::parser {

struct NameInText {
  std::string name;          ///< As person_name gives it (parser/properties/person_name.h).
  std::size_t at = 0;        ///< The start of its line in the page's text.
  bool begins_line = false;  ///< The line begins with "By" or the like.
  bool beside_date = false;  ///< Found by the date, not by such a word.
};

/// At most 8 of the first form and 16 of the second. Linear in the text that is read: from 400
/// bytes before the title to 2,000 after it.
std::vector<NameInText> names_in_text(const PageView& page);

}  // namespace porthole::parser
