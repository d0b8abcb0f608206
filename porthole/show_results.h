#pragma once

/// Search results as words on standard output, for the verbs that search.

#include <vector>

#include "search/query/field_values.h"
#include "search/index/results.h"

namespace porthole::cli {

/// Rank, title, URL, snippet and what others say; what the query asked for is bold on a terminal.
void show_results(const search::Results& results);

/// Each field with what it means and its most frequent values.
void show_fields(const std::vector<search::FieldListing>& fields);

}  // namespace porthole::cli
