#include "gatherer/strategies/url_hash_rng.h"

#include <xxhash.h>

namespace porthole::gatherer {

double UrlHashRng::draw(repository::UrlId url, std::uint64_t purpose) const {
  const std::uint64_t key[] = {static_cast<std::uint64_t>(url), purpose};
  return static_cast<double>(XXH3_64bits_withSeed(key, sizeof key, random_seed_) >> 11) * 0x1p-53;
}

}  // namespace porthole::gatherer
