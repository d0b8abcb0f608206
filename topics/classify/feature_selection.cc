#include "topics/classify/feature_selection.h"

#include <algorithm>
#include <cmath>

namespace porthole::topics {
namespace {

constexpr double kLeastVariance = 1e-12;

}  // namespace

std::string_view feature_index_name(FeatureIndex index) {
  return index == FeatureIndex::kFisher ? "fisher" : "mutual-information";
}

std::optional<FeatureIndex> feature_index(std::string_view name) {
  for (const FeatureIndex index : {FeatureIndex::kFisher, FeatureIndex::kMutualInformation}) {
    if (name == feature_index_name(index)) return index;
  }
  return std::nullopt;
}

double n_log_n(double n) { return n <= 0 ? 0 : n * std::log(n); }

void FisherSum::add(const TermInChild& child) {
  const double mean = child.sum / child.units;
  means_ += mean;
  squared_means_ += mean * mean;
  variances_ += std::max(0.0, child.squares / child.units - mean * mean);
}

double FisherSum::value(std::size_t children) const {
  // The sum over pairs of (a - b)^2 is k * sum of a^2 - (sum of a)^2.
  const double between = static_cast<double>(children) * squared_means_ - means_ * means_;
  return std::max(0.0, between) / std::max(variances_, kLeastVariance);
}

void InformationSum::add(const TermInChild& child) {
  with_term_ += child.with_term;
  joint_ +=
      n_log_n(child.with_term) + n_log_n(child.units - child.with_term) - n_log_n(child.units);
}

double InformationSum::value(double units, double sum_n_log_n) const {
  if (units <= 0) return 0;
  // With N units: sum of Pr[t,c] log(Pr[t,c] / (Pr[t] Pr[c])) is
  // (J + N log N - (T log T + (N - T) log(N - T)) - sum of n log n) / N, J = sum of w log w + (n -
  // w) log(n - w).
  const double joint = joint_ + sum_n_log_n;
  const double marginal = n_log_n(with_term_) + n_log_n(units - with_term_);
  return std::max(0.0, (joint + n_log_n(units) - marginal - sum_n_log_n) / units);
}

}  // namespace porthole::topics
