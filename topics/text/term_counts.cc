#include "topics/text/term_counts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <utility>

#include "base/text/words.h"
#include "topics/text/term_extractor.h"

namespace porthole::topics {

namespace {

constexpr std::size_t kMostBytes = 200'000;
constexpr std::size_t kShortest = 3;
constexpr std::size_t kLongest = 20;
constexpr unsigned char kNoAscii = 1;

// 0 for what separates words, kNoAscii for bytes from 0x80, else the folded byte.
constexpr std::array<unsigned char, 256> kFold = [] {
  std::array<unsigned char, 256> table{};
  for (unsigned c = 0; c < 256; ++c) {
    const bool upper = c >= 'A' && c <= 'Z';
    const bool kept = upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (c >= 0x80) {
      table[c] = kNoAscii;
    } else if (kept) {
      table[c] = static_cast<unsigned char>(upper ? c + 32 : c);
    }
  }
  return table;
}();

// FNV-1a, and the finalizer of MurmurHash3, whose high bits are as good as its low ones.
constexpr TermHash kHashStart = 2'166'136'261U;
constexpr TermHash mixed(TermHash hash, unsigned char byte) { return (hash ^ byte) * 16'777'619U; }
constexpr TermHash finished(TermHash hash) {
  hash = (hash ^ (hash >> 16)) * 0x85ebca6bU;
  hash = (hash ^ (hash >> 13)) * 0xc2b2ae35U;
  return hash ^ (hash >> 16);
}

bool has_term_length(std::string_view folded) {
  if (folded.empty()) return false;
  const auto first = static_cast<unsigned char>(folded.front());
  if (first >= '0' && first <= '9') return false;
  if (folded.back() == '+' || folded.back() == '#') return false;
  const auto letters = static_cast<std::size_t>(
      std::count_if(folded.begin(), folded.end(), [](char c) { return (c & 0xc0) != 0x80; }));
  // CJK characters begin at U+3040, which is e3 81 80.
  return letters <= kLongest && (letters >= kShortest || first >= 0xe3);
}

bool is_stop_hash(TermHash term) {
  static const TermTable stops = [] {
    std::vector<TermHash> hashes;
    for_each_stop_word([&](std::string_view word) { hashes.push_back(hash_of_term(word)); });
    return TermTable(hashes);
  }();
  return stops.find(term) != TermTable::kNone;
}

// Counts by hash. A term's home is where the leading bits of its hash point and the slots after it,
// so that reading the slots in order gives the terms all but sorted.
class Counter {
 public:
  explicit Counter(std::size_t bytes)
      : bits_(std::bit_width(std::max<std::size_t>(bytes / 3, 15))),
        slots_((std::size_t{1} << bits_) + kSlack) {}

  void add(TermHash term) {
    std::size_t at = term >> (32 - bits_);
    while (slots_[at].count != 0 && slots_[at].term != term) {
      if (++at == slots_.size()) slots_.resize(slots_.size() + kSlack);
    }
    slots_[at].term = term;
    ++slots_[at].count;
  }

  // Closes the gaps, without a branch that nobody can foresee, and moves the few terms that are out
  // of place.
  TermCounts sorted() && {
    std::size_t end = 0;
    for (const TermCount& slot : slots_) {
      slots_[end] = slot;
      end += slot.count != 0 ? 1 : 0;
    }
    TermCounts out(slots_.begin(), slots_.begin() + static_cast<std::ptrdiff_t>(end));
    for (std::size_t i = 1; i < end; ++i) {
      const TermCount term = out[i];
      std::size_t at = i;
      for (; at > 0 && out[at - 1].term > term.term; --at) out[at] = out[at - 1];
      out[at] = term;
    }
    return out;
  }

 private:
  static constexpr std::size_t kSlack = 64;
  int bits_;
  TermCounts slots_;
};

TermHash hash_of_plural(const unsigned char* word, std::size_t length) {
  std::array<char, kLongest> folded;
  for (std::size_t i = 0; i < length; ++i) folded[i] = static_cast<char>(kFold[word[i]]);
  return hash_of_term({folded.data(), length});
}

// Calls visit(hash) for every word of `text`, in its normal form, that is long enough to be a term:
// the words of for_each_word(), found by a table where they are ASCII.
template <class Visit>
void for_each_hash(std::string_view text, Visit visit) {
  const auto* const bytes = reinterpret_cast<const unsigned char*>(text.data());
  const std::size_t end = text.size();
  std::string word;
  std::size_t at = 0;
  while (at < end) {
    const std::size_t start = at;
    TermHash hash = kHashStart;
    unsigned char folded = 0;
    while (at < end && (folded = kFold[bytes[at]]) > kNoAscii) {
      hash = mixed(hash, folded);
      ++at;
    }
    if (at < end && folded == kNoAscii) {
      at = start;
      if (!detail::next_word(text, at, word)) return;
      if (has_term_length(word)) visit(hash_of_term(word));
      continue;
    }
    const std::size_t length = at - start;
    const bool is_number = length > 0 && bytes[start] <= '9';
    if (length >= kShortest && length <= kLongest && !is_number) {
      visit(kFold[bytes[at - 1]] == 's' ? hash_of_plural(bytes + start, length) : finished(hash));
    }
    ++at;
  }
}

// The text's beginning, cut between words.
std::string_view beginning(std::string_view text) {
  if (text.size() <= kMostBytes) return text;
  std::size_t cut = kMostBytes;
  while (cut > kMostBytes - 64 && kFold[static_cast<unsigned char>(text[cut])] != 0) --cut;
  return text.substr(0, cut);
}

}  // namespace

TermHash hash_of_term(std::string_view folded) {
  std::string buffer;
  TermHash hash = kHashStart;
  for (const char c : singular(folded, buffer)) hash = mixed(hash, static_cast<unsigned char>(c));
  return finished(hash);
}

bool is_term(std::string_view folded) {
  return has_term_length(folded) && !is_stop_hash(hash_of_term(folded));
}

TermCounts count_terms(std::string_view title, std::string_view description,
                       std::string_view text) {
  std::string buffers[3];
  text = normal_text(beginning(text), buffers[0]);
  title = normal_text(beginning(title), buffers[1]);
  description = normal_text(beginning(description), buffers[2]);
  Counter counter(title.size() + description.size() + text.size());
  const auto count = [&](TermHash term) { counter.add(term); };
  for_each_hash(title, count);
  for_each_hash(description, count);
  for_each_hash(text, count);
  TermCounts counts = std::move(counter).sorted();
  std::erase_if(counts, [](const TermCount& term) { return is_stop_hash(term.term); });
  return counts;
}

std::unordered_map<TermHash, std::string> words_of_terms(std::string_view title,
                                                         std::string_view description,
                                                         std::string_view text) {
  std::unordered_map<TermHash, std::string> words;
  for (const std::string_view part : {title, description, text}) {
    for_each_word(beginning(part), [&](std::string_view word) {
      if (is_term(word)) words.try_emplace(hash_of_term(word), word);
    });
  }
  return words;
}

std::string_view judged_text_name(JudgedText text) {
  return text == JudgedText::kWhole ? "whole" : "content";
}

std::optional<JudgedText> judged_text(std::string_view name) {
  for (const JudgedText text : {JudgedText::kWhole, JudgedText::kContent}) {
    if (name == judged_text_name(text)) return text;
  }
  return std::nullopt;
}

std::string text_to_judge(const Document& page, JudgedText text) {
  std::string content = text == JudgedText::kContent ? content_of(page) : std::string();
  return content.empty() ? page.text : content;
}

TermCounts count_terms(const Document& page, JudgedText text) {
  return count_terms(page.title, page.description, text_to_judge(page, text));
}

std::unordered_map<TermHash, std::string> words_of_terms(const Document& page, JudgedText text) {
  return words_of_terms(page.title, page.description, text_to_judge(page, text));
}

}  // namespace porthole::topics
