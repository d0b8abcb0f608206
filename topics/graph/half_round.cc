#include "topics/graph/half_round.h"

#include <map>
#include <string_view>

namespace porthole::topics {

double half_round(double relevance, const std::vector<Vote>& votes, double scale) {
  struct Shared {
    double sum = 0;
    double pages = 0;
  };
  std::map<std::string_view, Shared> sites;  // In order, so that the sum is the same each time.
  for (const Vote& vote : votes) {
    Shared& site = sites[vote.site];
    site.sum += vote.score;
    ++site.pages;
  }
  double sum = 0;
  for (const auto& [name, site] : sites) sum += site.sum / site.pages;
  return scale * relevance * sum;
}

}  // namespace porthole::topics
