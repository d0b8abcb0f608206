#pragma once

/// WorkerProcess: one porthole-parser process and the socket to it.
///
/// In:  frames (plugins/host/frame.h), one at a time.
/// Out: a frame for each, or the reason why the process ended.
///
/// Nothing blocks except end(), which waits for a process that has been killed.
/// Thread safety: none.

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "base/confinement/confinement.h"
#include "base/result.h"
#include "plugins/host/frame.h"

namespace porthole::plugins {

/// Exit code of a process that ran out of memory.
inline constexpr int kExitOutOfMemory = 12;

/// How a process ended.
struct Ending {
  bool by_time = false;  ///< At a limit of CPU or wall-clock time.
  bool by_cpu = false;   ///< At the limit of CPU time.
  std::string reason;    ///< "more than 5 s CPU", "stack or memory fault", ...
};

class WorkerProcess {
 public:
  struct Start {
    std::filesystem::path program;
    std::int64_t memory_bytes = 0;  ///< Address space; 0 for no limit.
    std::size_t max_reply_bytes = 0;
    confinement::Confinement confinement{};  ///< In force before the first frame is read.
  };

  /// The process gets no environment but confinement::worker_environment().
  ///
  /// Errors: kNotFound if the program does not exist, kPermission if the system refuses to start
  /// it.
  static Result<std::unique_ptr<WorkerProcess>> start(const Start& start);

  /// Kills the process.
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  int descriptor() const { return socket_; }
  /// The events to poll for: POLLIN, and POLLOUT while a frame is being written.
  short events() const;

  /// True if the process has not closed its end. For a process without a frame in progress.
  bool is_alive() const;

  /// Starts sending `frame`; does not read, so that a reply always makes the descriptor ready.
  /// Requires: the reply to the last one has been taken.
  void send(std::string frame);

  enum class Progress { kUnderWay, kReply, kBroken };
  /// Writes and reads as much as possible without blocking. kBroken also when the process sends
  /// more than a reply, or notices without end.
  Progress pump();

  /// The body of the reply. Requires: pump() returned kReply.
  std::string_view reply() const;

  /// The last notice since send(), "" if there was none.
  const std::string& notice() const { return notice_; }

  /// Kills the process if it is still running and returns how it ended.
  Ending end();

 private:
  WorkerProcess(pid_t pid, int socket, std::size_t max_reply_bytes)
      : pid_(pid), socket_(socket), max_reply_bytes_(max_reply_bytes) {}
  bool write_some();
  Progress read_some();

  pid_t pid_;
  int socket_;
  std::size_t max_reply_bytes_;
  std::string notice_;
  int notices_ = 0;  ///< Since send().
  std::string out_;
  std::size_t written_ = 0;
  std::string in_;
  std::size_t received_ = 0;
};

/// The path of the sandbox program: environment PORTHOLE_PARSER, else beside the running
/// executable, else in
/// ../libexec/porthole from there. Errors: kNotFound.
Result<std::filesystem::path> find_worker_program();

}  // namespace porthole::plugins
