#pragma once

/// Removes elided articles, pronouns and prepositions from words (l'image, dell'isola).
///
/// In:  a word in lower case and the name of a stemmer (fields.h).
/// Out: the word itself: "image" of l'image in French, "isola" of dell'isola in Italian, "aigua" of
/// l'aigua in Catalan.
///
/// Snowball's stemmers of these languages stem the part after the apostrophe and keep the part
/// before it (Xapian 1.4), so that the query image would not find a page that only has l'image.
///
/// Thread safety: functions without state.

#include <string_view>

namespace porthole::indexer {

/// `word` without its elided prefix; a view into it.
std::string_view without_elision(std::string_view word, std::string_view stemmer);

}  // namespace porthole::indexer
