#pragma once

/// Finds the passage of a text with the most query words, so that Xapian's snippet generator, which
/// weighs every word of its input, gets that passage only.
///
/// In:  a Xapian query and a text.
/// Out: a passage. MSet::snippet() decides which words are marked.
///
/// Thread safety: const members from any thread.

#include <xapian.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace porthole::search {

class HitFinder {
 public:
  /// `database`: the searched database; its document frequencies weigh the words of `query`.
  HitFinder(const Xapian::Query& query, const Xapian::Database& database);

  /// True when a word of `text`, or its stem, is in the query.
  bool has_word(std::string_view text, const Xapian::Stem& stem) const;

  /// The passage of `text` (white space folded) with the highest weight of query words close
  /// together, with some context, cut at spaces. All of `text` when it is short, has no query word,
  /// or the query has a word that is not ASCII and so has several spellings.
  std::string_view best_stretch(std::string_view text, const Xapian::Stem& stem) const;

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

  static bool is(const QueryWord& query_word, std::string_view word, const Xapian::Stem& stem);
  std::vector<Place> places_in(const std::string& text, const Xapian::Stem& stem) const;
  double score(const std::vector<Place>& places, std::size_t first) const;

  std::vector<QueryWord> words_;
  bool is_ascii_ = true;
};

}  // namespace porthole::search
