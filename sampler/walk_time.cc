#include "sampler/walk_time.h"

namespace porthole::sampler {

std::vector<NodeId> pages_at_equal_times(const std::vector<Visit>& visits, double burn_in,
                                         std::size_t count) {
  double total = 0;
  for (const Visit& visit : visits) total += visit.steps;
  std::vector<NodeId> pages;
  if (total <= 0) return pages;
  pages.reserve(count);
  const double begin = burn_in * total;
  const double piece = (total - begin) / static_cast<double>(count);
  std::size_t at = 0;
  double end = visits[0].steps;
  for (std::size_t i = 0; i < count; ++i) {
    const double moment = begin + (static_cast<double>(i) + 0.5) * piece;
    while (end <= moment && at + 1 < visits.size()) end += visits[++at].steps;
    pages.push_back(visits[at].page);
  }
  return pages;
}

}  // namespace porthole::sampler
