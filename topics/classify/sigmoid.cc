#include "topics/classify/sigmoid.h"

#include <algorithm>
#include <cmath>

namespace porthole::topics {
namespace {

constexpr int kMostRounds = 100;
constexpr double kRidge = 1e-12;  // keeps the Hessian positive definite
constexpr double kSmallGradient = 1e-5;
constexpr double kSmallestStep = 1e-10;
constexpr double kSufficientDecrease = 1e-4;

// log(1 + exp(x)).
double softplus(double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); }

struct Targets {
  double positive = 0;
  double negative = 0;
  double of(const Output& output) const { return output.is_positive ? positive : negative; }
};

// Minus the log probability of the targets. With z = A f + B it is, an output, t z + log(1 +
// exp(-z)).
double loss(std::span<const Output> outputs, const Targets& targets, const Sigmoid& s) {
  double sum = 0;
  for (const Output& output : outputs) {
    const double z = s.a * output.value + s.b;
    sum += targets.of(output) * z + softplus(-z);
  }
  return sum;
}

struct Slope {
  double gradient_a = 0, gradient_b = 0;
  double aa = kRidge, bb = kRidge, ab = 0;
};

Slope slope(std::span<const Output> outputs, const Targets& targets, const Sigmoid& s) {
  Slope sum;
  for (const Output& output : outputs) {
    const double p = s(output.value);
    const double first = targets.of(output) - p;
    const double second = p * (1 - p);
    sum.gradient_a += output.value * first;
    sum.gradient_b += first;
    sum.aa += output.value * output.value * second;
    sum.bb += second;
    sum.ab += output.value * second;
  }
  return sum;
}

}  // namespace

double Sigmoid::log_of(double output) const { return -softplus(a * output + b); }
double Sigmoid::operator()(double output) const { return std::exp(log_of(output)); }

Sigmoid fit_sigmoid(std::span<const Output> outputs) {
  if (outputs.empty()) return {};
  const auto positives = static_cast<double>(
      std::count_if(outputs.begin(), outputs.end(), [](const Output& o) { return o.is_positive; }));
  const double negatives = static_cast<double>(outputs.size()) - positives;
  const Targets targets{(positives + 1) / (positives + 2), 1 / (negatives + 2)};
  Sigmoid s{0, std::log((negatives + 1) / (positives + 1))};
  double value = loss(outputs, targets, s);
  for (int round = 0; round < kMostRounds; ++round) {
    const Slope at = slope(outputs, targets, s);
    if (std::abs(at.gradient_a) < kSmallGradient && std::abs(at.gradient_b) < kSmallGradient) break;
    const double determinant = at.aa * at.bb - at.ab * at.ab;
    const double step_a = -(at.bb * at.gradient_a - at.ab * at.gradient_b) / determinant;
    const double step_b = -(at.aa * at.gradient_b - at.ab * at.gradient_a) / determinant;
    const double descent = at.gradient_a * step_a + at.gradient_b * step_b;
    double step = 1;
    for (; step >= kSmallestStep; step /= 2) {
      const Sigmoid next{s.a + step * step_a, s.b + step * step_b};
      const double next_value = loss(outputs, targets, next);
      if (next_value < value + kSufficientDecrease * step * descent) {
        s = next;
        value = next_value;
        break;
      }
    }
    if (step < kSmallestStep) break;
  }
  return s;
}

}  // namespace porthole::topics
