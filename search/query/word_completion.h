#pragma once

/// The words of an index that a beginning may become, the likeliest first. This header is the
/// room's own.
///
///   "magnetic reso"   resonance, and not the more frequent resources
///
/// With words before it: the best kContextPages pages that have those words are read. A word scores
/// one for each of these pages that has it, more where it stands in the title or in anchors
/// (kTitleWeight and kAnchorWeight of indexer/fields.h), times the part that these pages are of all
/// pages with the word. So a word of every page's menu comes late. Without words before it: words
/// of titles and anchors come first, by the number of such pages, then words of texts. Stop words
/// are left out.
///
/// Bounded: kContextPages pages, 20,000 terms read for each of text, titles and anchors, the
/// deadline.

#include <xapian.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "search/index/deadline.h"

namespace porthole::search {

inline constexpr Xapian::doccount kContextPages = 100;
inline constexpr std::size_t kContextWords = 8;  ///< The last of the words before.

struct WordCompletion {
  std::string word;        ///< As the index has it: lower case, without diacritics.
  std::int64_t pages = 0;  ///< That have it, and the words before it; exact up to a thousand.
};

struct WordBeginning {
  std::vector<std::string> before;  ///< Words of the query, lower case; the index may lack them.
  std::string beginning;            ///< Lower case, without diacritics.
  const std::vector<std::string>& languages;  ///< Of the index.
};

/// At most `wanted`, the best first. Thread safety: `database` belongs to one thread.
std::vector<WordCompletion> complete_word(const Xapian::Database& database,
                                          const WordBeginning& asked, std::size_t wanted,
                                          const Deadline& deadline);

}  // namespace porthole::search
