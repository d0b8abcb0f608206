#pragma once

/// Words that a sentence needs and that say nothing of what is looked for: articles, pronouns,
/// prepositions, auxiliary verbs, words that ask. They count in phrases and short queries, not in
/// questions (ranking.h). This header is the room's own. Thread safety: any thread.

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace porthole::search {

using StopWords = std::unordered_set<std::string_view>;  ///< Lower case, with their diacritics.

/// The stop words of that one of `languages` (known are en, de, es, fr) which has most of `words`:
/// a query is in one language, and what is an article in one may be a noun in another.
const StopWords& stop_words_of(const std::vector<std::string>& words,
                               const std::vector<std::string>& languages);

/// Whether `term`, a word without diacritics as the index has it, is a stop word of one of
/// `languages`.
bool is_stop_term(std::string_view term, const std::vector<std::string>& languages);

}  // namespace porthole::search
