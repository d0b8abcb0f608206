#pragma once

/// A fixed number of threads and a bounded queue of jobs.
///
/// Thread safety: any thread. A job throws nothing.

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace porthole::http {

class WorkerPool {
 public:
  /// `threads`: 1 or more; `queued`: jobs that wait, 0 or more besides the one for each thread that
  /// is free.
  WorkerPool(std::size_t threads, std::size_t queued);
  /// Stops, if stop() was not called.
  ~WorkerPool();

  /// False when the queue is full, or the pool is stopped: the job is not taken then.
  bool add(std::function<void()> job);
  /// Drops the jobs that wait, and returns when those that run are done.
  void stop();

 private:
  void work();

  const std::size_t queued_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> jobs_;  // guarded by mutex_, as are the next two
  std::size_t free_ = 0;
  bool is_stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace porthole::http
