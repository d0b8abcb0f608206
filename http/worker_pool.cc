#include "http/worker_pool.h"

#include <Poco/AutoPtr.h>
#include <Poco/Notification.h>

#include <utility>

namespace porthole::http {
namespace {

/// Without work it ends the thread that takes it.
struct Job final : Poco::Notification {
  explicit Job(std::function<void()> made) : work(std::move(made)) {}
  const std::function<void()> work;
};

}  // namespace

WorkerPool::WorkerPool(std::size_t threads, std::size_t queued)
    : most_(threads + queued), threads_(static_cast<int>(threads), static_cast<int>(threads)) {
  for (std::size_t i = 0; i < threads; ++i) threads_.start(*this);
}

WorkerPool::~WorkerPool() { stop(); }

bool WorkerPool::add(std::function<void()> job) {
  if (is_stopped_) return false;
  if (++jobs_ > most_) {
    --jobs_;
    return false;
  }
  queue_.enqueueNotification(new Job(std::move(job)));
  return true;
}

void WorkerPool::stop() {
  if (is_stopped_.exchange(true)) return;
  queue_.clear();
  // wakeUpAll() would miss a thread that is busy now and waits later.
  for (int i = 0; i < threads_.capacity(); ++i) queue_.enqueueNotification(new Job(nullptr));
  threads_.joinAll();
}

void WorkerPool::run() {
  for (;;) {
    const Poco::AutoPtr<Poco::Notification> next(queue_.waitDequeueNotification());
    const auto& work = static_cast<const Job&>(*next).work;
    if (!work) return;
    work();
    --jobs_;
  }
}

}  // namespace porthole::http
