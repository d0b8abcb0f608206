#pragma once

/// Finds the words of a query in a text, as the index has them (indexer/tokenizer.h),
/// and the passage with the most of them, in whole sentences where they fit.
///
/// In:  a Xapian query, stop words, and a text.
/// Out: a passage, and a text with its hits marked.
///
/// Thread safety: const members from any thread.

#include <xapian.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "search/index/results.h"
#include "search/index/stop_words.h"

namespace porthole::search {

class HitFinder {
 public:
  /// `database`: the searched database; its document frequencies weigh the words of `query`.
  /// `unmarked`: stop words, in lower case; a text's word among them is not a hit.
  HitFinder(const Xapian::Query& query, const Xapian::Database& database, StopWords unmarked = {});

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
  /// highest weight of query words close together, of the sections of some 250 words that have most
  /// of them (that which the second stage scores: second_stage.h). It begins with a sentence unless
  /// that would leave too little behind the first word, and ends with one where a third of `bytes`
  /// is filled. Sentences of prose go before texts of lists and menus, by their share of the
  /// passage.
  Passage best_passage(std::string_view text, const Xapian::Stem& stem, std::size_t bytes) const;

  /// `text` in pieces, those with words of the query marked as hits. The words of a phrase are hits
  /// where they stand together; in a text where they never do, each is one, but for single
  /// characters of scripts without spaces.
  Fragments marked(std::string_view text, const Xapian::Stem& stem) const;

 private:
  struct QueryWord {
    std::string word;  // or a stem
    bool is_stem = false;
    std::string key;  // prefix of all words that match
    double weight = 0;
    bool is_alone = false;  // asked for by itself, not in a phrase only
  };
  struct Place {
    std::size_t begin = 0, end = 0;
    std::size_t word = 0;  // index in words_
    bool goes_on = false;  // the next word of its phrase is behind it
  };

  struct Found;  // a word of a text

  void read(const Xapian::Query& query, const Xapian::Database& database);
  std::size_t add(const std::string& term, const Xapian::Database& database);
  bool may_match(std::string_view word) const;
  std::uint64_t matches(std::string_view word, const Xapian::Stem& stem) const;
  std::vector<Found> words_in(std::string_view text, const Xapian::Stem& stem) const;
  void choose(std::vector<Found>& found) const;
  std::vector<Place> places_in(std::string_view text, const Xapian::Stem& stem) const;
  std::vector<bool> in_best_section(const std::vector<Place>& places) const;
  double score(const std::vector<Place>& places, std::size_t first, std::size_t end) const;
  static Passage passage_at(std::string_view text, const std::vector<std::size_t>& sentences,
                            const std::vector<Place>& places, std::size_t first, std::size_t begin,
                            std::size_t bytes);

  StopWords unmarked_;
  std::vector<QueryWord> words_;
  std::vector<std::vector<std::size_t>> phrases_;  // of words_
  std::array<bool, 256> begins_{};                 // first bytes of words_
};

}  // namespace porthole::search
