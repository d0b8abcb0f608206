#include "labs/webbox/command.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/text/text.h"

extern char** environ;

namespace porthole::labs {
namespace {

constexpr std::size_t kKeptError = 4096;

/// A pipe whose ends close themselves.
struct Pipe {
  int read_end = -1;
  int write_end = -1;

  Pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) == 0)
      std::tie(read_end, write_end) = std::pair(ends[0], ends[1]);
  }
  ~Pipe() {
    close(read_end);
    close(write_end);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  static void close(int& end) {
    if (end >= 0) ::close(std::exchange(end, -1));
  }
};

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (auto& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> child_environment() {
  std::vector<std::string> variables{"LC_ALL=C.UTF-8"};
  for (char** variable = environ; *variable; ++variable) {
    if (!std::string_view(*variable).starts_with("LC_ALL=")) variables.emplace_back(*variable);
  }
  return variables;
}

tl::unexpected<Error> cannot_run(const std::string& program, int code) {
  const bool absent = code == ENOENT;
  return fail(absent ? ErrorCode::kNotFound : ErrorCode::kPermission,
              "cannot run " + program + ": " + std::strerror(code),
              absent ? program + " belongs to Debian's apt and dpkg; is this a Debian system" : "");
}

/// 0 and the process, or the number of the error.
int spawn(const std::vector<std::string>& arguments, const std::filesystem::path& folder, Pipe& out,
          Pipe& err, pid_t& process) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addchdir_np(&files, folder.c_str());
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&files, out.write_end, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, err.write_end, STDERR_FILENO);

  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, pipe_signal;
  sigemptyset(&none);
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &pipe_signal);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

  std::vector<std::string> texts = arguments;
  std::vector<std::string> variables = child_environment();
  const int code = posix_spawnp(&process, arguments.front().c_str(), &files, &attributes,
                                pointers_to(texts).data(), pointers_to(variables).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return code;
}

/// Reads what is there; false at the end of the stream.
bool read_some(int from, std::string& to) {
  std::array<char, 65536> buffer;
  const ssize_t count = ::read(from, buffer.data(), buffer.size());
  if (count > 0) to.append(buffer.data(), static_cast<std::size_t>(count));
  return count > 0 || (count < 0 && errno == EINTR);
}

void read_both(Pipe& out, Pipe& err, CommandOutput& output) {
  while (out.read_end >= 0 || err.read_end >= 0) {
    std::array<pollfd, 2> ready{{{out.read_end, POLLIN, 0}, {err.read_end, POLLIN, 0}}};
    if (::poll(ready.data(), ready.size(), -1) < 0) continue;
    if (ready[0].revents && !read_some(out.read_end, output.standard)) Pipe::close(out.read_end);
    if (ready[1].revents && !read_some(err.read_end, output.error)) Pipe::close(err.read_end);
    if (output.error.size() > 2 * kKeptError) {
      output.error.erase(0, output.error.size() - kKeptError);
    }
  }
}

}  // namespace

std::string CommandOutput::last_error_line() const {
  std::string_view last;
  for (const std::string_view line : split(error, '\n')) {
    if (!trim(line).empty()) last = trim(line);
  }
  return std::string(last);
}

Result<CommandOutput> run_command(const std::vector<std::string>& arguments,
                                  const std::filesystem::path& folder) {
  Pipe out, err;
  if (out.read_end < 0 || err.read_end < 0) return cannot_run(arguments.front(), errno);
  pid_t process = 0;
  if (const int code = spawn(arguments, folder, out, err, process); code != 0) {
    return cannot_run(arguments.front(), code);
  }
  Pipe::close(out.write_end);
  Pipe::close(err.write_end);
  CommandOutput output;
  read_both(out, err, output);
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  output.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return output;
}

}  // namespace porthole::labs
