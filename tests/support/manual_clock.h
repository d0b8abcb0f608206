#pragma once

/// A clock that advances only on request, or by a step at each reading.

#include <atomic>
#include <chrono>
#include <cstdint>

#include "base/clock.h"

namespace porthole::testing {

/// Begins at 2026-11-20 12:00:00 UTC. Thread safety: any thread.
class ManualClock final : public Clock {
 public:
  /// With `step`, each look at steady() moves the time on by as much: a loop that waits by looking
  /// at the clock then comes to an end without anybody sleeping.
  explicit ManualClock(std::chrono::milliseconds step = {}) : step_(step.count()) {}

  WallTime wall() const override {
    return kBegin + std::chrono::floor<std::chrono::seconds>(passed());
  }
  SteadyTime steady() const override {
    return SteadyTime(std::chrono::hours(1)) + std::chrono::milliseconds(milliseconds_ += step_);
  }

  void advance(std::chrono::milliseconds time) { milliseconds_ += time.count(); }
  /// Time since the beginning, without moving on.
  std::chrono::milliseconds passed() const { return std::chrono::milliseconds(milliseconds_); }

 private:
  static constexpr WallTime kBegin =
      std::chrono::sys_days(std::chrono::year(2026) / 11 / 20) + std::chrono::hours(12);
  mutable std::atomic<std::int64_t> milliseconds_ = 0;
  std::int64_t step_;
};

}  // namespace porthole::testing
