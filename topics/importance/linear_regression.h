#pragma once

/// Linear regression by least squares with the attribute selection of M5'.
///
/// In:  cases (values of the attributes, a target each), which of them count, which attributes may
/// be used. Out: y = intercept + sum of coefficients[i] * x[i]; 0 for attributes that are not used.
///
/// Attributes whose standardised coefficient |b_i sd(x_i) / sd(y)| is above 1.5 are taken out
/// first, one at a time, the largest first: they are collinear with others. Then that with the
/// smallest is taken out, again and again, as long as SE / SE_full (n - p) + 2 v falls; SE is the
/// sum of squared errors, SE_full that of the model after the first step, p its parameters, v those
/// of the model that is tried, the intercept among both. A ridge of 1e-8 on the standardised
/// attributes keeps the equations solvable; it is raised tenfold while they are not.
///
/// Source: Quinlan, "Learning with continuous classes", AI'92, section 3 (terms dropped while the
/// estimated error falls); Wang, Witten, "Inducing model trees for continuous classes", ECML 1997,
/// section 3; the estimate (Akaike's criterion), the limit of 1.5 and the ridge as in Weka 3.6,
/// against which it is tested.
/// Thread safety: pure functions.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace porthole::topics {

/// Cases to learn from.
struct RegressionData {
  std::size_t attributes = 0;
  std::vector<double> values;   ///< Case by case, `attributes` of them each.
  std::vector<double> targets;  ///< One a case.

  std::size_t cases() const { return targets.size(); }
  std::span<const double> row(std::size_t which) const {
    return std::span<const double>(values).subspan(which * attributes, attributes);
  }
  double value(std::size_t which, std::size_t attribute) const {
    return values[which * attributes + attribute];
  }
};

struct LinearModel {
  double intercept = 0;
  std::vector<double> coefficients;  ///< One an attribute, or none at all: a constant.

  double operator()(std::span<const double> x) const;
  std::size_t parameters() const;  ///< Coefficients that are not 0, and the intercept.
};

/// Requires: `cases` is not empty, and all of `attributes` and `cases` are there.
LinearModel fit_linear_model(const RegressionData& data, std::span<const std::uint32_t> cases,
                             std::span<const std::uint32_t> attributes);

}  // namespace porthole::topics
