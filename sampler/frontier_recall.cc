#include "sampler/frontier_recall.h"

#include <algorithm>
#include <cmath>

#include "sampler/statistics.h"

namespace porthole::sampler {
namespace {

constexpr std::size_t kFewestForGrowth = 4;  // Half of fewer says nothing.

/// b
double growth(const Generation& generation) {
  if (generation.read < kFewestForGrowth || generation.found_by_half == 0) return 1;
  return std::clamp(std::log2(static_cast<double>(generation.found) /
                              static_cast<double>(generation.found_by_half)),
                    0.0, 1.0);
}

}  // namespace

std::vector<double> generation_sizes(std::span<const Generation> generations) {
  std::vector<double> sizes;
  if (generations.empty()) return sizes;
  double size = static_cast<double>(generations.front().known);
  for (const Generation& generation : generations) {
    sizes.push_back(size);
    if (generation.read == 0 || generation.found == 0) return sizes;
    size = static_cast<double>(generation.found) *
           std::pow(size / static_cast<double>(generation.read), growth(generation));
  }
  sizes.push_back(size);
  return sizes;
}

FrontierRecall estimate_recall(std::span<const Generation> generations, std::size_t on_topic,
                               double level, double inflation) {
  const std::vector<double> sizes = generation_sizes(generations);
  double missing = 0, mean = 0, variance = 0, rate = 0, prior = 0, read = 1;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    double known = 0, unread = sizes[i];
    if (i < generations.size()) {
      const Generation& generation = generations[i];
      if (generation.read == 0) continue;
      read = static_cast<double>(generation.read);
      known = static_cast<double>(generation.known);
      unread = std::max(0.0, sizes[i] - read);
      rate = static_cast<double>(generation.hits) / read;
      prior = (static_cast<double>(generation.hits) + 0.5) / (read + 1);
    }
    const double unknown = prior * std::max(0.0, sizes[i] - known);
    missing += unread * rate;
    mean += unread * prior;
    variance += prior * (1 - prior) * (unread * unread / read + unread) + unknown * unknown;
  }
  const double half = normal_quantile((1 + level) / 2) * inflation * std::sqrt(variance);
  FrontierRecall out;
  out.missing = {missing, std::max(0.0, mean - half), mean + half};
  const auto share = [&](double lacking) {
    const double all = static_cast<double>(on_topic) + lacking;
    return all > 0 ? static_cast<double>(on_topic) / all : 1;
  };
  out.recall = {share(missing), share(out.missing.high), share(out.missing.low)};
  return out;
}

}  // namespace porthole::sampler
