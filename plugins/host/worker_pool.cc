#include "plugins/host/worker_pool.h"

#include <algorithm>
#include <utility>

namespace porthole::plugins {
namespace {

using std::chrono::milliseconds;

SteadyTime now() { return std::chrono::steady_clock::now(); }

std::string in_seconds(milliseconds time) {
  if (time.count() % 1000 == 0) return std::to_string(time.count() / 1000) + " s";
  return std::to_string(time.count()) + " ms";
}

}  // namespace

Result<WorkerPool> WorkerPool::make(Options options) {
  if (options.program.empty()) {
    TRY_AS(program, find_worker_program());
    options.program = std::move(*program);
  }
  return WorkerPool(std::move(options));
}

WorkerPool::WorkerPool(Options options) : options_(std::move(options)) {
  workers_.resize(static_cast<std::size_t>(std::max(options_.workers, 1)));
}

Result<void> WorkerPool::start_all() {
  for (Worker& worker : workers_) {
    if (worker.process) continue;
    if (Result<void> started = start(worker); !started) return started;
  }
  return {};
}

Result<void> WorkerPool::start(Worker& worker) {
  worker.process.reset();
  worker.setup = 0;
  TRY_AS(process, WorkerProcess::start({.program = options_.program,
                                        .memory_bytes = options_.memory_bytes,
                                        .max_reply_bytes = options_.max_reply_bytes,
                                        .confinement = options_.confinement}));
  worker.process = std::move(*process);
  return {};
}

void WorkerPool::set_setup(std::string frame) {
  options_.setup = std::move(frame);
  ++setup_number_;
}

bool WorkerPool::idle() const {
  return std::any_of(workers_.begin(), workers_.end(), [](const Worker& w) { return !w.job; });
}

bool WorkerPool::submit(std::uint64_t ticket, std::string frame) {
  const auto free = std::find_if(workers_.begin(), workers_.end(),
                                 [](const Worker& worker) { return !worker.job; });
  if (free == workers_.end()) return false;
  Worker& worker = *free;
  const bool ready = (worker.process && worker.process->is_alive()) || start(worker).has_value();
  // Without a process the job is over at the next collect.
  worker.job = Job{ticket, now(), ready ? now() + options_.wall : now()};
  if (!ready) return true;
  if (worker.setup != setup_number_ && !options_.setup.empty()) frame.insert(0, options_.setup);
  worker.setup = setup_number_;
  worker.process->send(std::move(frame));
  return true;
}

void WorkerPool::add_poll_fds(std::vector<pollfd>& fds) const {
  for (const Worker& worker : workers_) {
    if (!worker.job || !worker.process) continue;
    fds.push_back({worker.process->descriptor(), worker.process->events(), 0});
  }
}

SteadyTime WorkerPool::deadline() const {
  auto earliest = SteadyTime::max();
  for (const Worker& worker : workers_) {
    if (worker.job) earliest = std::min(earliest, worker.job->deadline);
  }
  return earliest;
}

void WorkerPool::collect(std::vector<Done>& done) {
  for (Worker& worker : workers_) {
    if (worker.job) advance(worker, done);
  }
}

void WorkerPool::advance(Worker& worker, std::vector<Done>& done) {
  if (!worker.process) {
    return finish(worker, Ending{false, false, "no worker process could be started"}, done);
  }
  switch (worker.process->pump()) {
    case WorkerProcess::Progress::kReply:
      return finish(worker, std::nullopt, done);
    case WorkerProcess::Progress::kBroken:
      return finish(worker, worker.process->end(), done);
    case WorkerProcess::Progress::kUnderWay:
      break;
  }
  if (now() < worker.job->deadline) return;
  finish(worker, Ending{true, false, "more than " + in_seconds(options_.wall)}, done);
}

void WorkerPool::finish(Worker& worker, std::optional<Ending> lost, std::vector<Done>& done) {
  Done& finished = done.emplace_back();
  finished.ticket = worker.job->ticket;
  finished.took = std::chrono::duration_cast<milliseconds>(now() - worker.job->started);
  finished.lost = std::move(lost);
  if (worker.process) finished.notice = worker.process->notice();
  if (finished.lost) {
    worker.process.reset();
  } else {
    finished.reply = worker.process->reply();
  }
  worker.job.reset();
}

int WorkerPool::under_way() const {
  return static_cast<int>(std::count_if(workers_.begin(), workers_.end(), [](const Worker& worker) {
    return worker.job.has_value();
  }));
}

WorkerPool::Done WorkerPool::run(std::string frame) {
  submit(0, std::move(frame));
  std::vector<Done> done;
  std::vector<pollfd> fds;
  while (done.empty()) {
    fds.clear();
    add_poll_fds(fds);
    const auto left = std::chrono::ceil<milliseconds>(deadline() - now());
    ::poll(fds.data(), fds.size(), static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
    collect(done);
  }
  return std::move(done.front());
}

}  // namespace porthole::plugins
