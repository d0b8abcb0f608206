#pragma once

/// Tokenizer: splits text into words, for pages and queries alike; and the stems of such a word.
///
/// In:  UTF-8 text.
/// Out: the words of its normal form (base/text/normal_text.h) in order, capitals folded.
///
/// The rules are those that Xapian documents for its own TermGenerator: a word is a run of letters,
/// digits, marks and connector punctuation; some characters join two such runs (can't, AT&T, 3.14);
/// dotted initials lose their dots (U.N. gives un); up to three + or # stay at the end (C++, C#).
/// Besides, a quotation mark between two Hebrew letters joins them. Runs of Chinese, Japanese and
/// Korean characters, which have no spaces, give every character and every pair of neighbours;
/// those of other scripts without spaces give the words that the normal form tells apart and the
/// beginnings and ends of each, since a dictionary has compounds, too. A word of over kMaxWordBytes
/// becomes its beginning and a hash (term_of_word()). Emoji are words. Words with hyphens between
/// them are followed by the one that they make without (e-mail, email), and so is one with
/// apostrophes or the commas of thousands (O'Brien, obrien); an identifier is followed by its words
/// (userName, snake_case, RFC2616). Source:
/// https://xapian.org/docs/termgenerator.html; Xapian::Unicode for the categories.
///
/// Thread safety: an object belongs to one thread.

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/diacritics.h"

namespace porthole::indexer {

enum class WordKind {
  kStemmable,  ///< Begins with a letter.
  kPlain,      ///< Begins with a digit or a mark, or is of a script without spaces: never stemmed.
  kCharacter,  ///< One character of a run without spaces; has a position.
  kPair,       ///< Two neighbours of such a run; has no position of its own.
  kPart,       ///< Beginning or end of a word of a script without spaces; the same.
  kPiece,      ///< Word of an identifier (user of userName); the same.
  kJoined,     ///< Parts between hyphens, apostrophes or commas, without these (email); the same.
};

class Tokenizer {
 public:
  /// A text that is normal already.
  struct Normal {
    std::string_view text;
  };
  /// The text outlives the tokenizer.
  explicit Tokenizer(std::string_view text);
  explicit Tokenizer(Normal normal);
  Tokenizer(const Tokenizer&) = delete;
  Tokenizer& operator=(const Tokenizer&) = delete;

  /// Advances to the next word; false at the end.
  bool next();

  /// The word, lower case; valid until next().
  std::string_view word() const { return word_; }
  WordKind kind() const { return kind_; }
  bool has_position() const { return kind_ < WordKind::kPair; }
  bool has_stem() const;
  /// Offsets in the normal form of the text of the word's begin and end.
  std::size_t begin() const { return static_cast<std::size_t>(word_begin_ - begin_); }
  std::size_t end() const { return static_cast<std::size_t>(word_end_ - begin_); }
  /// True if nothing stands behind the word.
  bool is_at_end() const { return at_ == end_; }

 private:
  bool next_in_run();
  bool next_part();
  bool next_joined();
  void join(const char* before);
  void find_parts();
  void find_pieces();
  void add_bare();
  void add_part(const char* begin, const char* end, WordKind kind);
  void scan_word();
  bool scan_initials();
  void scan_body();
  void scan_suffix();

  std::string folded_;  // the normal form of a text that is not ASCII
  const char* begin_ = nullptr;
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  const char* word_begin_ = nullptr;
  const char* word_end_ = nullptr;
  std::string word_;
  WordKind kind_ = WordKind::kPlain;
  std::string previous_;  // the last character of the current run
  const char* previous_begin_ = nullptr;
  struct Part {
    const char* begin;
    const char* end;
    std::string word;
    WordKind kind;
  };
  std::vector<Part> parts_;    // of the last word, to come
  bool has_mark_ = false;      // the word has an apostrophe or a comma
  bool has_pieces_ = false;    // the word may be an identifier
  bool pair_pending_ = false;  // word_ was a character; the pair with previous_ comes next
  std::string joined_;         // the words so far between which hyphens stand
  const char* joined_begin_ = nullptr;
  int joined_words_ = 0;
};

/// `word` without its elided article, pronoun or preposition, a view into it: "image" of l'image,
/// "isola" of dell'isola, "aigua" of l'aigua. In: a folded word.
///
/// The prefixes are those of French, Italian and Catalan, of whatever language the text says it is:
/// most pages do not say it, and other languages have next to no words that begin like these.
/// Snowball's stemmers keep the part before the apostrophe (Xapian 1.4), so that the query image
/// would not find a page that only has l'image.
std::string_view without_elision(std::string_view word);

/// "" where `word` has none of the letters that can be spelled out.
std::string spelled_out(std::string_view word);

/// The stems under which a word of the tokenizer is indexed, searched and marked: its stem, that of
/// the word typed without diacritics, and that of the word spelled out (ae for ä and æ, oe for ö
/// and ø, ue for ü, aa for å), each once and without diacritics: so "mueller" finds "Müller" and
/// "Aarhus" finds "Århus". An elided article is left out first. `stem`: returns a std::string.
template <class Stem>
std::vector<std::string> stems_of(std::string_view word, Stem stem) {
  word = without_elision(word);
  std::vector<std::string> stems;
  const auto add = [&stems](std::string made) {
    if (std::find(stems.begin(), stems.end(), made) == stems.end())
      stems.push_back(std::move(made));
  };
  add(without_diacritics(stem(word)));
  if (is_ascii(word)) return stems;
  add(without_diacritics(stem(without_diacritics(word))));
  const std::string spelled = spelled_out(word);
  if (!spelled.empty()) add(without_diacritics(stem(spelled)));
  return stems;
}

}  // namespace porthole::indexer
