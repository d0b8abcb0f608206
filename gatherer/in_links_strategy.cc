#include "gatherer/in_links_strategy.h"

#include <algorithm>

namespace porthole::gatherer {

void InLinksStrategy::link_read(const LinkRead& read) {
  if (!read.target_open || read.source.id == 0) return;
  vote(read.target, voters_ == Voters::kSites ? read.source.site : static_cast<std::uint32_t>(read.source.id));
}

void InLinksStrategy::vote(UrlId target, std::uint32_t voter) {
  std::vector<std::uint32_t>& voters = citing_[target];
  const auto place = std::lower_bound(voters.begin(), voters.end(), voter);
  if (place != voters.end() && *place == voter) return;
  voters.insert(place, voter);
  raised_.push_back(target);
}

void InLinksStrategy::merge(UrlId alias, UrlId target) {
  const auto found = citing_.find(alias);
  if (found == citing_.end() || alias == target) return;
  const std::vector<std::uint32_t> voters = std::move(found->second);
  citing_.erase(found);
  for (const std::uint32_t voter : voters) vote(target, voter);
}

std::size_t InLinksStrategy::votes_for(UrlId target) const {
  const auto found = citing_.find(target);
  return found == citing_.end() ? 0 : found->second.size();
}

Rating InLinksStrategy::rate(UrlId target, int, bool seed) const {
  return {.priority = seed ? kSeedPriority : static_cast<double>(votes_for(target))};
}

void InLinksStrategy::take_raised(std::vector<UrlId>& raised) {
  std::sort(raised_.begin(), raised_.end());
  raised_.erase(std::unique(raised_.begin(), raised_.end()), raised_.end());
  raised.insert(raised.end(), raised_.begin(), raised_.end());
  raised_.clear();
}

void InLinksStrategy::explain(UrlId target, std::vector<Reason>& reasons) const {
  const std::size_t votes = votes_for(target);
  if (votes == 0) return;
  reasons.push_back({voters_ == Voters::kSites ? "sites that link to it" : "pages that link to it",
                     static_cast<double>(votes)});
}

}  // namespace porthole::gatherer
