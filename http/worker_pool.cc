#include "http/worker_pool.h"

#include <utility>

namespace porthole::http {

WorkerPool::WorkerPool(std::size_t threads, std::size_t queued) : queued_(queued), free_(threads) {
  threads_.reserve(threads);
  for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

WorkerPool::~WorkerPool() { stop(); }

bool WorkerPool::add(std::function<void()> job) {
  {
    const std::lock_guard lock(mutex_);
    if (is_stopping_ || jobs_.size() >= queued_ + free_) return false;
    jobs_.push_back(std::move(job));
  }
  changed_.notify_one();
  return true;
}

void WorkerPool::stop() {
  std::deque<std::function<void()>> dropped;
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
    dropped.swap(jobs_);
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void WorkerPool::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return is_stopping_ || !jobs_.empty(); });
    if (is_stopping_) return;
    std::function<void()> job = std::move(jobs_.front());
    jobs_.pop_front();
    --free_;
    lock.unlock();
    job();
    job = nullptr;
    lock.lock();
    ++free_;
  }
}

}  // namespace porthole::http
