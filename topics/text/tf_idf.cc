#include "topics/text/tf_idf.h"

#include <cmath>
#include <map>

namespace porthole::topics {

TfIdf::TfIdf(const std::vector<TermCounts>& pages) {
  std::map<TermHash, std::size_t> pages_with;
  for (const TermCounts& page : pages) {
    for (const TermCount& count : page) ++pages_with[count.term];
  }
  for (const auto& [term, count] : pages_with) {
    numbers_.emplace(term, static_cast<std::uint32_t>(terms_.size()));
    terms_.push_back(term);
    idf_.push_back(std::log((1 + static_cast<double>(pages.size())) / static_cast<double>(count)));
  }
}

FeatureVector TfIdf::vector_of(const TermCounts& page) const {
  FeatureVector out;
  double squares = 0;
  for (const TermCount& count : page) {
    const auto found = numbers_.find(count.term);
    if (found == numbers_.end()) continue;
    const double tf = 1 + std::log(1 + std::log(static_cast<double>(count.count)));
    out.push_back({found->second, tf * idf_[found->second]});
    squares += out.back().value * out.back().value;
  }
  const double length = std::sqrt(squares);
  for (Feature& feature : out) feature.value /= length;
  return out;
}

}  // namespace porthole::topics
