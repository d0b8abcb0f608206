#include "tests/support/run_program.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <string_view>
#include <utility>

extern char** environ;

namespace porthole::testing {
namespace {

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> environment() {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (!std::string_view(*variable).starts_with("PORTHOLE_")) variables.emplace_back(*variable);
  }
  return variables;
}

void read_into(int& from, std::string& to) {
  std::array<char, 65536> buffer;
  const ssize_t count = ::read(from, buffer.data(), buffer.size());
  if (count > 0) to.append(buffer.data(), static_cast<std::size_t>(count));
  if (count == 0 || (count < 0 && errno != EINTR)) ::close(std::exchange(from, -1));
}

}  // namespace

Program::Program(const std::filesystem::path& program, const std::vector<std::string>& arguments) {
  std::array<int, 2> out{}, err{};
  if (::pipe2(out.data(), O_CLOEXEC) != 0 || ::pipe2(err.data(), O_CLOEXEC) != 0)
    throw std::runtime_error("no pipe");
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&files, out[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, err[1], STDERR_FILENO);
  std::vector<std::string> words = {program.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<std::string> variables = environment();
  const int failed = ::posix_spawn(&process_, program.c_str(), &files, nullptr,
                                   pointers_to(words).data(), pointers_to(variables).data());
  posix_spawn_file_actions_destroy(&files);
  ::close(out[1]);
  ::close(err[1]);
  out_ = out[0];
  err_ = err[0];
  if (failed != 0) throw std::runtime_error("cannot run " + program.string());
}

Program::~Program() {
  if (process_ != 0) {
    send(SIGKILL);
    wait();
  }
}

bool Program::read_once() {
  if (out_ < 0 && err_ < 0) return false;
  std::array<pollfd, 2> ready{{{out_, POLLIN, 0}, {err_, POLLIN, 0}}};
  if (::poll(ready.data(), ready.size(), -1) < 0) return errno == EINTR;
  if (ready[0].revents != 0) read_into(out_, result_.out);
  if (ready[1].revents != 0) read_into(err_, result_.err);
  return true;
}

std::string Program::first_line() {
  while (result_.out.find('\n') == std::string::npos && read_once()) {
  }
  return result_.out.substr(0, result_.out.find('\n'));
}

void Program::send(int signal) { ::kill(process_, signal); }

ProgramResult Program::wait() {
  while (read_once()) {
  }
  int status = 0;
  while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = 0;
  result_.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result_;
}

ProgramResult run_program(const std::filesystem::path& program,
                          const std::vector<std::string>& arguments) {
  return Program(program, arguments).wait();
}

}  // namespace porthole::testing
