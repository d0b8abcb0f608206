#pragma once

/// Search results as words on standard output, for the verbs that search.

#include "search/results.h"

namespace porthole::cli {

/// Rank, title, URL, snippet and what others say; what the query asked for is bold on a terminal.
void show_results(const search::Results& results);

}  // namespace porthole::cli
