#pragma once

/// Extracts URLs from running text.
///
/// In:  a line of text.
/// Out: a link for each http or https URL in it, with the text before and after as annotations.
///
/// Thread safety: any thread.

#include <string_view>

#include "base/document.h"

namespace porthole {

/// Source: RFC 3986, appendix C: delimiters of a URL in text. Punctuation of the surrounding
/// sentence is left out.
void add_addresses(std::string_view line, Document& document);

}  // namespace porthole
