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
#include <deque>
#include <mutex>
#include <utility>

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

/// FIFO semaphore with a bounded queue: at most `running` at once; `waiting` more wait, for
/// `longest_wait`; all others are refused at once.
///
///   QueueLimiter limiter({.running = 2, .waiting = 8});
///   const QueueLimiter::Permit permit = limiter.acquire();
///   if (!permit) return busy();
///
/// For work that is long and of a kind that many may ask for together: it holds at most `running` +
/// `waiting` threads.
///
/// Thread safety: any thread. Lifetime: outlives its permits.
class QueueLimiter {
 public:
  struct Limits {
    int running = 2;
    int waiting = 8;
    std::chrono::milliseconds longest_wait{2000};
  };

  /// The right to run, released by the destructor. Converts to false when it was refused.
  class Permit {
   public:
    Permit(Permit&& other) noexcept : limiter_(std::exchange(other.limiter_, nullptr)) {}
    Permit& operator=(Permit&&) = delete;
    ~Permit() {
      if (limiter_ != nullptr) limiter_->release();
    }
    explicit operator bool() const { return limiter_ != nullptr; }

   private:
    friend class QueueLimiter;
    explicit Permit(QueueLimiter* limiter) : limiter_(limiter) {}
    QueueLimiter* limiter_;
  };

  explicit QueueLimiter(const Limits& limits) : limits_(limits) {}

  Permit acquire() {
    std::unique_lock lock(mutex_);
    if (running_ < limits_.running && queue_.empty()) return grant();
    if (static_cast<int>(queue_.size()) >= limits_.waiting) return Permit(nullptr);
    bool is_my_turn = false;
    queue_.push_back(&is_my_turn);
    // Whoever sets the flag has taken it from the queue, and counts it as running.
    if (changed_.wait_for(lock, limits_.longest_wait, [&] { return is_my_turn; }))
      return Permit(this);
    std::erase(queue_, &is_my_turn);
    return Permit(nullptr);
  }

 private:
  Permit grant() {
    ++running_;
    return Permit(this);
  }

  void release() {
    {
      const std::lock_guard lock(mutex_);
      if (queue_.empty()) {
        --running_;
        return;
      }
      *queue_.front() = true;  // takes the place of the one that ends
      queue_.pop_front();
    }
    changed_.notify_all();
  }

  const Limits limits_;
  std::mutex mutex_;
  std::condition_variable changed_;
  int running_ = 0;          // guarded by mutex_, as is the next
  std::deque<bool*> queue_;  // flags of those that wait
};

}  // namespace porthole::http
