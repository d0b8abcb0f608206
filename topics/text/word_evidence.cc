#include "topics/text/word_evidence.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text/words.h"
#include "topics/text/term_extractor.h"

namespace porthole::topics {

WordEvidence::WordId WordEvidence::id_of(std::string_view word) {
  std::string key(word);
  if (const auto known = ids_.find(key); known != ids_.end()) return known->second;
  if (words_.size() > kMostKnown) return kUnknown;
  const auto id = static_cast<WordId>(words_.size());
  ids_.emplace(std::move(key), id);
  words_.emplace_back();
  return id;
}

void WordEvidence::add(std::string_view title, std::string_view text, double y) {
  ++pages_;
  on_ += y;
  off_ += 1 - y;
  read(title, y);
  read(text, y);
}

void WordEvidence::read(std::string_view text, double y) {
  // 12 bytes hold a word and a space with room to spare.
  text = text.substr(0, 12 * kMostWords);
  std::size_t left = kMostWords;
  std::string buffer;
  for_each_word(text, [&](std::string_view word) {
    if (left == 0) return;
    --left;
    const std::string_view term = singular(word, buffer);
    if (!is_term_word(word, term)) return;
    const WordId id = id_of(term);
    if (id == kUnknown || words_[id].counted == pages_) return;
    Sums& sums = words_[id];
    sums.counted = pages_;
    sums.on += static_cast<float>(y);
    sums.off += static_cast<float>(1 - y);
  });
}

double WordEvidence::weight(WordId word) const {
  if (word == kUnknown) return 0;
  const Sums& sums = words_[word];
  if (sums.on + sums.off == 0) return 0;
  const double w = std::log((sums.on + 1) / (on_ + 2)) - std::log((sums.off + 1) / (off_ + 2));
  return std::clamp(w, -kMostWeight, kMostWeight);
}

void WordEvidence::for_each(
    const std::function<void(std::string_view word, double on, double off)>& visit) const {
  if (on_ + off_ == 0) return;
  visit("", on_, off_);
  std::vector<std::pair<float, const std::string*>> order;
  for (const auto& [word, id] : ids_) {
    const float pages = words_[id].on + words_[id].off;
    if (pages > 0) order.emplace_back(pages, &word);
  }
  const auto more = [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : *a.second < *b.second;
  };
  if (order.size() > kMostStored) {
    std::nth_element(order.begin(), order.begin() + kMostStored, order.end(), more);
    order.resize(kMostStored);
  }
  for (const auto& [pages, word] : order) {
    const Sums& sums = words_[ids_.at(*word)];
    visit(*word, static_cast<double>(sums.on), static_cast<double>(sums.off));
  }
}

void WordEvidence::restore(std::string_view word, double on, double off) {
  if (on < 0 || off < 0) return;
  if (word.empty()) {
    on_ = on;
    off_ = off;
  } else if (const WordId id = id_of(word); id != kUnknown) {
    words_[id].on = static_cast<float>(on);
    words_[id].off = static_cast<float>(off);
  }
}

void WordEvidence::save(StateWriter& writer) const {
  writer.real(on_);
  writer.real(off_);
  writer.number(pages_);
  writer.list(words_);
  for (const auto& [word, id] : ids_) {
    writer.text(word);
    writer.number(id);
  }
}

void WordEvidence::load(StateReader& reader) {
  on_ = reader.real();
  off_ = reader.real();
  pages_ = static_cast<std::uint32_t>(reader.number());
  reader.list(words_);
  ids_.clear();
  for (std::size_t left = words_.empty() ? 0 : words_.size() - 1; left > 0; --left) {
    std::string word = reader.text();
    ids_[std::move(word)] = static_cast<WordId>(reader.number());
  }
}

}  // namespace porthole::topics
