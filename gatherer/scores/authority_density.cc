#include "gatherer/scores/authority_density.h"

#include <cstdint>

namespace porthole::gatherer {

Result<std::unordered_map<UrlId, double>> authority_density(
    repository::Links& links, const UrlTable& urls,
    const std::unordered_map<UrlId, repository::ScoreRecord>& scores) {
  struct Pointers {
    double authority = 0;
    std::int64_t count = 0;
  };
  std::unordered_map<UrlId, Pointers> pointers;
  TRY_AS(read, links.for_each_citation([&](UrlId source, UrlId cited) {
    const UrlId target = urls.original(cited);
    if (target == source) return;
    Pointers& all = pointers[source];
    ++all.count;
    if (const auto score = scores.find(target); score != scores.end())
      all.authority += score->second.authority;
  }));
  std::unordered_map<UrlId, double> density;
  for (const auto& [page, all] : pointers)
    density[page] = all.authority / static_cast<double>(all.count);
  return density;
}

}  // namespace porthole::gatherer
