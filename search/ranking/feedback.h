#pragma once

/// Pseudo-relevance feedback: expands a query by the words that are typical of its first results.
///
/// Terms are weighed by Bo1: Amati, van Rijsbergen, "Probabilistic models of information retrieval
/// based on measuring the divergence from randomness", ACM TOIS 20(4), 2002; Xapian's
/// implementation.

#include <xapian.h>

#include <vector>

#include "search/query/query_builder.h"

namespace porthole::search {

/// Stems of the text field that the query of `enquire` lacks, each weighted by at most
/// ranking.expansion. None when ranking.expansion_words is 0.
std::vector<Part> related_words(Xapian::Enquire& enquire, const Xapian::MSet& first,
                                const Ranking& ranking);

}  // namespace porthole::search
