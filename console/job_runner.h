#pragma once

/// JobRunner: runs a verb of the command line on a collection as a child process, one at a time.
///
///   kIdle -> kRunning -> kIdle
///               |
///               +-> kStopping -> kIdle     (finishes requests under way, and saves)
///
/// A job may train first: the verb follows when the training has ended well, whether or not anybody
/// asks meanwhile.
///
/// In:  a job: the verb and its options, each from a fixed list.
/// Out: the state, the exit code, and the end of the output (DIR/console/job.log).
///
/// The child is a process group of its own, so that Ctrl-C at the console's terminal reaches it
/// through the destructor alone, which stops the child as a pause does, and kills it after ten
/// seconds.
///
/// Thread safety: any thread.

#include <sys/types.h>

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/result.h"

namespace porthole::console {

/// kTry: train --try. kPropose: examples propose --json. kAcceptLoss: index --accept-loss.
enum class Work : std::uint8_t {
  kGather,
  kUpdate,
  kTrain,
  kTry,
  kPropose,
  kJudge,
  kDistill,
  kIndex,
  kAcceptLoss,
};
inline constexpr int kWorks = 9;

struct Job {
  Work work = Work::kGather;
  std::int64_t more = 0;     ///< Pages to fetch; 0: up to the specification's number.
  std::int64_t minutes = 0;  ///< 0: no limit.
  std::string strategy{};    ///< A crawl's; "" for the specification's.
  std::string refresh{};     ///< A crawl that fetches pages of this age again ("7d"); "" for none.
  std::vector<std::string>
      retry{};               ///< A crawl that asks again for URLs dropped for these reasons.
  bool train_first = false;  ///< Runs `train` before the work.
};

enum class JobState : std::uint8_t { kIdle, kRunning, kStopping };

struct JobStatus {
  JobState state = JobState::kIdle;
  bool has_run = false;       ///< A job was started since the console began.
  Job job;                    ///< The one that runs, or ran last.
  Work step = Work::kGather;  ///< The verb that runs, or ran last: the job's, or `train` before it.
  WallTime started{};
  int exit_code = 0;  ///< The last one's that ended; 128 + signal.
  bool was_stopped = false;
  std::string output;  ///< The last lines.
};

/// "gather", "update", "train", "try", "propose", "judge", "distill", "index", "accept-loss".
std::string_view name_of(Work work);
/// Empty for an unknown name.
std::optional<Work> work_named(std::string_view name);
/// "idle", "running", "stopping".
std::string_view name_of(JobState state);

class JobRunner {
 public:
  JobRunner(std::filesystem::path program, std::string folder);
  ~JobRunner();
  JobRunner(const JobRunner&) = delete;
  JobRunner& operator=(const JobRunner&) = delete;

  /// Errors: kBusy while a job runs; kNotFound, kPermission, kStorage when it cannot be started.
  Result<void> start(const Job& job);
  /// Starts the last job again where it was paused. Errors: kBusy while one runs, or if none did.
  Result<void> resume();
  /// Errors: kBusy if none runs, or it is being stopped.
  Result<void> stop();
  JobStatus status();
  /// All of the output of the last job, if it was `work` and has ended well; else "".
  std::string output_of(Work work);

 private:
  Result<void> begin(const Job& job, Work step);
  Result<void> launch(const Job& job, Work step);
  void reap(int options);
  bool has_next() const;
  void follow(const std::stop_token& end);
  std::filesystem::path log_file() const;

  const std::filesystem::path program_;
  const std::string folder_;
  std::mutex mutex_;
  pid_t child_ = 0;  // 0: none; guarded by mutex_, as is the next
  JobStatus status_;
  std::condition_variable_any started_;
  std::jthread follower_;  // launches the verb after the training; guarded by mutex_
};

}  // namespace porthole::console
