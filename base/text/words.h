#pragma once

/// Tokenizer: splits text into case-folded words, and reduces English plurals.

#include <string>
#include <string_view>
#include <vector>

namespace porthole {

/// Calls `visit(word)` for each word of UTF-8 `text` in order: a run of letters, digits and marks,
/// case-folded, 2 to 40 bytes long; other runs are skipped. An apostrophe ends a word. `word` is
/// valid during the call only. CJK runs are tokenized as overlapping bigrams; a single CJK
/// character is a word.
template <class Visit>
void for_each_word(std::string_view text, Visit visit);

/// Returns the words of `text` as a list.
std::vector<std::string> words_of(std::string_view text);

/// Reduces an English plural (folded) to its singular: "galaxies" -> "galaxy", "stars" -> "star".
/// Source: the S stemmer of D. Harman, "How effective is suffixing?", JASIS 42(1), 1991, table 1.
std::string_view singular(std::string_view word, std::string& buffer);

namespace detail {
/// Finds the next word at or after `position`; false at the end. `word` holds it, folded.
bool next_word(std::string_view text, std::size_t& position, std::string& word);
}  // namespace detail

template <class Visit>
void for_each_word(std::string_view text, Visit visit) {
  std::string word;
  std::size_t position = 0;
  while (detail::next_word(text, position, word)) visit(std::string_view(word));
}

}  // namespace porthole
