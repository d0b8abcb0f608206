#pragma once

/// Language detection.
///
/// In:  text in UTF-8, and the declared language of the page ("en-GB").
/// Out: a BCP 47 primary tag in lower case ("en"); "" if unknown.
///
/// The detector (CLD2) decides if it is confident; else the declared language counts. Only the
/// beginning and the middle of the text are examined.

#include <string>
#include <string_view>

namespace porthole::parser {

std::string language_of(std::string_view text, std::string_view declared);

}  // namespace porthole::parser
