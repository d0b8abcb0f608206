#pragma once

/// Tokenizer: splits text into case-folded words, and reduces English plurals.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/normal_text.h"

namespace porthole {

inline constexpr std::size_t kShortestWord = 2;  ///< Bytes.

/// Calls `visit(word)` for each word of the normal form of `text` (base/text/normal_text.h) in
/// order: a run of letters, digits and marks, folded, of `shortest` bytes to 40 characters; other
/// runs are skipped. An apostrophe ends a word. One letter and up to three + or # behind it are a
/// word (C++, F#). `word` is valid during the call only. CJK runs are tokenized as overlapping
/// bigrams; a single CJK character is a word.
template <class Visit>
void for_each_word(std::string_view text, Visit visit, std::size_t shortest = kShortestWord);

/// Returns the words of `text` as a list.
std::vector<std::string> words_of(std::string_view text);

/// Reduces an English plural (folded) to its singular: "galaxies" -> "galaxy", "stars" -> "star".
/// Source: the S stemmer of D. Harman, "How effective is suffixing?", JASIS 42(1), 1991, table 1.
std::string_view singular(std::string_view word, std::string& buffer);

namespace detail {
/// Finds the next word at or after `position` of a text in its normal form; false at the end.
/// `word` holds it, folded.
bool next_word(std::string_view text, std::size_t& position, std::string& word,
               std::size_t shortest = kShortestWord);
}  // namespace detail

template <class Visit>
void for_each_word(std::string_view text, Visit visit, std::size_t shortest) {
  std::string buffer;
  text = normal_text(text, buffer);
  std::string word;
  std::size_t position = 0;
  while (detail::next_word(text, position, word, shortest)) visit(std::string_view(word));
}

}  // namespace porthole
