#pragma once

/// Platt scaling: maps the output f of an SVM to a probability, P(f) = 1 / (1 + exp(A f + B)).
///
/// A and B are those that give held-out outputs the best log probability, where the k+ positive
/// examples are to have (k+ + 1) / (k+ + 2) and the k- negative ones 1 / (k- + 2), not 1 and 0;
/// found by Newton's method with backtracking.
///
/// Source: Platt, "Probabilistic outputs for support vector machines and comparisons to regularized
/// likelihood methods", 1999, section 2; Lin, Lin, Weng, "A note on Platt's probabilistic outputs
/// for support vector machines", Machine Learning 68, 2007, sections 2 and 3 (the method, and
/// logarithms without overflow).
/// Thread safety: pure functions.

#include <span>

namespace porthole::topics {

struct Sigmoid {
  double a = -1;
  double b = 0;

  double operator()(double output) const;
  /// Its logarithm, exact also where the probability is too small for a double.
  double log_of(double output) const;
};

struct Output {
  double value = 0;
  bool is_positive = false;
};

/// Fits A and B; returns the default when `outputs` is empty.
Sigmoid fit_sigmoid(std::span<const Output> outputs);

}  // namespace porthole::topics
