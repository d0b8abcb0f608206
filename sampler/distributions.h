#pragma once

/// Distribution functions and quantiles; the only wrapper of the GNU Scientific Library.
///
/// Thread safety: pure functions.

namespace porthole::sampler {

/// P(X > x) of the chi-square distribution. Requires: x >= 0, degrees > 0.
double chi_square_above(double x, double degrees);
/// Quantile of the standard normal distribution. Requires: 0 < p < 1.
double normal_quantile(double p);
double normal_below(double z);
/// Quantile of Student's t distribution. Requires: 0 < p < 1, degrees > 0.
double student_quantile(double p, double degrees);

}  // namespace porthole::sampler
