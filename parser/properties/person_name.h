#pragma once

/// Names of authors, cleaned of what stands around them in a byline.

#include <string>
#include <string_view>

namespace porthole::parser {

/// The name in `text`: without "By", "Written by", without what follows the name (a date, a role
/// after a bar, the number of a user's posts), on one line. "" for a URL, an address, or what is
/// too long to be a name (100 bytes). "By Jane Doe | March 3, 2025" gives "Jane Doe".
std::string person_name(std::string_view text);

/// True if `text` begins with a word that introduces an author: "By Jane Doe", "Written by".
/// Known in eight languages; a word of two or three letters counts only before a capital letter.
bool introduces_author(std::string_view text);

}  // namespace porthole::parser
