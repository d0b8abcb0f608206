#pragma once

/// Warm worker processes, each job under limits of its own.
///
/// In:  frames (plugins/host/frame.h) with a ticket that the caller chooses.
/// Out: the same tickets with the worker's reply, or the reason why there is none, in the order in
///      which they are done.
///
/// A worker that ends, passes a limit or makes no sense costs its job and nothing else: another is
/// started when the next job comes. What a reply means, and whether a job is tried again, is the
/// caller's (parser/parser_pool.h, gatherer/fetch/protocol_worker.h).
///
/// Thread safety: none; one thread owns a pool.

#include <poll.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "plugins/host/worker_process.h"

namespace porthole::plugins {

class WorkerPool {
 public:
  struct Options {
    int workers = 1;                          ///< Processes, at least 1.
    std::chrono::milliseconds wall{15'000};   ///< Time on the clock for a job, whatever it does.
    std::int64_t memory_bytes = 512LL << 20;  ///< Address space of a worker; 0 for no limit.
    std::size_t max_reply_bytes = 16u << 20;
    std::filesystem::path program;            ///< find_worker_program() when empty.
    std::string setup;                        ///< A frame that every worker gets first; "" for none.
  };

  struct Done {
    std::uint64_t ticket = 0;
    std::optional<Ending> lost;  ///< Why there is no reply.
    std::string reply;           ///< Without its header.
    std::string notice;          ///< What the worker said last of what it was about to do.
    std::chrono::milliseconds took{0};
  };

  WorkerPool(WorkerPool&&) = default;
  WorkerPool& operator=(WorkerPool&&) = default;

  /// Starts no process yet. Errors: kNotFound when the program is not there.
  static Result<WorkerPool> make(Options options);

  /// Starts all workers. Errors: kNotFound, kPermission.
  Result<void> start_all();

  /// The same for all jobs from now on: workers get it before their next job.
  void set_setup(std::string frame);

  bool idle() const;
  /// Hands a job to a free worker; false (and nothing happens) when there is none. Does not block.
  bool submit(std::uint64_t ticket, std::string frame);
  void add_poll_fds(std::vector<pollfd>& fds) const;
  /// When collect must be called even if no descriptor is ready; time_point::max() when none is.
  SteadyTime deadline() const;
  /// Reads and writes what is ready, ends workers that are over time, and appends what is done.
  void collect(std::vector<Done>& done);
  int under_way() const;
  /// Waits for one job. Requires: under_way() == 0.
  Done run(std::string frame);

  const std::filesystem::path& program() const { return options_.program; }

 private:
  struct Job {
    std::uint64_t ticket = 0;
    SteadyTime started;
    SteadyTime deadline;
  };
  struct Worker {
    std::unique_ptr<WorkerProcess> process;  ///< Null until it is needed, and after its end.
    std::uint64_t setup = 0;                 ///< Which one it has.
    std::optional<Job> job;
  };

  explicit WorkerPool(Options options);
  Result<void> start(Worker& worker);
  void advance(Worker& worker, std::vector<Done>& done);
  void finish(Worker& worker, std::optional<Ending> lost, std::vector<Done>& done);

  Options options_;
  std::uint64_t setup_number_ = 1;
  std::vector<Worker> workers_;
};

}  // namespace porthole::plugins
