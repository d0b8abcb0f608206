#include "gatherer/strategies/random_strategy.h"

#include <xxhash.h>

namespace porthole::gatherer {

Rating RandomStrategy::rate(UrlId target, int, bool seed) const {
  return {.priority = seed ? kSeedPriority : dice_.draw(target)};
}

void RandomStrategy::explain(UrlId target, std::vector<Reason>& reasons) const {
  reasons.push_back({"a random number", dice_.draw(target)});
}

double UrlHashRng::draw(repository::UrlId url, std::uint64_t purpose) const {
  const std::uint64_t key[] = {static_cast<std::uint64_t>(url), purpose};
  return static_cast<double>(XXH3_64bits_withSeed(key, sizeof key, random_seed_) >> 11) * 0x1p-53;
}

}  // namespace porthole::gatherer
