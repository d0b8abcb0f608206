#include "labs/comparison/spread.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace porthole::labs {

Spread spread_of(const std::vector<double>& all) {
  std::vector<double> values;
  std::copy_if(all.begin(), all.end(), std::back_inserter(values),
               [](double value) { return !std::isnan(value); });
  Spread out;
  out.n = values.size();
  if (values.empty()) {
    constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();
    return {kNoValue, kNoValue, kNoValue, 0, 0};
  }
  const auto n = static_cast<double>(values.size());
  double sum = 0, squares = 0;
  for (const double value : values) sum += value;
  out.mean = sum / n;
  for (const double value : values) squares += (value - out.mean) * (value - out.mean);
  out.deviation = values.size() < 2 ? 0 : std::sqrt(squares / (n - 1));
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  out.least = *least;
  out.most = *most;
  return out;
}

Band band_of(const std::vector<Curve>& curves) {
  Band band;
  band.n =
      static_cast<std::size_t>(std::count_if(curves.begin(), curves.end(), [](const Curve& curve) {
        return std::any_of(curve.begin(), curve.end(),
                           [](double value) { return !std::isnan(value); });
      }));
  const std::size_t points = curves.empty() ? 0 : curves.front().size();
  for (std::size_t point = 0; point < points; ++point) {
    std::vector<double> values;
    for (const Curve& curve : curves) values.push_back(curve[point]);
    const Spread here = spread_of(values);
    band.mean.push_back(here.mean);
    band.least.push_back(here.least);
    band.most.push_back(here.most);
  }
  return band;
}

}  // namespace porthole::labs
