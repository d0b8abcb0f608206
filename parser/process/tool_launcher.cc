#include "parser/process/tool_launcher.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "base/confinement/confinement.h"
#include "base/coverage.h"
#include "base/descriptor.h"
#include "base/text/text.h"
#include "plugins/tool_request.h"

namespace porthole::parser {
namespace {

namespace fs = std::filesystem;

using confinement::WorkerClass;

constexpr int kCannotStart = 127;
constexpr rlim_t kMostCpuSeconds = 60;

struct Request {
  rlim_t cpu_seconds = 0;
  std::string program{};
  std::vector<std::string> arguments{};  ///< At least one.
  Descriptor input{-1};
  Descriptor output{-1};
};

/// The descriptors of a message; those of a wrong number are closed.
std::vector<Descriptor> descriptors_of(msghdr& message) {
  std::vector<Descriptor> all;
  for (cmsghdr* part = CMSG_FIRSTHDR(&message); part != nullptr;
       part = CMSG_NXTHDR(&message, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
    const std::size_t count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t i = 0; i < count; ++i) {
      int number = -1;
      std::memcpy(&number, CMSG_DATA(part) + i * sizeof(int), sizeof number);
      all.emplace_back(number);
    }
  }
  return all;
}

std::optional<Request> read_request(std::string_view bytes, std::vector<Descriptor> descriptors) {
  if (descriptors.size() != 2 || !bytes.ends_with('\0')) return std::nullopt;
  bytes.remove_suffix(1);
  const std::vector<std::string_view> fields = split(bytes, '\0');
  constexpr std::size_t kFewest = 3;
  if (fields.size() < kFewest || !fields[1].starts_with('/')) return std::nullopt;
  Request request{.input = std::move(descriptors[0]), .output = std::move(descriptors[1])};
  std::from_chars(fields[0].data(), fields[0].data() + fields[0].size(), request.cpu_seconds);
  request.cpu_seconds = std::clamp<rlim_t>(request.cpu_seconds, 1, kMostCpuSeconds);
  // Its real place decides its class: /plugins/../usr/bin/sh belongs to the system.
  std::error_code error;
  request.program = fs::canonical(fields[1], error).string();
  if (error) request.program = "/nonexistent";
  request.arguments.assign(fields.begin() + 2, fields.end());
  return request;
}

/// A folder that is removed with all that is in it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::error_code error;
    const fs::path parent = fs::temp_directory_path(error);
    if (error) return;
    std::string name = (parent / "porthole-tool-XXXXXX").string();
    if (::mkdtemp(name.data()) != nullptr) path_ = std::move(name);
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// Takes the right to execute it from a file in memory, such as the page is in: Landlock does not
/// see that one is executed. Other files are not changed.
void forbid_execution(const Descriptor& file) {
  struct stat about {};
  const bool is_in_memory = ::fcntl(file.number(), F_GET_SEALS) >= 0 &&
                            ::fstat(file.number(), &about) == 0 && about.st_nlink == 0;
  if (is_in_memory) ::fchmod(file.number(), S_IRUSR | S_IWUSR);
}

/// The dynamic loader runs any file that it is given as a program, executable or not.
bool is_loader(const std::string& program) {
  std::error_code error;
  const std::string name = std::filesystem::canonical(program, error).filename();
  return !error &&
         (name.starts_with("ld-") || name.starts_with("ld.") || name.starts_with("ld64."));
}

/// In the new process. Does not return.
[[noreturn]] void become(const Request& request, const confinement::Confinement& confinement) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::setpgid(0, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int one : {SIGINT, SIGPIPE, SIGCHLD}) ::signal(one, SIG_DFL);
  const rlimit cpu{request.cpu_seconds, request.cpu_seconds};
  ::setrlimit(RLIMIT_CPU, &cpu);
  const int nothing = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  ::dup2(request.input.number(), STDIN_FILENO);
  ::dup2(request.output.number(), STDOUT_FILENO);
  ::dup2(nothing, STDERR_FILENO);
  ::close_range(3, ~0U, 0);
  std::vector<char*> arguments;
  for (const std::string& argument : request.arguments)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  std::string temporary = "TMPDIR=" + confinement.temporary;
  std::array<char*, 5> environment{
      const_cast<char*>("PATH=/usr/local/bin:/usr/bin:/bin"), const_cast<char*>("LC_ALL=C.UTF-8"),
      const_cast<char*>("HOME=/nonexistent"),
      confinement.temporary.empty() ? nullptr : temporary.data(), nullptr};
  // Where a document names a file by a relative path (.so of troff), there is none.
  if (::chdir("/proc/self/fdinfo") == 0) {
    confinement::confine(confinement);
    ::execve(request.program.c_str(), arguments.data(), environment.data());
  }
  ::_exit(kCannotStart);
}

class Launcher {
 public:
  Launcher(Descriptor channel, std::vector<std::string> plugin_folders)
      : channel_(std::move(channel)), plugin_folders_(std::move(plugin_folders)) {}

  /// Returns when the channel is closed.
  void serve() {
    std::vector<char> bytes(kMaxToolRequestBytes);
    while (true) {
      std::vector<Descriptor> descriptors;
      const ssize_t got = receive(bytes, descriptors);
      if (got <= 0) return;
      const std::string_view text(bytes.data(), static_cast<std::size_t>(got));
      if (text.size() == 1) continue;  // The program that it is about has ended by itself.
      const auto request = read_request(text, std::move(descriptors));
      const std::optional<int> status = request ? run(*request) : -EINVAL;
      if (!status || ::send(channel_.number(), &*status, sizeof *status, MSG_NOSIGNAL) < 0) return;
    }
  }

 private:
  ssize_t receive(std::vector<char>& bytes, std::vector<Descriptor>& descriptors) {
    iovec part{bytes.data(), bytes.size()};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(4 * sizeof(int))> control{};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    ssize_t got = -1;
    do {
      got = ::recvmsg(channel_.number(), &message, MSG_CMSG_CLOEXEC);
    } while (got < 0 && errno == EINTR);
    if (got > 0) descriptors = descriptors_of(message);
    return got;
  }

  bool is_own(const std::string& program) const {
    return std::any_of(plugin_folders_.begin(), plugin_folders_.end(),
                       [&](const auto& folder) { return program.starts_with(folder + "/"); });
  }

  /// The status of the program's end; absent if the channel was closed meanwhile.
  std::optional<int> run(const Request& request) {
    if (is_loader(request.program)) return -EACCES;
    confinement::Confinement confinement{.worker_class = WorkerClass::kTool};
    std::optional<TemporaryFolder> temporary;
    if (is_own(request.program)) {
      temporary.emplace();
      confinement = {.worker_class = WorkerClass::kOwnTool,
                     .readable = plugin_folders_,
                     .temporary = temporary->path()};
    }
    forbid_execution(request.input);
    forbid_execution(request.output);
    const pid_t child = ::fork();
    if (child == 0) become(request, confinement);
    if (child < 0) return -errno;
    return wait_for(child);
  }

  std::optional<int> wait_for(pid_t child) {
    sigset_t unblocked;
    sigprocmask(SIG_BLOCK, nullptr, &unblocked);
    sigdelset(&unblocked, SIGCHLD);
    bool is_open = true;
    int status = 0;
    while (::waitpid(child, &status, WNOHANG) == 0) {
      pollfd ready{is_open ? channel_.number() : -1, POLLIN, 0};
      if (::ppoll(&ready, 1, nullptr, &unblocked) <= 0) continue;
      char byte = 0;
      is_open = ::recv(channel_.number(), &byte, 1, 0) > 0;
      ::kill(-child, SIGKILL);
      ::kill(child, SIGKILL);  // It may not have become the leader of its group yet.
    }
    ::kill(-child, SIGKILL);  // Those that it started and left behind.
    return is_open ? std::optional(status) : std::nullopt;
  }

  Descriptor channel_;
  std::vector<std::string> plugin_folders_;
};

/// In the launcher's process.
[[noreturn]] void be_launcher(Descriptor channel, const std::vector<std::string>& plugin_folders) {
  // The channel to the host is the sandbox process's alone: its end is how the host sees the end.
  const int number = ::dup2(channel.number(), STDERR_FILENO + 1);
  if (number < 0) ::_exit(kCannotStart);
  ::fcntl(number, F_SETFD, FD_CLOEXEC);
  ::close_range(static_cast<unsigned>(number) + 1, ~0U, 0);
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  ::signal(SIGINT, SIG_IGN);
  ::signal(SIGCHLD, [](int) {});  // To end the waiting; blocked but then.
  sigset_t child_ended;
  sigemptyset(&child_ended);
  sigaddset(&child_ended, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child_ended, nullptr);
  Launcher(Descriptor(number), plugin_folders).serve();
  end_process(0);
}

}  // namespace

bool start_tool_launcher(const std::vector<std::string>& plugin_folders) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return false;
  const pid_t launcher = ::fork();
  if (launcher == 0) be_launcher(Descriptor(ends[1]), plugin_folders);
  ::close(ends[1]);
  if (launcher < 0) {
    ::close(ends[0]);
    return false;
  }
  ::setenv(kToolChannel, std::to_string(ends[0]).c_str(), 1);
  return true;
}

}  // namespace porthole::parser
