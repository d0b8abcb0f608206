#pragma once

/// WorkerPool: a pool of sandbox processes that run jobs, each with time and memory limits.
///
/// In:  frames (plugins/host/frame.h) with a ticket chosen by the caller.
/// Out: the tickets with the reply, or the reason why there is none, in order of completion.
///
/// A process that crashes, exceeds a limit or sends invalid data loses its current job only:
/// another is started for the next job. The caller interprets replies and decides on retries
/// (parser/parser_pool.h, gatherer/fetch/protocol_worker.h).
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
    int workers = 1;                          ///< Number of processes, at least 1.
    std::chrono::milliseconds wall{15'000};   ///< Wall-clock time limit of a job.
    std::int64_t memory_bytes = 512LL << 20;  ///< Address space of a process; 0 for no limit.
    std::size_t max_reply_bytes = 16u << 20;
    std::filesystem::path program;  ///< find_worker_program() if empty.
    std::string setup;              ///< Sent to every process first; "" for none.
    confinement::Confinement confinement{};
  };

  struct Done {
    std::uint64_t ticket = 0;
    std::optional<Ending> lost;  ///< Why there is no reply.
    std::string reply;           ///< Without its header.
    std::string notice;          ///< The last notice: which plug-in was about to run.
    std::chrono::milliseconds took{0};
  };

  WorkerPool(WorkerPool&&) = default;
  WorkerPool& operator=(WorkerPool&&) = default;

  /// Starts no process yet. Errors: kNotFound if the program does not exist.
  static Result<WorkerPool> make(Options options);

  /// Starts all processes. Errors: kNotFound, kPermission.
  Result<void> start_all();

  /// Replaces the setup for all later jobs; each process gets it before its next job.
  void set_setup(std::string frame);

  bool idle() const;
  /// Sends a job to a free process; returns false, without effect, if there is none. Does not
  /// block.
  bool submit(std::uint64_t ticket, std::string frame);
  void add_poll_fds(std::vector<pollfd>& fds) const;
  /// The time at which collect() must be called even if no descriptor is ready; time_point::max()
  /// if none.
  SteadyTime deadline() const;
  /// Reads and writes ready descriptors, kills processes that exceed the time limit, and appends
  /// finished jobs.
  void collect(std::vector<Done>& done);
  int under_way() const;
  /// Runs one job and waits for it. Requires: under_way() == 0.
  Done run(std::string frame);

  const std::filesystem::path& program() const { return options_.program; }

 private:
  struct Job {
    std::uint64_t ticket = 0;
    SteadyTime started;
    SteadyTime deadline;
  };
  struct Worker {
    std::unique_ptr<WorkerProcess> process;  ///< Null before its first job, and after its end.
    std::uint64_t setup = 0;                 ///< Number of the setup that it has.
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
