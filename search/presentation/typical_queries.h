#pragma once

/// Finds phrases that typical queries of a collection consist of.
///
/// Thread safety: functions without state.

#include <cstddef>
#include <string>
#include <vector>

#include "search/index/results.h"

namespace porthole::search {

/// At most `wanted` phrases of two or three words, without punctuation between them, in titles of
/// `pages` and in the text of links to them, lower case, that several sites use: most sites first,
/// then most pages. Phrases neither begin nor end with a
/// stop word of `languages`; of two
/// that share a word the better one is taken, and none of `known` is repeated.
std::vector<std::string> typical_phrases(const std::vector<Hit>& pages,
                                         const std::vector<std::string>& known,
                                         const std::vector<std::string>& languages,
                                         std::size_t wanted);

}  // namespace porthole::search
