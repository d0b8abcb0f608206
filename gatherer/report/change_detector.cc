#include "gatherer/report/change_detector.h"

#include <algorithm>
#include <cmath>

namespace porthole::gatherer {
namespace {

constexpr double kReference = 0.5;  // k
constexpr double kAlarm = 8;        // h
constexpr double kEnd = kAlarm / 2;
constexpr double kMost = kAlarm + 4;
constexpr std::size_t kFirst = 8;  // values before the first that counts

}  // namespace

double FallDetector::normal_score(double value) const {
  const auto n = static_cast<double>(learned_ + 1);
  const double freedom = n - 2;
  const double deviation =
      std::max(least_deviation_, std::sqrt(squares_ / static_cast<double>(learned_ - 1)));
  const double t = (value - mean_) / deviation * std::sqrt((n - 1) / n);
  const double score =
      (8 * freedom + 1) / (8 * freedom + 3) * std::sqrt(freedom * std::log1p(t * t / freedom));
  return std::copysign(score, t);
}

void FallDetector::learn(double value) {
  ++learned_;
  const double change = value - mean_;
  mean_ += change / static_cast<double>(learned_);
  squares_ += change * (value - mean_);
}

void FallDetector::add(double value) {
  ++values_;
  if (learned_ >= kFirst) sum_ = std::clamp(sum_ - normal_score(value) - kReference, 0.0, kMost);
  if (sum_ == 0) last_zero_ = values_;
  is_alarm_ = sum_ > (is_alarm_ ? kEnd : kAlarm);
  if (!is_alarm_) learn(value);
}

}  // namespace porthole::gatherer
