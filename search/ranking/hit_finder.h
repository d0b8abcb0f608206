#pragma once

/// Finds where a text has the words of a query, so that the library, which weighs every word of
/// what it makes a snippet from, need not be given all of it. This header is the room's own.
///
/// In:  the query as Xapian has it, and text.
/// Out: places and stretches; what is marked as a hit in the end is the library's decision.
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
  /// `database` is what `query` is asked of, and says how rare its words are.
  HitFinder(const Xapian::Query& query, const Xapian::Database& database);

  /// Whether a word of `text` is one of the query, by itself or by its stem.
  bool has_word(std::string_view text, const Xapian::Stem& stem) const;

  /// The part of `text` (white space folded) that has most of the query's words close together,
  /// the rare ones first, with room around them; cut at spaces. All of it when it is short, when no
  /// word is found, or when a word of the query is not ASCII and so may be written in several ways.
  std::string_view best_stretch(std::string_view text, const Xapian::Stem& stem) const;

 private:
  struct Wanted {
    std::string word;  // or the stem of words
    bool is_stem = false;
    std::string key;  // what such words begin with
    double weight = 0;
  };
  struct Place {
    std::size_t begin = 0, end = 0;
    std::size_t wanted = 0;  // index
  };

  static bool is(const Wanted& wanted, std::string_view word, const Xapian::Stem& stem);
  std::vector<Place> places_in(const std::string& text, const Xapian::Stem& stem) const;
  double score(const std::vector<Place>& places, std::size_t first) const;

  std::vector<Wanted> wanted_;
  bool is_ascii_ = true;
};

}  // namespace porthole::search
