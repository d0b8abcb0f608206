#include "search/index/evidence.h"

#include <algorithm>

#include "search/index/commit.h"

namespace porthole::search {

double power_evidence(double log10_value, double log10_highest) {
  if (log10_value == kNoScore) return 0;
  return std::clamp(1 + (log10_value - log10_highest) / kPowersOfTen, 0.0, 1.0);
}

double saturated_evidence(double count) { return count / (count + kHalfway); }

double Evidence::look_in(const Xapian::Database& index) {
  table_ = pages_ == nullptr ? nullptr : pages_->of(commit_of(index));
  return table_ == nullptr ? 0 : sum(table_->highest());
}

double Evidence::sum(const PageRow& row) const {
  const PageRow& highest = pages_->highest();
  double sum = weights_.relevance * row.relevance + weights_.status * row.status;
  if (weights_.recommendations > 0) sum += weights_.recommendations * saturated_evidence(row.recommendations);
  if (weights_.authority > 0) sum += weights_.authority * power_evidence(row.authority, highest.authority);
  if (weights_.hub > 0) sum += weights_.hub * power_evidence(row.hub, highest.hub);
  return sum;
}

}  // namespace porthole::search
