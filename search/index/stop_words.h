#pragma once

/// Stop words: articles, pronouns, prepositions, auxiliary and interrogative words. They count in
/// phrases and short queries, not in questions (ranking.h).
///
/// Thread safety: any thread.

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace porthole::search {

using StopWords = std::unordered_set<std::string_view>;  ///< Lower case, with their diacritics.

/// The stop words of the one among `languages` (en, de, es and fr are known) whose list has most of
/// `words`. A query is in one language, and an article of one language may be a noun of another.
const StopWords& stop_words_of(const std::vector<std::string>& words,
                               const std::vector<std::string>& languages);

/// The one among `languages` that has more of `words` as stop words than all others, and two at
/// least; "" when there is none.
std::string_view language_of(const std::vector<std::string>& words,
                             const std::vector<std::string>& languages);

/// Whether `term`, a word without diacritics as the index has it, is a stop word of one of
/// `languages`.
bool is_stop_term(std::string_view term, const std::vector<std::string>& languages);

}  // namespace porthole::search
