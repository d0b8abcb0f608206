#pragma once

/// Mean and range of a quantity over runs, and of curves point by point.
///
/// Thread safety: pure functions.

#include <cstddef>
#include <vector>

namespace porthole::labs {

/// Mean, deviation and range of one quantity over runs. The deviation is that of a sample (n - 1),
/// 0 for n < 2.
struct Spread {
  double mean = 0, least = 0, most = 0, deviation = 0;
  std::size_t n = 0;
};
Spread spread_of(const std::vector<double>& values);

/// A value for each point of the grid; not a number where there is none.
using Curve = std::vector<double>;

/// Mean and range of several curves, point by point, over those that have a value there.
struct Band {
  Curve mean, least, most;
  std::size_t n = 0;  ///< Curves that have a value anywhere.
};
Band band_of(const std::vector<Curve>& curves);

}  // namespace porthole::labs
