#pragma once

/// The words of an index that a beginning may become, those first that fit to the words before it. This header is the room's own.
///
///   "magnetic reso"   resonance, and not the more frequent resources
///
/// In the best pages that have the words before, a word counts once for each page that has it, and several times more where it
/// stands in the title or in anchors, as in the ranking (indexer/fields.h); what counts is also which part of its pages these are, so that
/// a word of every page's menu stands back. Without words before it, words of titles and anchors come first, by the number of such pages,
/// then those of texts. Stop words are left out.
///
/// Bounded: kContextPages pages, `limits` of terms of the index read for each of text, titles and anchors, the deadline.

#include <xapian.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "search/deadline.h"

namespace porthole::search {

inline constexpr Xapian::doccount kContextPages = 100;
inline constexpr std::size_t kContextWords = 8;  ///< The last of the words before.

struct WordCompletion {
  std::string word;        ///< As the index has it: lower case, without diacritics.
  std::int64_t pages = 0;  ///< That have it, and the words before it; exact up to a thousand.
};

struct WordBeginning {
  std::vector<std::string> before;           ///< Words, lower case; those that the index lacks are left out.
  std::string beginning;                     ///< Lower case, without diacritics.
  const std::vector<std::string>& languages;  ///< Of the index.
};

/// At most `wanted`, the best first. Thread safety: `database` belongs to one thread.
std::vector<WordCompletion> complete_word(const Xapian::Database& database, const WordBeginning& asked, std::size_t wanted,
                                          const Deadline& deadline);

}  // namespace porthole::search
