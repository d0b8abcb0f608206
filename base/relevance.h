#pragma once

/// A probability that something is about the topic.

#include <cassert>
#include <compare>

namespace porthole {

/// In [0, 1]; anything else is a bug.
class Relevance {
 public:
  constexpr Relevance() = default;
  constexpr explicit Relevance(double value) : value_(value) { assert(value >= 0 && value <= 1); }
  constexpr double value() const { return value_; }
  friend constexpr auto operator<=>(Relevance, Relevance) = default;

 private:
  double value_ = 0;
};

}  // namespace porthole
