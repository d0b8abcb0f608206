#pragma once

/// Poco's threads and queue, with a limit on jobs, which Poco's queue has not.
///
/// Thread safety: add() from any thread, not beside stop(). A job throws nothing.

#include <Poco/NotificationQueue.h>
#include <Poco/Runnable.h>
#include <Poco/ThreadPool.h>

#include <atomic>
#include <cstddef>
#include <functional>

namespace porthole::http {

class WorkerPool final : private Poco::Runnable {
 public:
  /// `threads`: 1 or more; `queued`: jobs that wait, 0 or more besides the one for each thread that
  /// is free.
  WorkerPool(std::size_t threads, std::size_t queued);
  /// Stops, if stop() was not called.
  ~WorkerPool() override;

  /// False when the queue is full, or the pool is stopped: the job is not taken then.
  bool add(std::function<void()> job);
  /// Drops the jobs that wait, and returns when those that run are done.
  void stop();

 private:
  void run() override;

  const std::size_t most_;
  std::atomic<std::size_t> jobs_ = 0;  // that wait or run
  std::atomic<bool> is_stopped_ = false;
  Poco::NotificationQueue queue_;
  Poco::ThreadPool threads_;
};

}  // namespace porthole::http
