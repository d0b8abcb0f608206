#pragma once

/// Tokenizer: splits text into words, for pages and queries alike.
///
/// In:  UTF-8 text.
/// Out: lower-case words in order.
///
/// The rules are those that Xapian documents for its own TermGenerator, so that indexes and queries
/// made by Xapian's tools fit ours: a word is a run of letters, digits, marks and connector
/// punctuation; some characters join two such runs (can't, AT&T, 3.14); dotted initials lose their
/// dots (U.N. gives un); up to three + or # stay at the end (C++, C#). Runs of Chinese, Japanese
/// and Korean characters, which have no spaces, give every character and every pair of neighbours.
/// A word of over kMaxWordBytes becomes its beginning and a hash (term_of_word()).
/// Source: https://xapian.org/docs/termgenerator.html; Xapian::Unicode for the categories.
///
/// Thread safety: an object belongs to one thread.

#include <cstddef>
#include <string>
#include <string_view>

namespace porthole::indexer {

enum class WordKind {
  kStemmable,  ///< Begins with a letter.
  kPlain,      ///< Begins with a digit or a mark: never stemmed.
  kCharacter,  ///< One character of a run without spaces; has a position.
  kPair,       ///< Two neighbours of such a run; has no position of its own.
};

class Tokenizer {
 public:
  /// `text` outlives the tokenizer.
  explicit Tokenizer(std::string_view text);

  /// Advances to the next word; false at the end.
  bool next();

  /// The word, lower case; valid until next().
  std::string_view word() const { return word_; }
  WordKind kind() const { return kind_; }
  /// Offset of the end of the word in the text.
  std::size_t end() const { return static_cast<std::size_t>(at_ - begin_); }

 private:
  bool next_in_run();
  void scan_word();
  bool scan_initials();
  void scan_body();
  void scan_suffix();

  const char* begin_;
  const char* at_;
  const char* end_;
  std::string word_;
  WordKind kind_ = WordKind::kPlain;
  std::string previous_;       // the last character of the current run
  bool pair_pending_ = false;  // word_ was a character; the pair with previous_ comes next
};

}  // namespace porthole::indexer
