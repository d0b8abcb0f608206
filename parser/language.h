#pragma once

/// The language of a text.
///
/// In:  text in UTF-8, and what the page itself says ("en-GB").
/// Out: a BCP 47 primary tag in lower case ("en"); "" when neither can tell.
///
/// The text decides when the detector (CLD2) is sure of it; else the page's own word counts. A
/// sample of the text is enough: its beginning and its middle.

#include <string>
#include <string_view>

namespace porthole::parser {

std::string language_of(std::string_view text, std::string_view declared);

}  // namespace porthole::parser
