#pragma once

/// Corrects what was said of a page before its main content was known: its headings and its type.
///
/// Thread safety: pure functions.

#include <string_view>

#include "base/document.h"
#include "parser/properties/evidence.h"

namespace porthole::parser {

/// Takes out the headings of what stands beside the main content ("Recent posts"), and types that
/// the page contradicts: a page with a time of publication is an article and no list, the front
/// page of a forum a list and no organization.
void settle_page(std::string_view url, std::string_view title, const Evidence& evidence,
                 Document& document);

}  // namespace porthole::parser
