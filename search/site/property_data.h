#pragma once

/// What a page is and what it says of itself, in the shape of the template; details.cc alone
/// includes this.

#include "search/query/query_fields.h"
#include "search/site/page_data.h"
#include "summarizer/summary.h"

namespace porthole::search {

/// The class with those above it, each with the query that asks for it; false for a page and no
/// more.
data class_data(const summarizer::Summary& summary, const QueryFields& fields);

/// A row for each property, in the order of the page; each value that is searchable with the query
/// that asks for it. False when there is none.
data properties_data(const summarizer::Summary& summary, const QueryFields& fields);

/// "className" -> "class name".
std::string in_words(std::string_view name);

/// "/search?q=": the answer to `query`.
std::string link_to_query(const std::string& query);

}  // namespace porthole::search
