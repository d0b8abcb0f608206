#pragma once

/// FIFO semaphore with a timeout: at most N requests run at once; one that waited `longest_wait`
/// runs anyway.
///
///   RequestLimiter limiter(2, std::chrono::milliseconds(100));
///   const RequestLimiter::Permit permit = limiter.acquire();
///
/// Short requests finish sooner when few run at once; the timeout keeps a long request from
/// blocking the others.
///
/// Thread safety: any thread. Lifetime: outlives its permits.

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace porthole::http {

class RequestLimiter {
 public:
  /// The right to run, released by the destructor.
  class Permit {
   public:
    Permit(const Permit&) = delete;
    Permit& operator=(const Permit&) = delete;
    ~Permit() { limiter_.release(); }

   private:
    friend class RequestLimiter;
    explicit Permit(RequestLimiter& limiter) : limiter_(limiter) {}
    RequestLimiter& limiter_;
  };

  /// `permits`: 1 or more.
  RequestLimiter(std::uint64_t permits, std::chrono::milliseconds longest_wait)
      : permits_(permits), longest_wait_(longest_wait) {}

  /// Blocks until a permit is free, `longest_wait` at most. Requests are served in the order of
  /// their calls.
  Permit acquire() {
    std::unique_lock lock(mutex_);
    const std::uint64_t ticket = acquired_++;
    released_one_.wait_for(lock, longest_wait_, [&] { return ticket < released_ + permits_; });
    return Permit(*this);
  }

  /// Calls of acquire() so far, those that still wait included.
  std::uint64_t requested() {
    const std::lock_guard lock(mutex_);
    return acquired_;
  }

 private:
  void release() {
    {
      const std::lock_guard lock(mutex_);
      ++released_;
    }
    released_one_.notify_all();
  }

  const std::uint64_t permits_;
  const std::chrono::milliseconds longest_wait_;
  std::mutex mutex_;
  std::condition_variable released_one_;
  std::uint64_t acquired_ = 0;
  std::uint64_t released_ = 0;
};

}  // namespace porthole::http
