#include "plugins/host/worker_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "plugins/host/frame.h"

extern char** environ;

namespace porthole::plugins {
namespace {

constexpr std::string_view kProgramName = "porthole-parser";

Error refused(std::string_view what, int error_number) {
  Error error;
  error.code = error_number == ENOENT ? ErrorCode::kNotFound : ErrorCode::kPermission;
  error.message =
      "cannot start a worker process: " + std::string(what) + ": " + std::strerror(error_number);
  error.hint = "check the limits on processes and open files (ulimit -u, ulimit -n)";
  return error;
}

/// The attributes and file actions of posix_spawn, freed at the end.
class Spawn {
 public:
  explicit Spawn(int socket) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_adddup2(&actions_, socket, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, socket, STDOUT_FILENO);
    posix_spawnattr_init(&attributes_);
    // The process begins with every signal unblocked and at its default, whatever ours are.
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &all);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~Spawn() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  Spawn(const Spawn&) = delete;
  Spawn& operator=(const Spawn&) = delete;

  int run(pid_t& pid, const std::string& program, const std::string& argument) {
    const std::array<char*, 3> arguments = {const_cast<char*>(program.c_str()),
                                            const_cast<char*>(argument.c_str()), nullptr};
    return posix_spawn(&pid, program.c_str(), &actions_, &attributes_, arguments.data(), environ);
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

Ending ending_of(int status) {
  if (WIFSIGNALED(status)) {
    switch (WTERMSIG(status)) {
      case SIGPROF:
        return {true, true, "more CPU time than allowed"};
      case SIGSEGV:
      case SIGBUS:
        return {false, false, "the worker ran out of stack or crashed"};
      default:
        return {false, false, "the worker was ended by signal " + std::to_string(WTERMSIG(status))};
    }
  }
  if (WEXITSTATUS(status) == kExitOutOfMemory) return {false, false, "more memory than allowed"};
  return {false, false, "the worker ended with exit code " + std::to_string(WEXITSTATUS(status))};
}

}  // namespace

Result<std::unique_ptr<WorkerProcess>> WorkerProcess::start(const std::filesystem::path& program,
                                                            std::int64_t memory_bytes,
                                                            std::size_t max_reply_bytes) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return fail(refused("socketpair", errno));
  }
  ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
  pid_t pid = -1;
  const int error = Spawn(ends[1]).run(pid, program.string(), std::to_string(memory_bytes));
  ::close(ends[1]);
  if (error != 0) {
    ::close(ends[0]);
    return fail(refused(program.string(), error));
  }
  return std::unique_ptr<WorkerProcess>(new WorkerProcess(pid, ends[0], max_reply_bytes));
}

WorkerProcess::~WorkerProcess() { end(); }

short WorkerProcess::events() const {
  return static_cast<short>(written_ < out_.size() ? POLLIN | POLLOUT : POLLIN);
}

bool WorkerProcess::is_alive() const {
  char byte;
  const ssize_t got = ::recv(socket_, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
}

void WorkerProcess::send(std::string frame) {
  out_ = std::move(frame);
  written_ = 0;
  received_ = 0;
  notice_.clear();
  write_some();  // a broken channel shows at the next pump
}

WorkerProcess::Progress WorkerProcess::pump() {
  if (!write_some()) return Progress::kBroken;
  return read_some();
}

bool WorkerProcess::write_some() {
  while (written_ < out_.size()) {
    const ssize_t put = ::send(socket_, out_.data() + written_, out_.size() - written_,
                               MSG_NOSIGNAL | MSG_DONTWAIT);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
    written_ += static_cast<std::size_t>(put);
  }
  return true;
}

WorkerProcess::Progress WorkerProcess::read_some() {
  constexpr std::size_t kChunk = 64 * 1024;
  while (true) {
    std::size_t wanted = kFrameHeaderBytes + kChunk;
    if (received_ >= kFrameHeaderBytes) {
      const std::uint32_t length = frame_length(in_);
      const bool is_notice = (length & kNoticeFlag) != 0;
      const std::size_t size = length & ~kNoticeFlag;
      if (size > (is_notice ? kMaxNoticeBytes : max_reply_bytes_)) return Progress::kBroken;
      wanted = kFrameHeaderBytes + size;
      if (is_notice && received_ >= wanted) {
        notice_.assign(in_, kFrameHeaderBytes, size);
        in_.erase(0, wanted);
        received_ -= wanted;
        continue;
      }
      if (received_ > wanted && !is_notice) return Progress::kBroken;
      if (received_ == wanted) return Progress::kReply;
    }
    if (in_.size() < wanted) in_.resize(wanted);
    const ssize_t got = ::recv(socket_, in_.data() + received_, wanted - received_, MSG_DONTWAIT);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return Progress::kUnderWay;
    if (got <= 0) return Progress::kBroken;
    received_ += static_cast<std::size_t>(got);
  }
}

std::string_view WorkerProcess::reply() const {
  return std::string_view(in_).substr(kFrameHeaderBytes, received_ - kFrameHeaderBytes);
}

Ending WorkerProcess::end() {
  if (pid_ < 0) return {};
  ::close(socket_);
  ::kill(pid_, SIGKILL);  // without effect on a process that has ended by itself
  int status = 0;
  pid_t waited;
  do {
    waited = ::waitpid(pid_, &status, 0);
  } while (waited < 0 && errno == EINTR);
  pid_ = -1;
  return waited < 0 ? Ending{false, false, "the worker ended"} : ending_of(status);
}

Result<std::filesystem::path> find_worker_program() {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (const char* named = std::getenv("PORTHOLE_PARSER"); named != nullptr && *named != '\0') {
    return fs::path(named);
  }
  const fs::path here = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  for (const fs::path& place : {here / kProgramName, here / "../libexec/porthole" / kProgramName}) {
    if (fs::exists(place, ignored)) return place.lexically_normal();
  }
  return fail(ErrorCode::kNotFound, "porthole-parser is not beside " + here.string() + "/porthole",
              "build the target porthole-parser, or name it in the environment variable "
              "PORTHOLE_PARSER");
}

}  // namespace porthole::plugins
