#include "plugins/support/run_tool.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "base/descriptor.h"
#include "plugins/tool_request.h"

namespace porthole {
namespace {

using std::chrono::steady_clock;

constexpr int kCannotStart = 127;

std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return name;
  std::string path = path_of_program(name);
  if (path.empty()) throw ToolMissing(not_installed(name));
  return path;
}

/// Makes `file` hold `bytes`, to be read from its beginning.
void fill(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(file, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) throw ToolMissing(std::string("no memory for a page: ") + std::strerror(errno));
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  ::lseek(file, 0, SEEK_SET);
}

/// In the new process, between fork and exec: nothing here may allocate.
[[noreturn]] void become(const char* program, char* const* arguments, int in, int out,
                         rlim_t cpu_seconds) {
  static const char* const kEnvironment[] = {"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8",
                                             "HOME=/nonexistent", nullptr};
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::setpgid(0, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  const rlimit cpu{cpu_seconds, cpu_seconds};
  ::setrlimit(RLIMIT_CPU, &cpu);
  const int nothing = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  ::dup2(in, STDIN_FILENO);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(nothing, STDERR_FILENO);
  ::close_range(3, ~0U, 0);
  // Where a document names a file by a relative path (.so of troff), there is none.
  if (::chdir("/proc/self/fdinfo") == 0)
    ::execve(program, arguments, const_cast<char* const*>(kEnvironment));
  ::_exit(kCannotStart);
}

/// Reads until the end or a limit.
void read_output(int from, const ToolLimits& limits, ToolOutput& result) {
  const auto deadline = steady_clock::now() + limits.wall;
  std::array<char, 64 << 10> piece{};
  while (!result.cut) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline - steady_clock::now()).count();
    pollfd ready{from, POLLIN, 0};
    if (left <= 0 || ::poll(&ready, 1, static_cast<int>(left)) == 0) {
      result.cut = true;
      return;
    }
    const ssize_t got = ::read(from, piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return;
    const std::size_t room = limits.output_bytes - result.output.size();
    result.output.append(piece.data(), std::min(room, static_cast<std::size_t>(got)));
    result.cut = static_cast<std::size_t>(got) > room;
  }
}

/// A program that runs, and its end.
class RunningTool {
 public:
  virtual ~RunningTool() = default;
  /// Ends it before its time.
  virtual void end() = 0;
  /// Its status, by waitpid(). Errors: throws ToolMissing if it could not be started.
  virtual int wait() = 0;
};

/// As a child of this process: outside of a sandbox process.
class ChildTool final : public RunningTool {
 public:
  ChildTool(const std::string& program, std::vector<char*>& arguments, int in, int out,
            rlim_t cpu_seconds)
      : child_(::fork()) {
    if (child_ == 0) become(program.c_str(), arguments.data(), in, out, cpu_seconds);
    if (child_ < 0) throw ToolMissing(program + ": " + std::strerror(errno));
  }
  void end() override { ::kill(-child_, SIGKILL); }
  int wait() override {
    int status = 0;
    while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
  }

 private:
  pid_t child_;
};

/// By the launcher of a sandbox process.
class LaunchedTool final : public RunningTool {
 public:
  LaunchedTool(int channel, const std::string& program, const std::vector<std::string>& command,
               std::array<int, 2> in_and_out, rlim_t cpu_seconds)
      : channel_(channel), program_(program) {
    std::string request = std::to_string(cpu_seconds) + '\0' + program + '\0';
    for (const std::string& argument : command) request += argument + '\0';
    iovec part{request.data(), request.size()};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof in_and_out)> control{};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    cmsghdr* rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof in_and_out);
    std::memcpy(CMSG_DATA(rights), in_and_out.data(), sizeof in_and_out);
    if (request.size() > kMaxToolRequestBytes || ::sendmsg(channel, &message, MSG_NOSIGNAL) < 0) {
      throw ToolMissing(program + ": the launcher does not take it");
    }
  }
  void end() override { (void)::send(channel_, &kToolEnd, 1, MSG_NOSIGNAL); }
  int wait() override {
    int status = 0;
    ssize_t got = -1;
    do {
      got = ::recv(channel_, &status, sizeof status, 0);
    } while (got < 0 && errno == EINTR);
    if (got != sizeof status) throw ToolMissing(program_ + ": the launcher has ended");
    if (status < 0) throw ToolMissing(program_ + ": " + std::strerror(-status));
    return status;
  }

 private:
  int channel_;
  std::string program_;
};

std::unique_ptr<RunningTool> start_tool(const std::vector<std::string>& command, int in, int out,
                                        rlim_t cpu_seconds) {
  const std::string program = find_program(command.at(0));
  if (const char* channel = std::getenv(kToolChannel); channel != nullptr) {
    return std::make_unique<LaunchedTool>(std::atoi(channel), program, command,
                                          std::array<int, 2>{in, out}, cpu_seconds);
  }
  std::vector<char*> arguments;
  for (const std::string& argument : command)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  return std::make_unique<ChildTool>(program, arguments, in, out, cpu_seconds);
}

}  // namespace

ToolOutput run_tool(const std::vector<std::string>& command, std::string_view input,
                    const ToolLimits& limits) {
  const Descriptor file(::memfd_create("page", MFD_CLOEXEC));
  if (!file) throw ToolMissing(std::string("memfd_create: ") + std::strerror(errno));
  fill(file.number(), input);
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    throw ToolMissing(std::string("pipe: ") + std::strerror(errno));
  const Descriptor from(ends[0]);
  std::unique_ptr<RunningTool> tool;
  {
    const Descriptor to(ends[1]);
    tool = start_tool(command, file.number(), to.number(), static_cast<rlim_t>(limits.cpu.count()));
  }
  ToolOutput result;
  read_output(from.number(), limits, result);
  if (result.cut) tool->end();
  const int status = tool->wait();
  result.exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return result;
}

}  // namespace porthole
