#pragma once

/// Random numbers for URLs that a restart draws again: a number is a function of the run's random seed,
/// the URL and what it is drawn for, and of nothing else.
///
/// Source: XXH3 of the three (its avalanche makes every bit of the hash depend on every bit of them); the
/// upper 53 bits as a fraction are uniform on [0, 1).
/// Thread safety: const members, any thread.

#include <cstdint>

#include "repository/records.h"

namespace porthole::gatherer {

class UrlDice {
 public:
  explicit UrlDice(std::uint64_t random_seed) : random_seed_(random_seed) {}

  /// In [0, 1). Draws of different `purpose` are independent of each other.
  double draw(repository::UrlId url, std::uint64_t purpose = 0) const;

 private:
  std::uint64_t random_seed_;
};

}  // namespace porthole::gatherer
