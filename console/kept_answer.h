#pragma once

/// KeptAnswer: an answer that costs something to make, kept for a while: two seconds, or twenty
/// times as long as it took to make, so that watching takes a twentieth of a core at most.
///
/// Thread safety: any thread; one makes the answer, the others wait for it.

#include <chrono>
#include <functional>
#include <mutex>
#include <string>

#include "base/result.h"

namespace porthole::console {

class KeptAnswer {
 public:
  Result<std::string> get(const std::function<Result<std::string>()>& make) {
    const std::lock_guard lock(mutex_);
    const Time now = std::chrono::steady_clock::now();
    if (now < good_until_) return answer_;
    Result<std::string> made = make();
    if (!made) return made;
    const Time end = std::chrono::steady_clock::now();
    good_until_ = end + std::max<Time::duration>(kLeast, 20 * (end - now));
    answer_ = *made;
    return made;
  }
  /// The next get() makes it anew.
  void forget() {
    const std::lock_guard lock(mutex_);
    good_until_ = {};
  }

 private:
  using Time = std::chrono::steady_clock::time_point;
  static constexpr std::chrono::seconds kLeast{2};

  std::mutex mutex_;
  Time good_until_{};  // guarded by mutex_, as is the next
  std::string answer_;
};

}  // namespace porthole::console
