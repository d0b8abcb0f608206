#include "plugins/host/worker_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include "plugins/host/frame.h"

namespace porthole::plugins {
namespace {

// Notices for a request. A process that sends more would keep its host reading for ever.
constexpr int kMostNotices = 1000;
constexpr std::string_view kProgramName = "porthole-parser";

Error refused(std::string_view what, int error_number) {
  Error error;
  error.code = error_number == ENOENT ? ErrorCode::kNotFound : ErrorCode::kPermission;
  error.message =
      "cannot start a worker process: " + std::string(what) + ": " + std::strerror(error_number);
  error.hint = "check the limits on processes and open files (ulimit -u, ulimit -n)";
  return error;
}

/// As exec wants them: a null pointer at the end.
std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
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

  /// `command`: the program's path and its arguments.
  int run(pid_t& pid, const std::vector<std::string>& command) {
    const std::vector<std::string> environment = confinement::worker_environment();
    return posix_spawn(&pid, command.front().c_str(), &actions_, &attributes_,
                       pointers_to(command).data(), pointers_to(environment).data());
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

/// In the preset coverage, lets a process whose channel was closed write its counters, 2 s at most.
void await_counters([[maybe_unused]] pid_t process) {
#ifdef PORTHOLE_COVERAGE
  constexpr int kMostLooks = 200;
  for (int look = 0; look < kMostLooks; ++look) {
    siginfo_t ended{};
    ::waitid(P_PID, static_cast<id_t>(process), &ended, WEXITED | WNOHANG | WNOWAIT);
    if (ended.si_pid != 0) return;
    ::usleep(10'000);
  }
#endif
}

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

Result<std::unique_ptr<WorkerProcess>> WorkerProcess::start(const Start& start) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return fail(refused("socketpair", errno));
  }
  ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
  pid_t pid = -1;
  std::vector<std::string> command;
  command.push_back(start.program.string());
  command.push_back(std::to_string(start.memory_bytes));
  command.emplace_back(confinement::name_of(start.confinement.worker_class));
  for (const std::string& path : start.confinement.readable) command.push_back(path);
  const int error = Spawn(ends[1]).run(pid, command);
  ::close(ends[1]);
  if (error != 0) {
    ::close(ends[0]);
    return fail(refused(command.front(), error));
  }
  const std::size_t most = start.max_reply_bytes;
  auto* const made =
      new WorkerProcess(pid, ends[0], most);  // not tested: a throw of its constructor
  return std::unique_ptr<WorkerProcess>(made);
}

WorkerProcess::~WorkerProcess() { end(); }

short WorkerProcess::events() const {
  return static_cast<short>(written_ < out_.size() ? POLLIN | POLLOUT : POLLIN);
}

bool WorkerProcess::is_alive() const {
  char byte;
  const ssize_t got = ::recv(socket_, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return got < 0 && (errno == EAGAIN || errno == EINTR);
}

void WorkerProcess::send(std::string frame) {
  out_ = std::move(frame);
  written_ = 0;
  received_ = 0;
  notice_.clear();
  notices_ = 0;
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
    if (put < 0) return errno == EAGAIN;
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
        if (++notices_ > kMostNotices) return Progress::kBroken;
        notice_.assign(in_, kFrameHeaderBytes, size);
        in_.erase(0, wanted);
        received_ -= wanted;
        continue;
      }
      if (received_ > wanted) return Progress::kBroken;
      if (received_ == wanted) return Progress::kReply;
    }
    if (in_.size() < wanted) in_.resize(wanted);
    const ssize_t got = ::recv(socket_, in_.data() + received_, wanted - received_, MSG_DONTWAIT);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) return Progress::kUnderWay;
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
  await_counters(pid_);
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
  for (const char* folder : {".", "../libexec/porthole"}) {
    const fs::path program = here / folder / kProgramName;
    if (fs::exists(program, ignored)) return program.lexically_normal();
  }
  return fail(ErrorCode::kNotFound, "porthole-parser is not beside " + here.string() + "/porthole",
              "build the target porthole-parser, or name it in the environment variable "
              "PORTHOLE_PARSER");
}

}  // namespace porthole::plugins
