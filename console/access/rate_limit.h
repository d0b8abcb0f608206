#pragma once

/// RateLimit: so many of a kind in a time, for each key (a token bucket).
///
/// Thread safety: any thread.

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <string>

#include "base/clock.h"

namespace porthole::console {

class RateLimit {
 public:
  /// `most` at once, and `most` again over each `time`. Keeps a reference to the clock.
  RateLimit(const Clock& clock, int most, std::chrono::seconds time)
      : clock_(clock), most_(most), time_(time) {}

  /// Takes one; false when none is left.
  bool take(const std::string& key) {
    const std::lock_guard lock(mutex_);
    const SteadyTime now = clock_.steady();
    if (buckets_.size() >= kMostKeys) buckets_.clear();
    Bucket& bucket = buckets_.try_emplace(key, Bucket{double(most_), now}).first->second;
    const std::chrono::duration<double> passed = now - bucket.filled;
    const double refill = most_ * passed.count() / std::chrono::duration<double>(time_).count();
    bucket = {std::min(double(most_), bucket.left + refill), now};
    if (bucket.left < 1) return false;
    bucket.left -= 1;
    return true;
  }

 private:
  static constexpr std::size_t kMostKeys = 1024;
  struct Bucket {
    double left;
    SteadyTime filled;
  };

  const Clock& clock_;
  const int most_;
  const std::chrono::seconds time_;
  std::mutex mutex_;
  std::map<std::string, Bucket> buckets_;  // guarded by mutex_
};

}  // namespace porthole::console
