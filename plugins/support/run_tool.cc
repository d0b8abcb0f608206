#include "plugins/support/run_tool.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "base/descriptor.h"

namespace porthole {
namespace {

using std::chrono::steady_clock;

constexpr int kCannotStart = 127;

std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return name;
  for (const char* folder : kToolFolders) {
    const std::string path = folder + name;
    if (::access(path.c_str(), X_OK) == 0) return path;
  }
  throw ToolMissing("the program " + name + " is not installed");
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

}  // namespace

ToolOutput run_tool(const std::vector<std::string>& command, std::string_view input,
                    const ToolLimits& limits) {
  const std::string program = find_program(command.at(0));
  std::vector<char*> arguments;
  for (const std::string& argument : command)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  const Descriptor file(::memfd_create("page", MFD_CLOEXEC));
  if (!file) throw ToolMissing(std::string("memfd_create: ") + std::strerror(errno));
  fill(file.number(), input);
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    throw ToolMissing(std::string("pipe: ") + std::strerror(errno));
  const Descriptor from(ends[0]);
  pid_t child = -1;
  {
    const Descriptor to(ends[1]);
    child = ::fork();
    if (child == 0) {
      become(program.c_str(), arguments.data(), file.number(), to.number(),
             static_cast<rlim_t>(limits.cpu.count()));
    }
  }
  if (child < 0) throw ToolMissing(program + ": " + std::strerror(errno));
  ToolOutput result;
  read_output(from.number(), limits, result);
  if (result.cut) ::kill(-child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  result.exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return result;
}

}  // namespace porthole
