#pragma once

/// Relevance of a text to the topic's own words (BM25 saturation, noisy-or).
///
/// R(d) is the probability that at least one of the topic's terms is what d is about, the terms
/// taken as independent evidence:
///
///   R(d) = 1 - prod_t (1 - p_t),    p_t = s_t * f_t / (f_t + k1 * (1 - b + b * |d| / L))
///
/// where f_t counts t in the text plus w_title times in the title (and description), |d| is the
/// length of the text in words, and the saturation of f_t is that of BM25. s_t is the largest
/// probability that one term alone can give: 0.9 for a phrase or the topic's title, 0.8 for another
/// word. Words are equal when their derivational stems are (topics/text/term_extractor.h), so that
/// "astronomical" counts for "astronomy", without diacritics. A term of one letter is
/// a word where the topic has it ("R").
///
/// Source: S. Robertson, H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond",
/// 2009, section 3.4 (saturation and length); the noisy-or is Pearl's, "Probabilistic Reasoning",
/// 1988, 4.3.2.
/// Values: k1 = 1.2, b = 0.75, L = 600 words, w_title = 5. A page is relevant from R(d) = 0.5 on.
/// Thread safety: const members, any thread.

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/relevance.h"
#include "base/text/words.h"

namespace porthole::topics {

class TextRelevance {
 public:
  /// `terms` are the topic's words and phrases as its owner wrote them.
  TextRelevance(std::string_view title, const std::vector<std::string>& terms);

  Relevance of(std::string_view title, std::string_view description, std::string_view text) const;

  /// Returns the contribution p_t of each of the topic's terms, the largest first; 0 for terms that
  /// the page lacks.
  struct Witness {
    std::string term;      ///< Folded, singular.
    double frequency = 0;  ///< f_t
    double probability = 0;
  };
  std::vector<Witness> witnesses(std::string_view title, std::string_view description,
                                 std::string_view text) const;

  /// The topic's terms in a fixed order, folded and singular.
  std::vector<std::string> terms() const;
  /// p_t of each, in that order.
  std::vector<float> probabilities(std::string_view title, std::string_view description,
                                   std::string_view text) const;

  static constexpr double kThreshold = 0.5;

 private:
  struct Term {
    std::vector<std::string> words;  ///< For display.
    std::vector<std::string> stems;  ///< To compare with the words of pages.
    double sureness = 0;
  };
  void count(std::string_view text, double weight, std::vector<double>& frequencies,
             double& length) const;
  /// By term: f_t and p_t.
  std::vector<std::pair<double, double>> weigh(std::string_view title, std::string_view description,
                                               std::string_view text) const;

  std::vector<Term> terms_;
  std::size_t shortest_ = kShortestWord;  ///< 1 where a term is a letter ("R").
  /// First stem of a term -> the terms that begin with it.
  std::unordered_map<std::string, std::vector<std::size_t>> by_first_word_;
  std::array<bool, 256>
      begins_{};  ///< The first bytes of those words: most words of a text need no look-up.
};

}  // namespace porthole::topics
