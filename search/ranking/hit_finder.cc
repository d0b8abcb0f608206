#include "search/ranking/hit_finder.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>

#include "base/text/text.h"
#include "indexer/fields.h"
#include "indexer/tokenizer.h"
#include "search/ranking/sentences.h"

namespace porthole::search {
namespace {

constexpr std::size_t kMaxQueryWords = 64;  // query words
constexpr std::size_t kPlaces = 200;        // of one word
constexpr std::size_t kLead = 200;          // bytes of a sentence before the first word
constexpr double kProse = 2.0;              // factor of passages in sentences
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

HitFinder::HitFinder(const Xapian::Query& query, const Xapian::Database& database) {
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

bool HitFinder::is(const QueryWord& query_word, std::string_view word, const Xapian::Stem& stem) {
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

/// The end of a passage that begins at `begin`, has words up to `needed`, and has `bytes` at most.
std::size_t end_of_passage(std::string_view text, const std::vector<std::size_t>& sentences,
                           std::size_t begin, std::size_t needed, std::size_t bytes) {
  if (text.size() - begin <= bytes) return text.size();
  const std::size_t limit = begin + bytes;
  const auto next = std::upper_bound(sentences.begin(), sentences.end(), limit);
  const std::size_t sentence = next == sentences.begin() ? 0 : *(next - 1);
  if (sentence >= needed && sentence >= begin + bytes / 3) return sentence;
  const std::size_t space = text.find_last_of(" \n", limit);
  if (space != std::string_view::npos && space >= needed) return space;
  // The last of the words stands within a longer run, a URL perhaps: the passage ends with it.
  const bool has_space = space != std::string_view::npos && space > begin;
  if (has_space && needed <= limit) return needed;
  return std::max(needed, begin + cut(text.substr(begin), bytes).size());
}

/// Where a passage with a word at `at` begins, in the sentence that begins at `sentence`: with it,
/// or behind a mark or a space at most kLead bytes before the word.
std::size_t begin_of_passage(std::string_view text, std::size_t sentence, std::size_t at) {
  if (at - sentence <= kLead) return sentence;
  const std::string_view lead = text.substr(at - kLead, kLead);
  for (const std::string_view mark : {"; ", ": ", ", ", " "}) {
    const std::size_t found = lead.find(mark);
    if (found != std::string_view::npos) return at - kLead + found + mark.size();
  }
  return at;
}

}  // namespace

HitFinder::Passage HitFinder::best_passage(std::string_view text, const Xapian::Stem& stem,
                                           std::size_t bytes) const {
  if (!is_ascii_) return {};
  const std::vector<Place> places = places_in(ascii_lower(text), stem);
  if (places.empty()) return {};
  const std::vector<std::size_t> sentences = sentence_begins(text);
  std::size_t best_begin = 0;
  double best_score = -1;
  std::size_t first = 0;  // place at or behind the begin
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto next = std::upper_bound(sentences.begin(), sentences.end(), places[i].begin);
    const std::size_t sentence = *(next - 1);
    const std::size_t end = next == sentences.end() ? text.size() : *next;
    const std::size_t begin = begin_of_passage(text, sentence, places[i].begin);
    while (places[first].begin < begin) ++first;
    double points = score(places, first, begin + bytes);
    if (ends_sentence(text.substr(sentence, end - sentence))) points *= kProse;
    if (begin != sentence) points *= kCut;
    if (points <= best_score) continue;
    best_score = points;
    best_begin = begin;
  }
  std::size_t needed = best_begin;
  for (const Place& place : places) {
    if (place.begin >= best_begin && place.end <= best_begin + bytes) needed = place.end;
  }
  const bool is_long_word = needed == best_begin;
  if (is_long_word) needed = std::min(text.size(), best_begin + bytes);
  const std::size_t end = end_of_passage(text, sentences, best_begin, needed, bytes);
  const auto is_begin = [&](std::size_t at) {
    return std::binary_search(sentences.begin(), sentences.end(), at);
  };
  return {trim(text.substr(best_begin, end - best_begin)), !is_begin(best_begin),
          end < text.size() && !is_begin(end) && text[end] != '\n'};
}

}  // namespace porthole::search
