#pragma once

/// Makes the terms of a document from its texts.
///
/// In:  texts with the prefix they belong under.
/// Out: words with positions, and the stems of the words under "Z" + prefix without, in a document.
/// Both are
///      without diacritics (base/text/diacritics.h); a word that has some gives two stems where
///      these differ: its own, and that of the word as it is typed without them.
///
/// It keeps the stem of every word it has seen, since almost all words of a page were on another
/// page before, gathers all occurrences of a term before it touches the document, and hands the
/// terms over in an order that suits it: these are what Xapian's own TermGenerator spends its time
/// on.
///
/// Thread safety: an object belongs to one thread. This header is the room's own.

#include <xapian.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace porthole::indexer {

/// What to make of a text.
struct TextField {
  std::string_view prefix;
  Xapian::termcount weight = 1;  ///< Occurrences that one occurrence counts for.
  bool stems = true;             ///< The same for all texts under one prefix.
};

class TermGenerator {
 public:
  /// Starts a document whose words are stemmed by the rules of `language` (BCP 47; "" and languages
  /// without a stemmer count as English). Positions begin anew.
  void begin(std::string_view language);

  /// Takes the words of `text`. Phrases do not reach across two calls.
  void add(std::string_view text, const TextField& field);

  /// Puts the terms of all texts since begin() into `document`.
  void finish(Xapian::Document& document);

  /// Xapian's name of the stemmer in use.
  const std::string& stemmer_name() const { return stemmer_->name; }

 private:
  static constexpr std::uint32_t kNone = ~0u;

  /// A term of the document.
  struct Term {
    std::uint64_t hash = 0;
    std::uint32_t begin = 0, size = 0;  // in characters_, prefix included
    std::uint32_t prefix = 0;           // bytes
    Xapian::termcount occurrences = 0;
    Xapian::termcount to_stem = 0;  // of these, how many give a stem that is not there yet
    std::uint32_t first = kNone, last = kNone;  // in positions_
    std::uint32_t positions = 0;                // how many
  };
  struct Position {
    Xapian::termpos position = 0;
    std::uint32_t next = kNone;  // of the same term
  };
  using Sorted = std::pair<std::uint64_t, const Term*>;  // order_of() its text, and the term
  struct Stemmer {
    std::string name;
    Xapian::Stem stem;
    std::unordered_map<std::string, std::string> stems;
  };

  Term& find_or_add(std::string_view text);
  void grow_places();
  void add_position(Term& term);
  void add_stems();
  void add_stems_of_marked(std::string_view word, const TextField& field);
  void add_stem(std::string_view prefix, std::string_view stem, Xapian::termcount occurrences);
  const std::string& stem_of(std::string_view word);
  void write_by_halves(std::span<const Sorted> terms, Xapian::Document& document);
  void write(const Term& term, Xapian::Document& document);
  std::string_view text_of(const Term& term) const {
    return std::string_view(characters_).substr(term.begin, term.size);
  }

  std::unordered_map<std::string, Stemmer> stemmers_;
  Stemmer* stemmer_ = nullptr;
  Xapian::termpos position_ = 0;
  std::vector<Term> terms_;  // of the document
  std::vector<std::uint32_t>
      places_;  // open hash table of terms_; a power of two, at most half full
  std::vector<Position> positions_;
  std::string characters_;
  std::vector<Sorted> sorted_;
  std::string text_;
  std::string stem_, prefix_;
};

}  // namespace porthole::indexer
