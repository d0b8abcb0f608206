#include "topics/text/text_relevance.h"

#include <algorithm>

#include "base/text/diacritics.h"
#include "base/text/text.h"
#include "base/text/words.h"
#include "topics/text/term_extractor.h"

namespace porthole::topics {
namespace {

constexpr double kSaturation = 1.2;    // k1
constexpr double kLengthShare = 0.75;  // b
constexpr double kUsualLength = 600;   // L, words
constexpr double kTitleWeight = 5;     // w_title
constexpr double kSurenessOfPhrase = 0.9;
constexpr double kSurenessOfWord = 0.8;

/// The form in which words of a topic and of pages are compared.
std::string key_of(std::string_view word) {
  std::string key(derivational_stem(word));
  return is_ascii(key) ? key : without_diacritics(key);
}

}  // namespace

TextRelevance::TextRelevance(std::string_view title, const std::vector<std::string>& terms) {
  const auto add = [&](std::string_view phrase, double least) {
    Term term;
    const std::string normal = normal_term(phrase);
    if (normal.empty()) return;
    for (const std::string_view word : split(normal, ' ')) {
      term.words.emplace_back(word);
      term.stems.push_back(key_of(word));
      shortest_ = std::min(shortest_, word.size());
    }
    for (const Term& known : terms_) {
      if (known.stems == term.stems) return;
    }
    term.sureness = term.words.size() > 1 ? kSurenessOfPhrase : std::max(least, kSurenessOfWord);
    by_first_word_[term.stems.front()].push_back(terms_.size());
    begins_[static_cast<unsigned char>(term.stems.front().front())] = true;
    terms_.push_back(std::move(term));
  };
  add(title, kSurenessOfPhrase);
  for (const std::string& term : terms) add(term, kSurenessOfWord);
}

void TextRelevance::count(std::string_view text, double weight, std::vector<double>& frequencies,
                          double& length) const {
  // Terms of which the words so far have matched: (term, how many words).
  std::vector<std::pair<std::size_t, std::size_t>> begun;
  std::vector<std::pair<std::size_t, std::size_t>> still;
  std::string buffer;
  std::string key;
  const auto read = [&](std::string_view word) {
    if (word.size() < kShortestWord && !by_first_word_.contains(std::string(word))) return;
    length += weight;
    const auto first = static_cast<unsigned char>(word.front());
    const bool may_begin = first >= 0x80 || begins_[first];
    if (!may_begin && begun.empty()) return;
    key = key_of(singular(word, buffer));
    still.clear();
    const auto advance = [&](std::size_t term, std::size_t matched) {
      if (matched == terms_[term].stems.size()) {
        frequencies[term] += weight;
      } else {
        still.emplace_back(term, matched);
      }
    };
    for (const auto& [term, matched] : begun) {
      if (terms_[term].stems[matched] == key) advance(term, matched + 1);
    }
    if (const auto found = by_first_word_.find(key); found != by_first_word_.end()) {
      for (const std::size_t term : found->second) advance(term, 1);
    }
    begun.swap(still);
  };
  for_each_word(text, read, shortest_);
}

std::vector<std::pair<double, double>> TextRelevance::weigh(std::string_view title,
                                                            std::string_view description,
                                                            std::string_view text) const {
  std::vector<double> frequencies(terms_.size(), 0.0);
  double length = 0;
  double ignored = 0;
  count(text, 1, frequencies, length);
  count(title, kTitleWeight, frequencies, ignored);
  count(description, 1, frequencies, ignored);
  const double saturation = kSaturation * (1 - kLengthShare + kLengthShare * length / kUsualLength);
  std::vector<std::pair<double, double>> weights;
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    weights.emplace_back(frequencies[t],
                         terms_[t].sureness * frequencies[t] / (frequencies[t] + saturation));
  }
  return weights;
}

Relevance TextRelevance::of(std::string_view title, std::string_view description,
                            std::string_view text) const {
  double none = 1;
  for (const auto& [frequency, probability] : weigh(title, description, text))
    none *= 1 - probability;
  return Relevance(std::clamp(1 - none, 0.0, 1.0));
}

std::vector<std::string> TextRelevance::terms() const {
  std::vector<std::string> terms;
  for (const Term& term : terms_) {
    std::string& text = terms.emplace_back();
    for (const std::string& word : term.words) text += (text.empty() ? "" : " ") + word;
  }
  return terms;
}

std::vector<float> TextRelevance::probabilities(std::string_view title,
                                                std::string_view description,
                                                std::string_view text) const {
  std::vector<float> probabilities;
  for (const auto& [frequency, probability] : weigh(title, description, text)) {
    probabilities.push_back(static_cast<float>(probability));
  }
  return probabilities;
}

std::vector<TextRelevance::Witness> TextRelevance::witnesses(std::string_view title,
                                                             std::string_view description,
                                                             std::string_view text) const {
  const auto weights = weigh(title, description, text);
  std::vector<std::string> names = terms();
  std::vector<Witness> witnesses;
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    witnesses.push_back({std::move(names[t]), weights[t].first, weights[t].second});
  }
  std::stable_sort(witnesses.begin(), witnesses.end(), [](const Witness& a, const Witness& b) {
    return a.probability > b.probability;
  });
  return witnesses;
}

}  // namespace porthole::topics
