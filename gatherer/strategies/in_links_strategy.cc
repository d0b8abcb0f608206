#include "gatherer/strategies/in_links_strategy.h"

#include <algorithm>

namespace porthole::gatherer {

void InLinksStrategy::link_read(const LinkRead& read) {
  if (!read.target_open || read.source.id == 0) return;
  add(read.target, {read.source.site});
}

void InLinksStrategy::add(UrlId target, const std::vector<std::uint32_t>& sites) {
  std::vector<std::uint32_t>& citing = known_[target];
  for (const std::uint32_t site : sites) {
    const auto place = std::lower_bound(citing.begin(), citing.end(), site);
    if (place != citing.end() && *place == site) continue;
    citing.insert(place, site);
    raised_.push_back(target);
  }
}

std::size_t InLinksStrategy::votes_for(UrlId target) const {
  const std::vector<std::uint32_t>* const citing = known_of(target);
  return citing == nullptr ? 0 : citing->size();
}

Rating InLinksStrategy::rate(UrlId target, int, bool seed) const {
  return {.priority = seed ? kSeedPriority : static_cast<double>(votes_for(target))};
}

void InLinksStrategy::explain(UrlId target, std::vector<Reason>& reasons) const {
  const std::size_t votes = votes_for(target);
  if (votes == 0) return;
  reasons.push_back({"sites that link to it", static_cast<double>(votes)});
}

}  // namespace porthole::gatherer
