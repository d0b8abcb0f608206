#pragma once

/// UrlHashRng: reproducible random numbers for URLs. A number is a function of the run's random
/// seed, the URL and a purpose only, so a restart draws the same.
///
/// Source: XXH3 of the three; the upper 53 bits of the hash as a fraction are uniform on [0, 1).
/// Thread safety: const members, any thread.

#include <cstdint>

#include "repository/records.h"

namespace porthole::gatherer {

class UrlHashRng {
 public:
  explicit UrlHashRng(std::uint64_t random_seed) : random_seed_(random_seed) {}

  /// A number in [0, 1). Draws with different `purpose` are independent.
  double draw(repository::UrlId url, std::uint64_t purpose = 0) const;

 private:
  std::uint64_t random_seed_;
};

}  // namespace porthole::gatherer
