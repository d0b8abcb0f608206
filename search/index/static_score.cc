#include "search/index/static_score.h"

#include <algorithm>

#include "search/index/revision.h"

namespace porthole::search {

double power_law_score(double log10_value, double log10_highest) {
  if (log10_value == kNoScore) return 0;
  return std::clamp(1 + (log10_value - log10_highest) / kPowersOfTen, 0.0, 1.0);
}

double saturated_score(double count) { return count / (count + kHalfway); }

double StaticScore::select(const Xapian::Database& index) {
  table_ = pages_ == nullptr ? nullptr : pages_->of(revision_of(index));
  return table_ == nullptr ? 0 : sum(table_->highest());
}

double StaticScore::sum(const PageRow& row) const {
  const PageRow& highest = pages_->highest();
  double sum = weights_.relevance * row.relevance + weights_.importance * row.importance;
  if (weights_.recommendations > 0)
    sum += weights_.recommendations * saturated_score(row.recommendations);
  if (weights_.authority > 0)
    sum += weights_.authority * power_law_score(row.authority, highest.authority);
  if (weights_.hub > 0) sum += weights_.hub * power_law_score(row.hub, highest.hub);
  return sum;
}

}  // namespace porthole::search
