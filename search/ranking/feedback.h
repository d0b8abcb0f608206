#pragma once

/// Words that the first pages of an answer have far more often than other pages: the query asked
/// again with them finds more of the same (pseudo-relevance feedback). This header is the room's
/// own.
///
/// Terms are weighed by Bo1: Amati, van Rijsbergen, "Probabilistic models of information retrieval
/// based on measuring the divergence from randomness", ACM TOIS 20(4), 2002; Xapian's
/// implementation.

#include <xapian.h>

#include <vector>

#include "search/query/query_builder.h"

namespace porthole::search {

/// Stems of the text field that are not in the query of `enquire`, each weighing at most
/// ranking.expansion times what it would in the query; none where ranking asks for none.
std::vector<Part> related_words(Xapian::Enquire& enquire, const Xapian::MSet& first,
                                const Ranking& ranking);

}  // namespace porthole::search
