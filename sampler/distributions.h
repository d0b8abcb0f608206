#pragma once

/// The distributions that tests and intervals need; the one door to the GNU Scientific Library.
///
/// Thread safety: pure functions.

namespace porthole::sampler {

/// P(X > x) of the chi-square distribution. Requires: x >= 0, degrees > 0.
double chi_square_above(double x, double degrees);
/// The z that a standard normal variable is below with probability `p`. Requires: 0 < p < 1.
double normal_quantile(double p);
double normal_below(double z);
/// The same of Student's t. Requires: 0 < p < 1, degrees > 0.
double student_quantile(double p, double degrees);

}  // namespace porthole::sampler
