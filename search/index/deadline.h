#pragma once

/// Deadline of a search, by the steady clock.
///
/// Thread safety: const members from any thread.

#include <chrono>

namespace porthole::search {

class Deadline {
 public:
  explicit Deadline(std::chrono::milliseconds from_now)
      : at_(std::chrono::steady_clock::now() + from_now) {}

  bool has_passed() const { return std::chrono::steady_clock::now() >= at_; }

 private:
  std::chrono::steady_clock::time_point at_;
};

}  // namespace porthole::search
