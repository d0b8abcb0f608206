#pragma once

/// Prints search results on standard output.

#include <vector>

#include "search/index/results.h"
#include "search/query/field_values.h"

namespace porthole::cli {

/// Rank, title, URL, snippet and annotations by others; matches of the query are bold on a
/// terminal.
void show_results(const search::Results& results);

/// Each field with its meaning and most frequent values.
void show_fields(const std::vector<search::FieldListing>& fields);

}  // namespace porthole::cli
