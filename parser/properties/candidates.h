#pragma once

/// Candidates: the values that a page offers for one property (its title, author, date), each with
/// the features that speak for and against it, and the choice among them.
///
/// The choice is a linear one: each feature has a weight, the candidate with the greatest sum is
/// taken. Weights: parser/properties/weights.h, written by labs/content/train_properties.py, which
/// maximises the likelihood of the right candidates under a conditional logit model. Source:
/// D. McFadden, "Conditional logit analysis of qualitative choice behavior", 1974.

#include <array>
#include <bitset>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace porthole::parser {

inline constexpr std::size_t kMaxCandidates = 64;  ///< Further ones are left out.
inline constexpr std::size_t kMaxFeatures = 128;

/// The words of `text`, which has `N` of them: names of features.
template <std::size_t N>
constexpr std::array<std::string_view, N> feature_names(std::string_view text) {
  std::array<std::string_view, N> names;
  for (std::string_view& name : names) {
    name = text.substr(0, text.find(' '));
    text.remove_prefix(name.size() < text.size() ? name.size() + 1 : name.size());
  }
  return names;
}

struct Candidate {
  using Features = std::bitset<kMaxFeatures>;
  std::string value;        ///< As it is shown. "" for the candidate "none of them".
  std::string key;          ///< Candidates with equal keys are one.
  std::string_view source;  ///< Where it was found first; static storage.
  Features features;
};

class Candidates {
 public:
  /// Adds a candidate, or finds the one with this key, and sets `feature`. Returns null when there
  /// are kMaxCandidates others. Valid until the next call.
  Candidate* offer(std::string value, std::string key, std::string_view source,
                   std::size_t feature);

  std::vector<Candidate>& all() { return all_; }
  const std::vector<Candidate>& all() const { return all_; }

  /// The candidate with the greatest sum of weights, the first of equal ones; null without any.
  const Candidate* best(std::span<const float> weights) const;
  /// The first `most` of all by their sums, the greatest first. Lifetime: this object's.
  std::vector<const Candidate*> first(std::span<const float> weights, std::size_t most) const;

 private:
  std::vector<Candidate> all_;
};

/// A text for comparison: ASCII in lower case, each run of white space and punctuation (that of
/// U+2000 to U+206F included) one space, without those at the ends.
std::string comparison_key(std::string_view text);

}  // namespace porthole::parser
