#pragma once

/// Converts the class and the properties of a page to the values of the details template.

#include "search/query/query_fields.h"
#include "search/site/page_data.h"
#include "summarizer/summary.h"

namespace porthole::search {

/// The class with its superclasses, each with the query that finds it; false for the general class
/// of pages.
data class_data(const summarizer::Summary& summary, const QueryFields& fields);

/// A row for each property, in the order of the page; searchable values with the query that finds
/// them. False when there are none.
data properties_data(const summarizer::Summary& summary, const QueryFields& fields);

/// "/search?q=" and the encoded query.
std::string link_to_query(const std::string& query);

}  // namespace porthole::search
