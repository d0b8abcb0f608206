#pragma once

/// Bag-of-words vector of a page: its terms and their frequencies, the table that finds terms, and
/// the choice of the text that is judged.
///
/// A term is identified by a 32-bit hash of its folded form, as in the paper; two of 100,000 terms
/// share one by chance about once.
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (VLDB), section 2.1.1 (n(d, t)), 2.1.3 (32-bit hash
/// codes).
/// Thread safety: pure functions.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/document.h"

namespace porthole::topics {

using TermHash = std::uint32_t;

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

// Hash table from terms to their index in a list: open addressing, one or two cache lines a
// look-up.

class TermTable {
 public:
  static constexpr std::uint32_t kNone = 0xffff'ffff;

  TermTable() = default;
  /// For a term listed twice, the first index counts.
  explicit TermTable(const std::vector<TermHash>& terms) {
    slots_.resize(std::bit_ceil(terms.size() * 2 + 1));
    for (std::uint32_t place = 0; place < terms.size(); ++place) {
      std::size_t at = home(terms[place]);
      while (slots_[at].place != kNone && slots_[at].term != terms[place])
        at = (at + 1) & (slots_.size() - 1);
      if (slots_[at].place == kNone) slots_[at] = {terms[place], place};
    }
  }

  /// Returns the index of `term`, or kNone.
  std::uint32_t find(TermHash term) const {
    if (slots_.empty()) return kNone;
    std::size_t at = home(term);
    while (slots_[at].place != kNone) {
      if (slots_[at].term == term) return slots_[at].place;
      at = (at + 1) & (slots_.size() - 1);
    }
    return kNone;
  }

 private:
  struct Slot {
    TermHash term = 0;
    std::uint32_t place = kNone;
  };
  std::size_t home(TermHash term) const { return term & (slots_.size() - 1); }
  std::vector<Slot> slots_;
};

// Decides which text of a page is judged: by classifiers when they are trained and when they are
// used, by a topic's own words, by predicates of samples, by held-out tests.
//
// Menus and footers are a site's and not a page's, but they name the site's subject: which text is
// the better one depends on the topics (docs/classifier.md, "Whole text or main content"). A
// trained model states its text (trained_model.h).

/// Stored in model files: numbers do not change.
enum class JudgedText : std::uint8_t {
  kWhole = 0,    ///< All visible text.
  kContent = 1,  ///< content_of(): the main content.
};
/// "whole", "content".
std::string_view judged_text_name(JudgedText text);
std::optional<JudgedText> judged_text(std::string_view name);

/// That text of a page; all of it where nothing was told to be main content.
std::string text_to_judge(const Document& page, JudgedText text);
/// Counts the terms of a page's title, its description, and that text.
TermCounts count_terms(const Document& page, JudgedText text);
/// words_of_terms() of the same text.
std::unordered_map<TermHash, std::string> words_of_terms(const Document& page, JudgedText text);

}  // namespace porthole::topics
