#pragma once

/// Articles, pronouns and prepositions that lose their vowel before a word and are written together
/// with it.
///
/// In:  a word in lower case and the name of a stemmer (fields.h).
/// Out: the word itself: "image" of l'image in French, "isola" of dell'isola in Italian, "aigua" of
/// l'aigua in Catalan.
///
/// Snowball's stemmers of these languages stem what stands behind the apostrophe and keep what
/// stands before it (Xapian 1.4), so that a page with l'image alone would not be found by image.
///
/// Thread safety: functions without state.

#include <string_view>

namespace porthole::indexer {

/// `word` without what is elided before it; a view into it.
std::string_view without_elision(std::string_view word, std::string_view stemmer);

}  // namespace porthole::indexer
