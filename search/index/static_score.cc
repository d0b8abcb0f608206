#include "search/index/static_score.h"

#include <algorithm>

#include "search/index/revision.h"

namespace porthole::search {
namespace {

constexpr unsigned kClockInterval = 16;  // candidates; phrases may cost a millisecond each

}  // namespace

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
  double sum = weights_.relevance * row.relevance;
  if (weights_.recommendations > 0)
    sum += weights_.recommendations * saturated_score(row.recommendations);
  if (weights_.authority > 0)
    sum += weights_.authority * power_law_score(row.authority, highest.authority);
  if (weights_.hub > 0) sum += weights_.hub * power_law_score(row.hub, highest.hub);
  return sum;
}

void StaticScoreSource::init(const Xapian::Database& database) {
  pages_ = database.get_doccount();
  last_ = database.get_lastdocid();
  at_ = 0;
  looked_ = 0;
  const auto limit = bounds_->last.find(revision_of(database));
  set_maxweight(score_.select(database));
  if (limit != bounds_->last.end() && limit->second < last_) last_ = limit->second;
}

bool StaticScoreSource::check(Xapian::docid id, double) {
  go_to(id);
  return true;
}

void StaticScoreSource::go_to(Xapian::docid id) {
  at_ = id;
  if (looked_++ % kClockInterval != 0 || !bounds_->deadline.has_passed()) return;
  bounds_->stopped = true;
  at_ = last_ + 1;
}

}  // namespace porthole::search
