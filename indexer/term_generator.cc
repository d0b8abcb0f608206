#include "indexer/term_generator.h"

#include <xxhash.h>

#include <algorithm>
#include <bit>

#include "base/text/diacritics.h"
#include "indexer/fields.h"
#include "indexer/tokenizer.h"

namespace porthole::indexer {
namespace {

constexpr std::size_t kMaxStemsKept = 1'000'000;  // per language; the cache is then cleared
constexpr Xapian::termpos kGap = 100;             // between texts, so that no phrase spans two
constexpr std::size_t kFewestPlaces = 1 << 11;
constexpr std::uint32_t kManyPositions = 3;  // of one term

// The first bytes as a number with the same order.
std::uint64_t order_of(std::string_view text) {
  std::uint64_t order = 0;
  for (std::size_t i = 0; i < sizeof order; ++i) {
    order = order << 8 | (i < text.size() ? static_cast<unsigned char>(text[i]) : 0u);
  }
  return order;
}

}  // namespace

void TermGenerator::begin(std::string_view language) {
  std::string name = stemmer_for(language);
  auto found = stemmers_.find(name);
  if (found == stemmers_.end()) {
    Stemmer made{name, Xapian::Stem(name), {}};
    found = stemmers_.emplace(std::move(name), std::move(made)).first;
  }
  stemmer_ = &found->second;
  if (stemmer_->stems.size() > kMaxStemsKept) stemmer_->stems.clear();
  position_ = 0;
  terms_.clear();
  positions_.clear();
  characters_.clear();
  places_.assign(kFewestPlaces, kNone);
}

void TermGenerator::add(std::string_view text, const TextField& field) {
  Tokenizer scanner(text);
  while (scanner.next()) {
    const std::string_view word = scanner.word();
    const bool is_stemmed = field.stems && scanner.has_stem();
    const bool is_plain = is_ascii(word);
    text_.assign(field.prefix);
    if (is_plain) {
      text_ += word;
    } else {
      text_ += without_diacritics(word);
    }
    Term& term = find_or_add(text_);
    term.prefix = static_cast<std::uint32_t>(field.prefix.size());
    term.occurrences += field.weight;
    if (is_stemmed && is_plain) term.to_stem += field.weight;
    if (scanner.has_position()) add_position(term, ++position_);
    if (is_stemmed && !is_plain) add_stems_of_marked(word, field);
    add_behind_elision(word, field);
  }
  position_ += kGap;
}

void TermGenerator::add_stems_of_marked(std::string_view word, const TextField& field) {
  const auto stem = [this](std::string_view form) { return stem_of(form); };
  for (const std::string& form : stems_of(word, stem)) add_stem(field.prefix, form, field.weight);
}

// "image" of l'image stands at the same place, for phrases and fields without stems.
void TermGenerator::add_behind_elision(std::string_view word, const TextField& field) {
  const std::string_view behind = without_elision(word);
  if (behind.size() == word.size()) return;
  text_.assign(field.prefix);
  text_ += without_diacritics(behind);
  Term& term = find_or_add(text_);
  term.prefix = static_cast<std::uint32_t>(field.prefix.size());
  term.occurrences += field.weight;
  add_position(term, position_);
}

void TermGenerator::add_stem(std::string_view prefix, std::string_view stem,
                             Xapian::termcount occurrences) {
  stem_.assign(kStemPrefix);
  stem_ += prefix;
  stem_ += stem;
  find_or_add(stem_).occurrences += occurrences;
}

TermGenerator::Term& TermGenerator::find_or_add(std::string_view text) {
  if (terms_.size() * 2 >= places_.size()) grow_places();
  const std::uint64_t hash = XXH3_64bits(text.data(), text.size());
  const std::size_t mask = places_.size() - 1;
  std::size_t place = hash & mask;
  for (; places_[place] != kNone; place = (place + 1) & mask) {
    Term& term = terms_[places_[place]];
    if (term.hash == hash && text_of(term) == text) return term;
  }
  places_[place] = static_cast<std::uint32_t>(terms_.size());
  Term& added = terms_.emplace_back();
  added.hash = hash;
  added.begin = static_cast<std::uint32_t>(characters_.size());
  added.size = static_cast<std::uint32_t>(text.size());
  characters_ += text;
  return added;
}

void TermGenerator::grow_places() {
  places_.assign(places_.size() * 2, kNone);
  const std::size_t mask = places_.size() - 1;
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    std::size_t place = terms_[i].hash & mask;
    while (places_[place] != kNone) place = (place + 1) & mask;
    places_[place] = static_cast<std::uint32_t>(i);
  }
}

void TermGenerator::add_position(Term& term, Xapian::termpos position) {
  const auto added = static_cast<std::uint32_t>(positions_.size());
  positions_.push_back({position, kNone});
  if (term.last == kNone) {
    term.first = added;
  } else {
    positions_[term.last].next = added;
  }
  term.last = added;
  ++term.positions;
}

const std::string& TermGenerator::stem_of(std::string_view word) {
  text_.assign(word);
  const auto [found, is_new] = stemmer_->stems.try_emplace(text_);
  if (is_new) found->second = stemmer_->stem(std::string(without_elision(text_)));
  return found->second;
}

std::vector<std::string> TermGenerator::stems(std::string_view text) {
  std::vector<std::string> stems;
  Tokenizer words(text);
  while (words.next()) {
    if (!words.has_position()) continue;
    stems.push_back(
        without_diacritics(words.has_stem() ? stem_of(words.word()) : std::string(words.word())));
  }
  return stems;
}

void TermGenerator::add_stems() {
  const std::size_t words = terms_.size();
  for (std::size_t i = 0; i < words; ++i) {
    const Term word = terms_[i];
    if (word.to_stem == 0) continue;
    const std::string_view text = text_of(word);
    // A copy of the prefix: adding a term may move the characters.
    prefix_.assign(text.substr(0, word.prefix));
    add_stem(prefix_, stem_of(text.substr(word.prefix)), word.to_stem);
  }
}

void TermGenerator::write(const Term& term, Xapian::Document& document) {
  text_.assign(text_of(term));
  if (term.first == kNone) return document.add_term(text_, term.occurrences);
  Xapian::termcount occurrences = term.occurrences;
  for (std::uint32_t at = term.first; at != kNone; at = positions_[at].next) {
    document.add_posting(text_, positions_[at].position, std::exchange(occurrences, 0));
  }
}

// Orders sorted terms so that a binary search tree stays balanced while they are added: the middle,
// then the quarters, ...
void TermGenerator::write_by_halves(std::span<const Sorted> terms, Xapian::Document& document) {
  for (std::size_t step = std::bit_ceil(terms.size() + 1); step > 1; step /= 2) {
    for (std::size_t i = step / 2 - 1; i < terms.size(); i += step)
      write(*terms[i].second, document);
  }
}

// A document looks up a term in its tree for every position: cheap while the tree has few terms, so
// those with many positions come first.
void TermGenerator::finish(Xapian::Document& document) {
  add_stems();
  sorted_.clear();
  for (const Term& term : terms_) sorted_.emplace_back(order_of(text_of(term)), &term);
  std::sort(sorted_.begin(), sorted_.end(), [this](const Sorted& a, const Sorted& b) {
    return a.first != b.first ? a.first < b.first : text_of(*a.second) < text_of(*b.second);
  });
  const auto rest = std::stable_partition(sorted_.begin(), sorted_.end(), [](const Sorted& one) {
    return one.second->positions >= kManyPositions;
  });
  write_by_halves({sorted_.begin(), rest}, document);
  write_by_halves({rest, sorted_.end()}, document);
}

}  // namespace porthole::indexer
