#pragma once

/// The stems under which a word is indexed, searched and marked.
///
/// In:  a word of the tokenizer, and a stemmer.
/// Out: its stem, that of the word typed without diacritics, and that of the word spelled out (ae
/// for ä and æ, oe for ö and ø, ue for ü, aa for å), each once and without diacritics: so "mueller"
/// finds "Müller" and "Aarhus" finds "Århus". An elided article is left out first.
///
/// Thread safety: functions without state.

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/diacritics.h"

namespace porthole::indexer {

/// `word` without its elided article, pronoun or preposition, a view into it: "image" of l'image,
/// "isola" of dell'isola, "aigua" of l'aigua. In: a folded word.
///
/// The prefixes are those of French, Italian and Catalan, of whatever language the text says it is:
/// most pages do not say it, and other languages have next to no words that begin like these.
/// Snowball's stemmers keep the part before the apostrophe (Xapian 1.4), so that the query image
/// would not find a page that only has l'image.
std::string_view without_elision(std::string_view word);

/// "" where `word` has none of the letters that can be spelled out.
std::string spelled_out(std::string_view word);

/// Calls stem(word), which returns a std::string, for each form.
template <class Stem>
std::vector<std::string> stems_of(std::string_view word, Stem stem) {
  word = without_elision(word);
  std::vector<std::string> stems;
  const auto add = [&stems](std::string made) {
    if (std::find(stems.begin(), stems.end(), made) == stems.end())
      stems.push_back(std::move(made));
  };
  add(without_diacritics(stem(word)));
  if (is_ascii(word)) return stems;
  add(without_diacritics(stem(without_diacritics(word))));
  const std::string spelled = spelled_out(word);
  if (!spelled.empty()) add(without_diacritics(stem(spelled)));
  return stems;
}

}  // namespace porthole::indexer
