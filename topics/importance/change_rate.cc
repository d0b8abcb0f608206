#include "topics/importance/change_rate.h"

#include <cmath>

namespace porthole::topics {
namespace {

/// Below this product of rate and time series are used: the differences would lose their digits.
constexpr double kSmall = 1e-4;
/// Pages of each kind that a host is taken to have made claims about, and those told right.
constexpr double kPagesBefore = 10, kRightBefore = 9;

double corrected(double visits, double changes, double days) {
  if (visits <= 0 || days <= 0) return 0;
  return -std::log((visits - changes + 0.5) / (visits + 0.5)) * visits / days;
}

}  // namespace

double change_rate(const ChangeHistory& history) {
  return corrected(static_cast<double>(history.visits), static_cast<double>(history.changes),
                   history.days);
}

double share_changed(std::int64_t visits, std::int64_t changes) {
  return (static_cast<double>(changes) + 1) / (static_cast<double>(visits) + 2);
}

double expected_rate(const ChangeHistory& history, double share, double mean_days) {
  return corrected(static_cast<double>(history.visits) + 1,
                   static_cast<double>(history.changes) + share, history.days + mean_days);
}

double freshness(double rate, double days) { return std::exp(-rate * days); }

double expected_age(double rate, double days) {
  const double x = rate * days;
  if (x < kSmall) return days * x / 2;
  return days + std::expm1(-x) / rate;
}

double recrawl_value(double weight, double rate, double days) {
  const double x = rate * days;
  if (x < kSmall) return weight * days * x / 2;
  return weight / rate * (-std::expm1(-x) - x * std::exp(-x));
}

double likelihood_ratio(const ClaimRecord& record, bool claims_change) {
  const double if_changed = (static_cast<double>(record.changed_claimed) + kRightBefore) /
                            (static_cast<double>(record.changed) + kPagesBefore);
  const double if_same = (static_cast<double>(record.same_claimed) + kPagesBefore - kRightBefore) /
                         (static_cast<double>(record.same) + kPagesBefore);
  return claims_change ? if_changed / if_same : (1 - if_changed) / (1 - if_same);
}

double claimed_value(double value, double rate, double days, double likelihood_ratio) {
  const double changed = -std::expm1(-rate * days);
  return value * likelihood_ratio / (changed * likelihood_ratio + 1 - changed);
}

}  // namespace porthole::topics
