#pragma once

/// Relevance: the probability, in [0, 1], that a page or a term is about the topic.

#include <cassert>
#include <compare>

namespace porthole {

/// Requires: a value in [0, 1]; the constructor asserts it.
class Relevance {
 public:
  constexpr Relevance() = default;
  constexpr explicit Relevance(double value) : value_(value) { assert(value >= 0 && value <= 1); }
  constexpr double value() const { return value_; }
  // clang-tidy 14 takes the zero of a comparison for a pointer.
  friend constexpr auto operator<=>(Relevance, Relevance) = default;  // NOLINT(*-use-nullptr)

 private:
  double value_ = 0;
};

}  // namespace porthole
