#include "search/ranking/hit_finder.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>
#include <utility>

#include "base/text/text.h"
#include "indexer/fields.h"
#include "indexer/tokenizer.h"
#include "search/ranking/sentences.h"

namespace porthole::search {
namespace {

constexpr std::size_t kMaxQueryWords = 64;  // query words
constexpr std::size_t kPlaces = 200;        // of one word
constexpr std::size_t kBehind = 60;         // bytes of a passage from its first word on, at least
constexpr double kProse = 2.0;              // factor of passages in whole sentences
constexpr double kCut = 0.6;                // factor of passages that begin within one
constexpr double kRepeated = 0.1;           // weight of a repeated word
constexpr double kNeighbour = 0.5;          // bonus for a first word directly after another one

bool is_word_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

// Stemming changes the end of a word, and may change its last letter (happy, happi).
std::string key_of(const std::string& word, bool is_stem) {
  return is_stem && word.size() > 2 ? word.substr(0, word.size() - 1) : word;
}

}  // namespace

HitFinder::HitFinder(const Xapian::Query& query, const Xapian::Database& database,
                     StopWords unmarked)
    : unmarked_(std::move(unmarked)) {
  const double documents = database.get_doccount();
  for (auto it = query.get_unique_terms_begin(); it != query.get_terms_end(); ++it) {
    const std::string term = *it;
    const bool is_stem = term.starts_with(indexer::kStemPrefix);
    std::string word = is_stem ? term.substr(indexer::kStemPrefix.size()) : term;
    const bool is_of_text = !word.empty() && !(word[0] >= 'A' && word[0] <= 'Z');
    if (!is_of_text || words_.size() == kMaxQueryWords) continue;
    if (!std::all_of(word.begin(), word.end(), [](unsigned char c) { return c < 0x80; }))
      is_ascii_ = false;
    const double frequency = 1.0 + database.get_termfreq(term);
    std::string key = key_of(word, is_stem);
    words_.push_back(
        {std::move(word), is_stem, std::move(key), std::log(2.0 + documents / frequency)});
  }
}

bool HitFinder::is(const QueryWord& query_word, std::string_view word,
                   const Xapian::Stem& stem) const {
  if (is_unmarked(word)) return false;
  return query_word.is_stem ? stem(std::string(word)) == query_word.word : word == query_word.word;
}

// Stemming keeps the first letter, unless it has a diacritic.
bool HitFinder::has_word(std::string_view text, const Xapian::Stem& stem) const {
  indexer::Tokenizer scanner(text);
  while (scanner.next()) {
    const std::string_view word = scanner.word();
    const bool is_marked = static_cast<unsigned char>(word[0]) >= 0x80;
    for (const QueryWord& query_word : words_) {
      if ((is_marked || word[0] == query_word.word[0]) && is(query_word, word, stem)) return true;
    }
  }
  return false;
}

std::vector<HitFinder::Place> HitFinder::places_in(const std::string& text,
                                                   const Xapian::Stem& stem) const {
  std::vector<Place> places;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    const QueryWord& query_word = words_[i];
    std::size_t left = kPlaces;
    std::unordered_map<std::string_view, bool>
        known;  // by word: stemming costs more than the lookup
    for (std::size_t at = 0; left > 0 && (at = text.find(query_word.key, at)) != std::string::npos;
         ++at) {
      if (at > 0 && is_word_byte(text[at - 1])) continue;
      indexer::Tokenizer scanner(std::string_view(text).substr(at));
      if (!scanner.next()) continue;
      const std::string_view word = std::string_view(text).substr(at, scanner.end());
      const auto [same, is_new] = known.try_emplace(word, false);
      if (is_new) same->second = is(query_word, scanner.word(), stem);
      if (!same->second) continue;
      places.push_back({at, at + scanner.end(), i});
      --left;
    }
  }
  std::sort(places.begin(), places.end(),
            [](const Place& a, const Place& b) { return a.begin < b.begin; });
  return places;
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

HitFinder::Passage HitFinder::best_passage(std::string_view text, const Xapian::Stem& stem,
                                           std::size_t bytes) const {
  if (!is_ascii_) return {};
  const std::vector<Place> places = places_in(ascii_lower(text), stem);
  const std::vector<std::size_t> sentences = sentence_begins(text);
  Passage best;
  double best_score = -1;
  std::size_t first = 0;  // place at or behind the begin
  for (const Place& place : places) {
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
