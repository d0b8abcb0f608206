#pragma once

/// Generates the terms of a document from its texts; faster than Xapian::TermGenerator.
///
/// In:  texts with their term prefix.
/// Out: a document with words at positions, and stems without positions under "Z" + prefix
/// (stems_of()). Both are without diacritics (base/text/diacritics.h).
///
/// It caches the stem of every word, since almost all words of a page were on another page before,
/// collects all occurrences of a term before it changes the document, and adds terms in an order
/// that suits the document: Xapian's own TermGenerator spends its time on these.
///
/// Thread safety: an object belongs to one thread.

#include <xapian.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace porthole::indexer {

/// The field of a text, with its weight.
struct TextField {
  std::string_view prefix;
  Xapian::termcount weight = 1;  ///< Number of occurrences that one occurrence counts for.
  bool stems = true;             ///< The same for all texts under one prefix.
};

class TermGenerator {
 public:
  /// Starts a document in `language` (BCP 47; "" and languages without a stemmer count as English).
  /// Resets the positions.
  void begin(std::string_view language);

  /// Adds the words of `text`. Phrases do not match across two calls.
  void add(std::string_view text, const TextField& field);

  /// The stems of the words of `text`, and the words that have none; without diacritics.
  std::vector<std::string> stems(std::string_view text);

  /// Adds the terms of all texts since begin() to `document`.
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
    Xapian::termcount to_stem = 0;              // occurrences whose stem is not added yet
    std::uint32_t first = kNone, last = kNone;  // in positions_
    std::uint32_t positions = 0;                // number of positions
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
  void add_position(Term& term, Xapian::termpos position);
  void add_stems();
  void add_stems_of_marked(std::string_view word, const TextField& field);
  void add_behind_elision(std::string_view word, const TextField& field);
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
