#pragma once

/// Counter-based random number generator: each draw is a hash of the seed, the stream (a walk, a
/// page) and the turn. So a turn that lacks a page is repeated when the page is available, and a
/// killed run is replayed to where it was.
///
/// Source: SplitMix64, Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA
/// 2014, figure 17; the key is mixed by the same function. Thread safety: one thread; construction
/// is cheap.

#include <cstdint>

namespace porthole::sampler {

class HashRng {
 public:
  HashRng(std::uint64_t seed, std::uint64_t stream, std::uint64_t turn);

  std::uint64_t next();
  /// In [0, 1).
  double uniform();
  /// In [0, n). Requires: n > 0.
  std::uint64_t below(std::uint64_t n);
  /// Geometric distribution: trials up to and including the first success, each of probability `p`;
  /// the mean is 1 / p. Requires: 0 < p <= 1.
  double trials(double p);

 private:
  std::uint64_t state_;
};

}  // namespace porthole::sampler
