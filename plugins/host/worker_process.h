#pragma once

/// One porthole-parser process and the channel to it.
///
/// In:  frames (plugins/host/frame.h), one at a time.
/// Out: a frame for each, or the reason why the process ended instead.
///
/// Nothing here blocks but end(), which waits for a process that has been killed.
/// Thread safety: none.

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "plugins/host/frame.h"

namespace porthole::plugins {

/// The exit code of a worker that got no more memory.
inline constexpr int kExitOutOfMemory = 12;

/// How a worker came to its end.
struct Ending {
  bool by_time = false;  ///< At a limit of CPU or time.
  bool by_cpu = false;   ///< At that of CPU.
  std::string reason;    ///< "more than 5 s CPU", "stack or memory fault", ...
};

class WorkerProcess {
 public:
  /// Errors: kNotFound when there is no such program, kPermission when the system refuses.
  static Result<std::unique_ptr<WorkerProcess>> start(const std::filesystem::path& program,
                                                      std::int64_t memory_bytes,
                                                      std::size_t max_reply_bytes);

  /// Ends the process.
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  int descriptor() const { return socket_; }
  /// What to poll for: POLLIN, and POLLOUT while a frame is being written.
  short events() const;

  /// The process has not closed its end. Meant for a worker without a frame under way.
  bool is_alive() const;

  /// Begins to send `frame`; does not read, so that a reply always makes the descriptor ready.
  /// Requires: the reply to the last one has been taken.
  void send(std::string frame);

  enum class Progress { kUnderWay, kReply, kBroken };
  /// Writes and reads what the channel takes and has.
  Progress pump();

  /// The body of the reply. Requires: pump() gave kReply.
  std::string_view reply() const;

  /// The last notice since send(), "" when there was none.
  const std::string& notice() const { return notice_; }

  /// Kills the process if it still runs and says how it ended.
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
  std::string out_;
  std::size_t written_ = 0;
  std::string in_;
  std::size_t received_ = 0;
};

/// The worker program: environment PORTHOLE_PARSER, else beside the running executable, else in
/// ../libexec/porthole from there. Errors: kNotFound.
Result<std::filesystem::path> find_worker_program();

}  // namespace porthole::plugins
