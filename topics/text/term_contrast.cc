#include "topics/text/term_contrast.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace porthole::topics {
namespace {

constexpr double kPriorSites = 2;
constexpr double kSharpness = 4;

}  // namespace

void TermContrast::add(std::string_view site, const std::vector<float>& probabilities) {
  assert(probabilities.size() == terms_);
  Site& one = sites_[std::string(site)];
  one.with_term.resize(terms_);
  ++one.pages;
  for (std::size_t t = 0; t < terms_; ++t) one.with_term[t] += probabilities[t] > 0 ? 1 : 0;
}

std::vector<double> TermContrast::background() const {
  std::vector<double> with_term(terms_), all(terms_, kPriorSites);
  for (const auto& [name, site] : sites_) {
    const double say = site.pages / (site.pages + kPriorSites);
    for (std::size_t t = 0; t < terms_; ++t) {
      double without_others = say;
      for (std::size_t u = 0; u < terms_; ++u) {
        if (u != t) without_others *= 1 - site.with_term[u] / site.pages;
      }
      with_term[t] += without_others * site.with_term[t] / site.pages;
      all[t] += without_others;
    }
  }
  for (std::size_t t = 0; t < terms_; ++t) with_term[t] /= all[t];
  return with_term;
}

std::vector<double> TermContrast::weights() const {
  if (terms_ < kFewest) return std::vector<double>(terms_, 1.0);
  std::vector<double> weights = background();
  const double least = *std::min_element(weights.begin(), weights.end());
  for (double& weight : weights) weight = std::pow((1 - weight) / (1 - least), kSharpness);
  return weights;
}

double weighted_relevance(const std::vector<float>& probabilities,
                          const std::vector<double>& weights) {
  assert(probabilities.size() == weights.size());
  double none = 1;
  for (std::size_t t = 0; t < weights.size(); ++t)
    none *= 1 - weights[t] * static_cast<double>(probabilities[t]);
  return std::clamp(1 - none, 0.0, 1.0);
}

}  // namespace porthole::topics
