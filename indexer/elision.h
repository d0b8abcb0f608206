#pragma once

/// Removes elided articles, pronouns and prepositions from words (l'image, dell'isola).
///
/// In:  a folded word.
/// Out: the word itself: "image" of l'image, "isola" of dell'isola, "aigua" of l'aigua.
///
/// The prefixes are those of French, Italian and Catalan, of whatever language the text says it is:
/// most pages do not say it, and other languages have next to no words that begin like these.
/// Snowball's stemmers keep the part before the apostrophe (Xapian 1.4), so that the query image
/// would not find a page that only has l'image.
///
/// Thread safety: functions without state.

#include <string_view>

namespace porthole::indexer {

/// `word` without its elided prefix; a view into it.
std::string_view without_elision(std::string_view word);

}  // namespace porthole::indexer
