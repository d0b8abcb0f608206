#pragma once

/// TF-IDF vectors of pages, normalised to length 1.
///
///   TF(d, t) = 1 + log(1 + log n(d, t)),    IDF(t) = log((1 + |D|) / |D_t|)
///
/// where n(d, t) is the frequency of t in d and D_t are the pages of D with t. A term that D lacks
/// does not count.
///
/// Source: Bar-Yossef, Kanungo, Krauthgamer 2003, section 4 (TFIDF, normalised); Chakrabarti,
/// "Mining the Web", 2002, section 3.2.1 (the SMART system's form). Thread safety: const members,
/// any thread.

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "topics/text/term_counts.h"

namespace porthole::topics {

/// One coordinate that is not 0.
struct Feature {
  std::uint32_t number = 0;
  double value = 0;
};
/// Sorted by number, each once.
using FeatureVector = std::vector<Feature>;

class TfIdf {
 public:
  /// Learns IDF from `pages`; features are numbered in order of their terms' hashes.
  explicit TfIdf(const std::vector<TermCounts>& pages);

  FeatureVector vector_of(const TermCounts& page) const;
  std::size_t features() const { return terms_.size(); }
  /// Returns the term of a feature.
  TermHash term(std::uint32_t feature) const { return terms_[feature]; }

 private:
  std::vector<TermHash> terms_;
  std::vector<double> idf_;
  std::unordered_map<TermHash, std::uint32_t> numbers_;
};

}  // namespace porthole::topics
