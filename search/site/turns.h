#pragma once

/// So many at a time, the others in the order in which they came, for a while: short work is done sooner when it is
/// not interrupted for more of its kind, and long work keeps nobody waiting.
///
///   Turns turns(2, std::chrono::milliseconds(100));
///   const Turns::Turn mine = turns.take();  // waits, that long at most
///
/// Thread safety: any thread. Lifetime: outlives its turns.

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace porthole::search {

class Turns {
 public:
  /// A place among those that work; gives it back when it goes.
  class Turn {
   public:
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn() { turns_.end(); }

   private:
    friend class Turns;
    explicit Turn(Turns& turns) : turns_(turns) {}
    Turns& turns_;
  };

  /// `at_once`: 1 or more.
  Turns(std::uint64_t at_once, std::chrono::milliseconds longest_wait) : at_once_(at_once), longest_wait_(longest_wait) {}

  Turn take() {
    std::unique_lock lock(mutex_);
    const std::uint64_t mine = came_++;
    ended_one_.wait_for(lock, longest_wait_, [&] { return mine < ended_ + at_once_; });
    return Turn(*this);
  }

  /// How many have asked for a turn until now, so that one can know that another one waits.
  std::uint64_t asked() {
    const std::lock_guard lock(mutex_);
    return came_;
  }

 private:
  void end() {
    {
      const std::lock_guard lock(mutex_);
      ++ended_;
    }
    ended_one_.notify_all();
  }

  const std::uint64_t at_once_;
  const std::chrono::milliseconds longest_wait_;
  std::mutex mutex_;
  std::condition_variable ended_one_;
  std::uint64_t came_ = 0;
  std::uint64_t ended_ = 0;
};

}  // namespace porthole::search
