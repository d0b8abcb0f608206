#pragma once

/// Completes a prefix to words of the index, ranked by the words before it.
///
///   "magnetic reso"   resonance, and not the more frequent resources
///
/// With words before the prefix, the best kContextPages pages with those words are read. A word
/// scores one for each of these pages that has it, more in the title or in anchors (kTitleWeight
/// and kAnchorWeight of indexer/fields.h), times the share of these pages among all pages with the
/// word, so that words of site menus rank low. Without words before the prefix, words of titles and
/// anchors come first, by document frequency, then words of texts. Stop words are left out.
///
/// Limits: kContextPages pages, 20,000 terms read for each of text, titles and anchors, the
/// deadline.

#include <xapian.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "search/index/bounds.h"

namespace porthole::search {

inline constexpr Xapian::doccount kContextPages = 100;
inline constexpr std::size_t kContextWords =
    8;  ///< Words before the prefix that are used: the last ones.

struct WordCompletion {
  std::string word;        ///< As the index has it: lower case, without diacritics.
  std::int64_t pages = 0;  ///< Pages with it and the words before it; exact up to a thousand.
};

struct WordBeginning {
  std::vector<std::string> before;  ///< Words of the query, lower case; the index may lack them.
  std::string beginning;            ///< Lower case, without diacritics.
  const std::vector<std::string>& languages;  ///< Languages of the stemmers of the index.
};

/// At most `wanted`, the best first, one form of each word. Thread safety: `database` belongs to
/// one thread.
std::vector<WordCompletion> complete_word(const Xapian::Database& database,
                                          const WordBeginning& asked, std::size_t wanted,
                                          const Deadline& deadline);

}  // namespace porthole::search
