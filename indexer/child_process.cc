#include "indexer/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xapian.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <exception>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/coverage.h"

namespace porthole::indexer {
namespace {

constexpr int kFailed = 1, kTerminated = 2;

void tell(int messages, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(messages, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// Runs the work and ends the process, without destructors and output of the parent, whatever it
/// throws.
[[noreturn]] void run(const std::function<void()>& work, int messages, pid_t parent) noexcept {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) end_process(kTerminated);  // It ended before the signal was asked for.
  std::set_terminate([] { end_process(kTerminated); });
  // A sanitizer's handlers would end the process with an exit code, and no cause.
  for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) ::signal(fault, SIG_DFL);
  try {
    work();
    end_process(0);
  } catch (const Xapian::Error& error) {
    std::string message = error.get_msg();
    if (const char* const cause = error.get_error_string())
      message += std::string(" (") + cause + ")";
    tell(messages, message);
  } catch (const std::exception& error) {
    tell(messages, error.what());
  }
  end_process(kFailed);
}

[[noreturn]] void throw_no_process() {
  throw std::filesystem::filesystem_error("no process can be started for the index",
                                          std::error_code(errno, std::generic_category()));
}

std::string read_all(int messages) {
  std::string text;
  std::array<char, 512> part;
  while (true) {
    const ssize_t got = ::read(messages, part.data(), part.size());
    if (got > 0) text.append(part.data(), static_cast<std::size_t>(got));
    if (got == 0 || (got < 0 && errno != EINTR)) return text;
  }
}

int wait_for(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

ChildProcess::ChildProcess(std::string task, const std::function<void()>& work)
    : task_(std::move(task)) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw_no_process();
  const pid_t parent = ::getpid();
  process_ = ::fork();
  if (process_ == 0) run(work, ends[1], parent);
  ::close(ends[1]);
  messages_ = ends[0];
  if (process_ < 0) {
    ::close(messages_);
    throw_no_process();
  }
}

ChildProcess::~ChildProcess() {
  if (messages_ >= 0) ::close(messages_);
  if (process_ <= 0) return;
  ::kill(process_, SIGKILL);
  wait_for(process_);
}

void ChildProcess::wait() {
  const std::string message = read_all(messages_);
  ::close(std::exchange(messages_, -1));
  const int status = wait_for(std::exchange(process_, -1));
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
  if (!message.empty()) throw Xapian::DatabaseError(message);
  if (!WIFSIGNALED(status))
    throw Xapian::DatabaseError(task_ + " ended early, since Xapian could not go on");
  throw Xapian::DatabaseError(task_ + " was ended by a signal: " + ::strsignal(WTERMSIG(status)));
}

}  // namespace porthole::indexer
