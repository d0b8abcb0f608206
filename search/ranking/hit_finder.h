#pragma once

/// Finds the passage of a text with the most query words, in whole sentences where they fit.
///
/// In:  a Xapian query, stop words, and a text.
/// Out: a passage. MSet::snippet() decides which words are marked in it.
///
/// Thread safety: const members from any thread.

#include <xapian.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "search/index/stop_words.h"

namespace porthole::search {

class HitFinder {
 public:
  /// `database`: the searched database; its document frequencies weigh the words of `query`.
  /// `unmarked`: stop words, in lower case; a text's word among them is not a hit.
  HitFinder(const Xapian::Query& query, const Xapian::Database& database, StopWords unmarked = {});

  bool is_unmarked(std::string_view word) const { return unmarked_.contains(word); }
  /// True when a word of `text`, or its stem, is in the query.
  bool has_word(std::string_view text, const Xapian::Stem& stem) const;

  /// A piece of a text that is shown of a result.
  struct Passage {
    std::string_view text;    ///< Empty where the text has no query word.
    bool cut_before = false;  ///< It begins within a sentence.
    bool cut_behind = false;  ///< It ends within one.
    double prose = 0;         ///< Share of its bytes in whole sentences (prose_share()).
  };
  /// The passage of at most `bytes` of `text` (blocks on lines, other white space folded) with the
  /// highest weight of query words close together. It begins with a sentence unless that would
  /// leave too little behind the first word, and ends with one where a third of `bytes` is filled.
  /// Sentences of prose go before texts of lists and menus, by their share of the passage. Nothing
  /// when the query has a word that is not ASCII and so has several spellings.
  Passage best_passage(std::string_view text, const Xapian::Stem& stem, std::size_t bytes) const;

 private:
  struct QueryWord {
    std::string word;  // or a stem
    bool is_stem = false;
    std::string key;  // prefix of all words that match
    double weight = 0;
  };
  struct Place {
    std::size_t begin = 0, end = 0;
    std::size_t word = 0;  // index in words_
  };

  bool is(const QueryWord& query_word, std::string_view word, const Xapian::Stem& stem) const;
  std::vector<Place> places_in(const std::string& text, const Xapian::Stem& stem) const;
  double score(const std::vector<Place>& places, std::size_t first, std::size_t end) const;
  static Passage passage_at(std::string_view text, const std::vector<std::size_t>& sentences,
                            const std::vector<Place>& places, std::size_t first, std::size_t begin,
                            std::size_t bytes);

  StopWords unmarked_;
  std::vector<QueryWord> words_;
  bool is_ascii_ = true;
};

}  // namespace porthole::search
