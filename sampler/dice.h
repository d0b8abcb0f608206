#pragma once

/// Random numbers that can be drawn again: what is drawn is a function of the seed, the stream (a walk, a
/// page) and the turn, and of nothing else. So a turn that lacks a page is simply taken again when the page
/// is there, and a run that was killed is walked again to where it was.
///
/// Source: SplitMix64, Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014,
/// figure 17; the key is mixed by the same function.
/// Thread safety: one thread; a Dice is cheap to make.

#include <cstdint>

namespace porthole::sampler {

class Dice {
 public:
  Dice(std::uint64_t seed, std::uint64_t stream, std::uint64_t turn);

  std::uint64_t next();
  /// In [0, 1).
  double uniform();
  /// In [0, n). Requires: n > 0.
  std::uint64_t below(std::uint64_t n);
  /// Trials up to and with the first success, each of probability `p`: at least 1, 1 / p in the mean.
  /// Requires: 0 < p <= 1.
  double trials(double p);

 private:
  std::uint64_t state_;
};

}  // namespace porthole::sampler
