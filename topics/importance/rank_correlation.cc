#include "topics/importance/rank_correlation.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace porthole::topics {
namespace {

constexpr double kNormal95 = 1.959964;

std::vector<double> ranks_of(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t end = first;
    while (end < order.size() && values[order[end]] == values[order[first]]) ++end;
    for (std::size_t i = first; i < end; ++i)
      ranks[order[i]] = static_cast<double>(first + end - 1) / 2;
    first = end;
  }
  return ranks;
}

}  // namespace

RankCorrelation rank_correlation(std::span<const double> one, std::span<const double> other) {
  RankCorrelation out;
  out.pairs = one.size();
  const std::vector<double> x = ranks_of(one), y = ranks_of(other);
  const double mean = (static_cast<double>(x.size()) - 1) / 2;
  double xy = 0, xx = 0, yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xy += (x[i] - mean) * (y[i] - mean);
    xx += (x[i] - mean) * (x[i] - mean);
    yy += (y[i] - mean) * (y[i] - mean);
  }
  if (xx <= 0 || yy <= 0) return out;
  out.rho = xy / std::sqrt(xx * yy);
  if (out.pairs <= 3 || std::abs(out.rho) >= 1) return out;
  const double error =
      kNormal95 * std::sqrt((1 + out.rho * out.rho / 2) / static_cast<double>(out.pairs - 3));
  out.low = std::tanh(std::atanh(out.rho) - error);
  out.high = std::tanh(std::atanh(out.rho) + error);
  return out;
}

}  // namespace porthole::topics
