#pragma once

/// FallDetector: tells when the mean of a series has fallen, beyond what its noise explains.
///
/// In:  values one after another, such as means of the relevance of 50 pages each.
/// Out: whether the mean is below that of the values before, and since which value.
///
/// It is a self-starting CUSUM: neither mean nor deviation of the series has to be known. With mean
/// m and standard deviation s of the n - 1 values before the n-th,
///
///   T_n = (x_n - m) / s * sqrt((n - 1) / n)           Student's t with n - 2 degrees of freedom
///   U_n = sign(T_n) (8 v + 1) / (8 v + 3) sqrt(v ln(1 + T_n^2 / v)),  v = n - 2    normal, nearly
///   S_n = max(0, S_{n-1} - U_n - k)                   alarm while S > h
///
/// with k = 1/2 and h = 8, which finds a fall by two deviations after about five values. Where the
/// values are independent and normal, a false alarm comes once in about 19,000 values (Siegmund's
/// approximation of the average run length; a test simulates it). Values that depend on each other,
/// as pages of one site do, make more of them. During an alarm m and s stay as they were before;
/// it ends when S is below h / 2 again, and S is at most h + 4, so that this takes some twenty
/// values.
///
/// Source: Page, "Continuous inspection schemes", Biometrika 41, 1954; Hawkins, "Self-starting
/// CUSUM charts for location and scale", The Statistician 36, 1987; Wallace, "Bounds on normal
/// approximations to Student's and the chi-square distributions", Annals of Mathematical Statistics
/// 30, 1959 (U); Siegmund, "Sequential Analysis", 1985, section 2.6. The eight values before the
/// first that counts, and the end of an alarm, are ours.
///
/// Thread safety: one thread.

#include <cstddef>

namespace porthole::gatherer {

class FallDetector {
 public:
  /// The standard deviation counts as at least `least_deviation` > 0, so that a series that does
  /// not vary at all raises no alarm at its first small change.
  explicit FallDetector(double least_deviation) : least_deviation_(least_deviation) {}

  void add(double value);

  bool has_fallen() const { return is_alarm_; }
  /// During an alarm: values before the fall, by the place at which S last left 0 (Page 1954).
  std::size_t before() const { return last_zero_; }
  /// The mean of the values that count as usual.
  double usual() const { return mean_; }

 private:
  double normal_score(double value) const;
  void learn(double value);

  double least_deviation_;
  std::size_t values_ = 0;   // all
  std::size_t learned_ = 0;  // those that mean_ and squares_ hold
  double mean_ = 0;
  double squares_ = 0;  // sum of squared deviations (Welford)
  double sum_ = 0;      // S
  std::size_t last_zero_ = 0;
  bool is_alarm_ = false;
};

}  // namespace porthole::gatherer
