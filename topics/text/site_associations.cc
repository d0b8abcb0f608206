#include "topics/text/site_associations.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace porthole::topics {
namespace {

constexpr double kOneSided99 = 2.3263478740408408;  ///< Standard deviations.

std::uint64_t pair_of(ItemNumber item, SiteNumber site) {
  return (std::uint64_t{item} << 32) | site;
}

}  // namespace

double wilson_lower_bound(double share, double count, double z) {
  if (count <= 0) return 0;
  const double z2 = z * z / count;
  const double spread = z * std::sqrt((share * (1 - share) + z2 / 4) / count);
  return std::max(0.0, (share + z2 / 2 - spread) / (1 + z2));
}

void SiteAssociations::add(SiteNumber site, std::span<const ItemNumber> items, Outcome outcome) {
  if (base_.size() <= site) base_.resize(std::size_t{site} + 1);
  if (base_[site].all == 0) ++sites_;
  base_[site].add(outcome);
  ++cases_;
  for (const ItemNumber item : items) pairs_[pair_of(item, site)].add(outcome);
}

double SiteAssociations::base() const {
  if (sites_ == 0) return 0;
  double sum = 0;
  for (const Share& share : base_) {
    if (share.all > 0) sum += share.value();
  }
  return sum / static_cast<double>(sites_);
}

std::vector<Association> SiteAssociations::associations(std::size_t items) const {
  std::vector<Association> found(items);
  for (const auto& [pair, share] : pairs_) {
    assert((pair >> 32) < items);
    Association& item = found[pair >> 32];
    ++item.sites;
    item.relevant_sites += share.relevant > 0;
    item.cases += share.all;
    item.relevant_cases += share.relevant;
    item.support += share.value();
  }
  const double rate = base();
  for (Association& item : found) {
    if (item.sites == 0) continue;
    const double sites = item.sites;
    item.confidence = std::min(1.0, item.support / sites);
    item.support /= static_cast<double>(sites_);
    item.assured = wilson_lower_bound(item.confidence, sites, kOneSided99);
    item.lift = rate > 0 ? item.confidence / rate : 0;
  }
  return found;
}

}  // namespace porthole::topics
