#include "gatherer/strategies/random_strategy.h"

namespace porthole::gatherer {

Rating RandomStrategy::rate(UrlId target, int, bool seed) const {
  return {.priority = seed ? kSeedPriority : dice_.draw(target)};
}

void RandomStrategy::explain(UrlId target, std::vector<Reason>& reasons) const {
  reasons.push_back({"a random number", dice_.draw(target)});
}

}  // namespace porthole::gatherer
