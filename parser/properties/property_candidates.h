#pragma once

/// The candidates for a page's title, author and date of publication, with their features.
///
/// In:  a page (page_view.h). Out: at most kMaxCandidates each; the choice is best() with the
/// weights of parser/properties/weights.h. For author and date a candidate with the value "" means
/// that the page names none; a page that states one for machines has no such candidate.
///
/// The names of features are what labs/content/train_properties.py reads and writes.

#include <span>
#include <string_view>

#include "parser/properties/candidates.h"
#include "parser/properties/page_view.h"

namespace porthole::parser {

/// Values are on one line.
Candidates title_candidates(const PageView& page);
/// Values are names, separated by newlines where there are several authors.
Candidates author_candidates(const PageView& page);
/// Values are W3C dates, of a day or a moment.
Candidates date_candidates(const PageView& page);

/// True if the words before this date say that it is that of the last change.
bool says_updated(const Candidate& date);

std::span<const std::string_view> title_features();
std::span<const std::string_view> author_features();
std::span<const std::string_view> date_features();

}  // namespace porthole::parser
