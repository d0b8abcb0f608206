#pragma once

/// Bag-of-words vector of a page: its terms and their frequencies.
///
/// A term is identified by a 32-bit hash of its folded form, as in the paper; two of 100,000 terms
/// share one by chance about once.
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (VLDB), section 2.1.1 (n(d, t)), 2.1.3 (32-bit hash
/// codes).
/// Thread safety: pure functions.

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "topics/text/term_hash.h"

namespace porthole::topics {

struct TermCount {
  TermHash term = 0;
  std::uint32_t count = 0;  ///< n(d, t), at least 1.

  bool operator==(const TermCount&) const = default;
};

/// Sorted by term, each once.
using TermCounts = std::vector<TermCount>;

/// Hashes a folded word; an English plural and its singular are one term.
TermHash hash_of_term(std::string_view folded);

/// True if a word of for_each_word() (base/text/words.h) is a term. Stop words (term_extractor.h)
/// and words with their singular, words that begin with a digit, and words of fewer than 3 or more
/// than 20 letters are not, nor words with signs (C++); a CJK bigram is.
bool is_term(std::string_view folded);

/// Counts the terms of a page; of its text the first 200,000 bytes count.
TermCounts count_terms(std::string_view title, std::string_view description, std::string_view text);

/// Returns for each of those terms the first word (folded) of the page that has its hash, for
/// display.
std::unordered_map<TermHash, std::string> words_of_terms(std::string_view title,
                                                         std::string_view description,
                                                         std::string_view text);

}  // namespace porthole::topics
