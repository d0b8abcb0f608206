#include "search/ranking/hit_finder.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <unordered_map>
#include <utility>

#include "base/text/diacritics.h"
#include "base/text/normal_text.h"
#include "base/text/text.h"
#include "indexer/fields.h"
#include "indexer/tokenizer.h"
#include "search/ranking/sentences.h"

namespace porthole::search {
namespace {

constexpr std::size_t kMaxQueryWords = 64;  // query words
constexpr std::size_t kBehind = 60;         // bytes of a passage from its first word on, at least
constexpr double kProse = 2.0;              // factor of passages in whole sentences
constexpr double kCut = 0.6;                // factor of passages that begin within one
constexpr double kRepeated = 0.1;           // weight of a repeated word
constexpr std::size_t kSection = 1500;      // bytes of a section, some 250 words
constexpr double kNeighbour = 0.5;          // bonus for a first word directly after another one

// Stemming changes the end of a word, and may change its last letter (happy, happi).
std::string key_of(const std::string& word, bool is_stem) {
  return is_stem && word.size() > 2 ? word.substr(0, word.size() - 1) : word;
}

constexpr std::size_t kNoWord = ~std::size_t{0};

/// The end in the original of what ends at `end`, with the whole of its last character.
std::size_t end_in(const PlacedText& placed, std::size_t end) {
  while (placed.places[end] == placed.places[end - 1] && end + 1 < placed.places.size()) ++end;
  return placed.places[end];
}

}  // namespace

struct HitFinder::Found {
  std::size_t begin = 0, end = 0;  // in the text
  std::uint64_t matches = 0;       // query words, by bit
  indexer::WordKind kind = indexer::WordKind::kPlain;
  bool is_hit = false;
  bool goes_on = false;  // the next word of its phrase is behind it
};

HitFinder::HitFinder(const Xapian::Query& query, const Xapian::Database& database,
                     StopWords unmarked)
    : unmarked_(std::move(unmarked)) {
  read(query, database);
}

void HitFinder::read(const Xapian::Query& query, const Xapian::Database& database) {
  const auto type = query.get_type();
  if (type == Xapian::Query::OP_PHRASE) {
    std::vector<std::size_t> phrase;
    for (std::size_t i = 0; i < query.get_num_subqueries(); ++i) {
      const Xapian::Query part = query.get_subquery(i);
      const bool is_term = part.get_type() == Xapian::Query::LEAF_TERM;
      phrase.push_back(is_term ? add(*part.get_terms_begin(), database) : kNoWord);
    }
    if (std::find(phrase.begin(), phrase.end(), kNoWord) == phrase.end())
      return phrases_.push_back(std::move(phrase));
  }
  if (type == Xapian::Query::LEAF_TERM) {
    const std::size_t word = add(*query.get_terms_begin(), database);
    if (word != kNoWord) words_[word].is_alone = true;
    return;
  }
  // Excluded words are not looked for.
  const std::size_t parts = type == Xapian::Query::OP_AND_NOT ? 1 : query.get_num_subqueries();
  for (std::size_t i = 0; i < parts; ++i) read(query.get_subquery(i), database);
}

std::size_t HitFinder::add(const std::string& term, const Xapian::Database& database) {
  const bool is_stem = term.starts_with(indexer::kStemPrefix);
  std::string word = is_stem ? term.substr(indexer::kStemPrefix.size()) : term;
  if (word.empty() || (word[0] >= 'A' && word[0] <= 'Z')) return kNoWord;
  const auto known = std::find_if(words_.begin(), words_.end(), [&](const QueryWord& one) {
    return one.is_stem == is_stem && one.word == word;
  });
  if (known != words_.end()) return static_cast<std::size_t>(known - words_.begin());
  if (words_.size() == kMaxQueryWords) return kNoWord;
  begins_[static_cast<unsigned char>(word[0])] = true;
  const double documents = database.get_doccount();
  const double frequency = 1.0 + database.get_termfreq(term);
  std::string key = key_of(word, is_stem);
  words_.push_back(
      {std::move(word), is_stem, std::move(key), std::log(2.0 + documents / frequency)});
  return words_.size() - 1;
}

// The words of most texts begin otherwise.
bool HitFinder::may_match(std::string_view word) const {
  const auto first = static_cast<unsigned char>(word[0]);
  return first >= 0x80 || begins_[first] || word.find('\'') != std::string_view::npos;
}

// Stemming costs more than comparing beginnings: few words have the beginning of a query word.
std::uint64_t HitFinder::matches(std::string_view word, const Xapian::Stem& stem) const {
  if (unmarked_.contains(word)) return 0;
  const std::string bare = without_diacritics(word);
  const std::string_view behind = indexer::without_elision(bare);
  const std::string spelled = indexer::spelled_out(word);
  std::vector<std::string> stems;
  std::uint64_t found = 0;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    const QueryWord& asked = words_[i];
    bool same = bare == asked.word || behind == asked.word;
    if (asked.is_stem) {
      if (!behind.starts_with(asked.key) && !spelled.starts_with(asked.key)) continue;
      if (stems.empty())
        stems =
            indexer::stems_of(word, [&](std::string_view one) { return stem(std::string(one)); });
      same = std::find(stems.begin(), stems.end(), asked.word) != stems.end();
    }
    if (same) found |= std::uint64_t{1} << i;
  }
  return found;
}

std::vector<HitFinder::Found> HitFinder::words_in(std::string_view text,
                                                  const Xapian::Stem& stem) const {
  const bool is_plain = is_ascii(text);
  const PlacedText placed = is_plain ? PlacedText() : placed_normal_text(text);
  indexer::Tokenizer scanner(indexer::Tokenizer::Normal{is_plain ? text : placed.text});
  std::unordered_map<std::string, std::uint64_t> known;
  std::vector<Found> found;
  while (scanner.next()) {
    std::uint64_t asked = 0;
    if (may_match(scanner.word())) {
      const auto [same, is_new] = known.try_emplace(std::string(scanner.word()), 0);
      if (is_new) same->second = matches(scanner.word(), stem);
      asked = same->second;
    }
    if (asked == 0 && phrases_.empty()) continue;
    const std::size_t begin = is_plain ? scanner.begin() : placed.places[scanner.begin()];
    const std::size_t end = is_plain ? scanner.end() : end_in(placed, scanner.end());
    found.push_back({begin, end, asked, scanner.kind()});
  }
  choose(found);
  return found;
}

// Decides which words are hits.
void HitFinder::choose(std::vector<Found>& found) const {
  std::uint64_t alone = 0;
  for (std::size_t i = 0; i < words_.size(); ++i) alone |= std::uint64_t{words_[i].is_alone} << i;
  std::vector<Found*> in_order;  // what has a position
  for (Found& one : found) {
    one.is_hit = (one.matches & alone) != 0;
    if (one.kind < indexer::WordKind::kPair) in_order.push_back(&one);
  }
  for (const std::vector<std::size_t>& phrase : phrases_) {
    bool is_there = false;
    for (std::size_t at = 0; at + phrase.size() <= in_order.size(); ++at) {
      const auto stands_at = [&](std::size_t i) {
        return (in_order[at + i]->matches >> phrase[i] & 1) != 0;
      };
      std::size_t same = 0;
      while (same < phrase.size() && stands_at(same)) ++same;
      if (same < phrase.size()) continue;
      is_there = true;
      for (std::size_t i = 0; i < phrase.size(); ++i) {
        in_order[at + i]->is_hit = true;
        if (i + 1 < phrase.size()) in_order[at + i]->goes_on = true;
      }
    }
    if (is_there) continue;
    std::uint64_t of_phrase = 0;
    for (const std::size_t word : phrase) of_phrase |= std::uint64_t{1} << word;
    for (Found* one : in_order) {
      if (one->kind != indexer::WordKind::kCharacter && (one->matches & of_phrase) != 0)
        one->is_hit = true;
    }
  }
}

bool HitFinder::has_word(std::string_view text, const Xapian::Stem& stem) const {
  const std::vector<Found> found = words_in(text, stem);
  return std::any_of(found.begin(), found.end(), [](const Found& one) { return one.is_hit; });
}

std::vector<HitFinder::Place> HitFinder::places_in(std::string_view text,
                                                   const Xapian::Stem& stem) const {
  std::vector<Place> places;
  for (const Found& one : words_in(text, stem)) {
    if (!one.is_hit) continue;
    const auto word = static_cast<std::size_t>(std::countr_zero(one.matches));
    places.push_back({one.begin, one.end, word, one.goes_on});
  }
  std::stable_sort(places.begin(), places.end(),
                   [](const Place& a, const Place& b) { return a.begin < b.begin; });
  return places;
}

Fragments HitFinder::marked(std::string_view text, const Xapian::Stem& stem) const {
  Fragments fragments;
  std::size_t written = 0;
  const auto write = [&](std::size_t end, bool hit) {
    if (end <= written) return;
    const std::string_view piece = text.substr(written, end - written);
    written = end;
    if (hit && !fragments.empty() && fragments.back().hit) {
      fragments.back().text += piece;  // pairs of characters overlap
    } else {
      fragments.push_back({std::string(piece), hit});
    }
  };
  bool goes_on = false;
  for (const Place& place : places_in(text, stem)) {
    write(place.begin, goes_on);
    write(place.end, true);
    goes_on = place.goes_on;
  }
  write(text.size(), false);
  return fragments;
}

double HitFinder::score(const std::vector<Place>& places, std::size_t first,
                        std::size_t end) const {
  double sum = 0;
  std::uint64_t seen = 0;
  for (std::size_t i = first; i < places.size() && places[i].end <= end; ++i) {
    const double weight = words_[places[i].word].weight;
    const std::uint64_t bit = std::uint64_t{1} << places[i].word;
    sum += (seen & bit) != 0 ? kRepeated * weight : weight;
    const bool is_neighbour = (seen & bit) == 0 && i > first &&
                              places[i].begin <= places[i - 1].end + 1 &&
                              places[i].word != places[i - 1].word;
    if (is_neighbour) sum += kNeighbour * weight;
    seen |= bit;
  }
  return sum;
}

namespace {

/// The end of a passage that begins at `begin`, has words up to `needed`, and has `bytes` at most:
/// with a sentence where a third is filled, best with one of prose.
std::size_t end_of_passage(std::string_view text, const std::vector<std::size_t>& sentences,
                           std::size_t begin, std::size_t needed, std::size_t bytes) {
  const std::size_t limit = begin + bytes;
  std::size_t whole = 0, prose = 0, from = begin;
  for (auto next = std::upper_bound(sentences.begin(), sentences.end(), begin);; ++next) {
    const bool is_last = next == sentences.end();
    const std::size_t end = is_last ? text.size() : *next;
    if (end > limit) break;
    if (end >= needed && (is_last || end >= begin + bytes / 3)) {
      whole = end;
      if (is_prose(text.substr(from, end - from))) prose = end;
    }
    if (is_last) break;
    from = end;
  }
  if (whole != 0) return prose != 0 ? prose : whole;
  const std::size_t space = text.find_last_of(" \n", limit);
  if (space != std::string_view::npos && space >= needed) return space;
  // The last of the words stands within a longer run, a URL perhaps: the passage ends with it.
  const bool has_space = space != std::string_view::npos && space > begin;
  if (has_space && needed <= limit) return needed;
  return std::max(needed, begin + cut(text.substr(begin), bytes).size());
}

/// Where a passage with a word at `at` begins, in the sentence that begins at `sentence`: with it,
/// or behind a mark or a space at most `most` bytes before the word.
std::size_t begin_of_passage(std::string_view text, std::size_t sentence, std::size_t at,
                             std::size_t most) {
  if (at - sentence <= most) return sentence;
  const std::string_view lead = text.substr(at - most, most);
  for (const std::string_view mark : {"; ", ": ", ", ", " "}) {
    const std::size_t found = lead.find(mark);
    if (found != std::string_view::npos) return at - most + found + mark.size();
  }
  return at;
}

}  // namespace

HitFinder::Passage HitFinder::passage_at(std::string_view text,
                                         const std::vector<std::size_t>& sentences,
                                         const std::vector<Place>& places, std::size_t first,
                                         std::size_t begin, std::size_t bytes) {
  std::size_t needed = begin;
  std::uint64_t seen = 0;  // words; what repeats one is not needed
  for (std::size_t i = first; i < places.size() && places[i].begin < begin + bytes; ++i) {
    const std::uint64_t bit = std::uint64_t{1} << places[i].word;
    if ((seen & bit) != 0 || places[i].end > begin + bytes) continue;
    seen |= bit;
    needed = std::max(needed, places[i].end);
  }
  const bool is_long_word = needed == begin;
  if (is_long_word) needed = std::min(text.size(), begin + bytes);
  const std::size_t end = end_of_passage(text, sentences, begin, needed, bytes);
  const auto is_begin = [&](std::size_t at) {
    return std::binary_search(sentences.begin(), sentences.end(), at);
  };
  const std::string_view passage = trim(text.substr(begin, end - begin));
  return {passage, !is_begin(begin), end < text.size() && !is_begin(end) && text[end] != '\n',
          prose_share(passage)};
}

std::vector<bool> HitFinder::in_best_section(const std::vector<Place>& places) const {
  std::vector<int> within(words_.size());
  double share = 0, best = 0;
  std::vector<bool> is_in(places.size());
  std::size_t first = 0, marked = 0;  // of the section, of the best one
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (++within[places[i].word] == 1) share += words_[places[i].word].weight;
    while (places[first].begin + kSection < places[i].end) {
      const std::size_t left = places[first++].word;
      if (--within[left] == 0) share -= words_[left].weight;
    }
    constexpr double kNoise = 1e-9;  // of sums in another order
    if (share < best - kNoise) continue;
    if (share > best + kNoise) {
      is_in.assign(places.size(), false);
      best = share;
      marked = 0;
    }
    for (marked = std::max(marked, first); marked <= i; ++marked) is_in[marked] = true;
  }
  return is_in;
}

HitFinder::Passage HitFinder::best_passage(std::string_view text, const Xapian::Stem& stem,
                                           std::size_t bytes) const {
  const std::vector<Place> places = places_in(text, stem);
  const std::vector<std::size_t> sentences = sentence_begins(text);
  Passage best;
  double best_score = -1;
  const std::vector<bool> is_in_section = in_best_section(places);
  std::size_t first = 0;  // place at or behind the begin
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!is_in_section[i]) continue;
    const Place& place = places[i];
    const auto next = std::upper_bound(sentences.begin(), sentences.end(), place.begin);
    const std::size_t sentence = *(next - 1);
    const std::size_t begin =
        begin_of_passage(text, sentence, place.begin, bytes - std::min(bytes, kBehind));
    while (places[first].begin < begin) ++first;
    double points = score(places, first, begin + bytes);
    if (begin != sentence) points *= kCut;
    if (points * kProse <= best_score) continue;
    const Passage passage = passage_at(text, sentences, places, first, begin, bytes);
    points *= 1 + (kProse - 1) * passage.prose;
    if (points <= best_score) continue;
    best_score = points;
    best = passage;
  }
  return best;
}

}  // namespace porthole::search
