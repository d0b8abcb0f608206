// Plug-ins that try to get out of their worker process, as the page or the URL tells them to:
// "read /etc/shadow", "connect 8080". They answer with "done" or the system's words for the
// failure.

#include <Poco/ClassLibrary.h>
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "base/url/percent_encode.h"
#include "plugins/format_summarizer.h"
#include "plugins/protocol_handler.h"
#include "plugins/support/run_tool.h"
#include "plugins/tool_request.h"

namespace porthole::testing {

std::string outcome(long result) { return result < 0 ? std::strerror(errno) : "done"; }

std::string fork_once() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  const std::string said = outcome(child);
  if (child > 0) ::waitpid(child, nullptr, 0);
  return said;
}

std::string connect_to(const std::string& port) {
  const int made = ::socket(AF_INET, SOCK_STREAM, 0);
  if (made < 0) return outcome(made);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(std::atoi(port.c_str())));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const std::string said =
      outcome(::connect(made, reinterpret_cast<const sockaddr*>(&address), sizeof address));
  ::close(made);
  return said;
}

std::string listen_at_any_port() {
  const int made = ::socket(AF_INET, SOCK_STREAM, 0);
  const std::string said = outcome(made < 0 ? made : ::listen(made, 1));
  ::close(made);
  return said;
}

std::string write_large_file() {
  ::signal(SIGXFSZ, SIG_IGN);
  const int file = ::memfd_create("large", MFD_CLOEXEC);
  const std::string mebibyte(1 << 20, 'x');
  long put = 1;
  for (int i = 0; i < 100 && put > 0; ++i) put = ::write(file, mebibyte.data(), mebibyte.size());
  const std::string said = outcome(put);
  ::close(file);
  return said;
}

std::string exec_true() {
  const char* const arguments[] = {"true", nullptr};
  return outcome(::execv("/bin/true", const_cast<char* const*>(arguments)));
}

std::string status_line(const std::string& name) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(name + ":")) return line.substr(name.size() + 2);
  }
  return "not there";
}

std::string run_shell(const std::string& script) {
  const ToolOutput made = run_tool({"sh", "-c", script}, "");
  return made.output + "(" + std::to_string(made.exit_code) + ")";
}

/// Asks the launcher, past the library, for a program (path, then arguments) with this standard
/// input and output. The wait status, or an error number below zero if it was not started.
int launch(const std::vector<std::string>& program, int in, int out) {
  const int channel = std::atoi(std::getenv(kToolChannel));
  std::string request = std::string("1") + '\0';
  for (const std::string& field : program) request += field + '\0';
  iovec part{request.data(), request.size()};
  const int descriptors[] = {in, out};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof descriptors)] = {};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  cmsghdr* const rights = CMSG_FIRSTHDR(&message);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof descriptors);
  std::memcpy(CMSG_DATA(rights), descriptors, sizeof descriptors);
  int status = -1;
  if (::sendmsg(channel, &message, 0) < 0 || ::recv(channel, &status, sizeof status, 0) < 0)
    return -1;
  return status;
}

/// A file in memory that has a program, opened to be read: one that somebody has open for writing
/// cannot be executed.
int program_in_memory() {
  std::ifstream program("/usr/bin/true", std::ios::binary);
  std::ostringstream bytes;
  bytes << program.rdbuf();
  const int made = ::memfd_create("page", MFD_CLOEXEC);
  const std::string text = bytes.str();
  if (::write(made, text.data(), text.size()) < 0) return -1;
  const int readable =
      ::open(("/proc/self/fd/" + std::to_string(made)).c_str(), O_RDONLY | O_CLOEXEC);
  ::close(made);
  return readable;
}

/// Launches `tool`, whose standard input or output (`number`) is a program in memory. Its exit
/// code.
std::string launch_over_program(const std::string& number, const std::vector<std::string>& tool) {
  const int program = program_in_memory();
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (program < 0 || nothing < 0) return outcome(-1);
  const bool is_input = number == "0";
  const int status = launch(tool, is_input ? program : nothing, is_input ? nothing : program);
  ::close(program);
  ::close(nothing);
  return status < 0 ? std::strerror(-status) : std::to_string(WEXITSTATUS(status));
}

/// Has a tool execute its standard input or output, a program in memory.
std::string execute_descriptor(const std::string& number) {
  return launch_over_program(number, {"/bin/sh", "sh", "-c", "exec /proc/self/fd/" + number});
}

/// Has the dynamic loader at `path` run the program in memory that is its standard input.
std::string load_descriptor(const std::string& path) {
  return launch_over_program("0", {path, "ld.so", "/proc/self/fd/0"});
}

/// `what`: a word, and what it is about.
std::string attempt(const std::string& what) {
  using Attempt = std::function<std::string(const std::string&)>;
  static const std::map<std::string, Attempt> kAttempts = {
      {"read", [](const auto& path) { return outcome(::open(path.c_str(), O_RDONLY)); }},
      {"write",
       [](const auto& path) { return outcome(::open(path.c_str(), O_WRONLY | O_CREAT, 0600)); }},
      {"remove", [](const auto& path) { return outcome(::unlink(path.c_str())); }},
      {"chmod", [](const auto& path) { return outcome(::chmod(path.c_str(), 0777)); }},
      {"exec", [](const auto&) { return exec_true(); }},
      {"connect", connect_to},
      {"unix", [](const auto&) { return outcome(::socket(AF_UNIX, SOCK_STREAM, 0)); }},
      {"listen", [](const auto&) { return listen_at_any_port(); }},
      {"trace",
       [](const auto&) { return outcome(::ptrace(PTRACE_ATTACH, ::getppid(), nullptr, nullptr)); }},
      {"fork", [](const auto&) { return fork_once(); }},
      {"kill", [](const auto&) { return outcome(::kill(::getppid(), 0)); }},
      {"type", [](const auto&) { return outcome(::ioctl(STDERR_FILENO, TIOCSTI, "x")); }},
      {"large", [](const auto&) { return write_large_file(); }},
      {"environment",
       [](const auto& name) {
         return std::string(std::getenv(name.c_str()) ? "done" : "not there");
       }},
      {"thread",
       [](const auto&) {
         std::thread([] {}).join();
         return std::string("done");
       }},
      {"status", status_line},
      {"shell", run_shell},
      {"execute", execute_descriptor},
      {"load", load_descriptor}};
  const std::size_t space = what.find(' ');
  const auto found = kAttempts.find(what.substr(0, space));
  if (found == kAttempts.end()) return "nothing tried";
  return found->second(space == std::string::npos ? "" : what.substr(space + 1));
}

class BreakoutSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "breakout", .version = "0.1", .help = "Tries what a page tells it to"};
  }
  Formats formats() const override {
    return {.types = {"application/x-breakout"}, .suffixes = {".breakout"}};
  }
  std::string summarize(const PageBytes& page, Document& document) override {
    document.title = attempt(std::string(page.body));
    return "";
  }
};

class BreakoutHandler final : public ProtocolHandler {
 public:
  PluginAbout about() const override {
    return {.name = "breakout-protocol", .version = "0.1", .help = "Tries what a URL tells it to"};
  }
  Manners manners() const override { return {.schemes = {"breakout"}, .has_hosts = false}; }
  ProtocolAnswer fetch(const ProtocolRequest& request) override {
    const std::string what = percent_decode(request.url.substr(request.url.find(':') + 1));
    return {200, {{"content-type", "text/plain"}}, attempt(what), false};
  }
};

}  // namespace porthole::testing

extern "C" POCO_LIBRARY_API int porthole_plugin_abi() { return porthole::kPluginAbi; }

POCO_BEGIN_MANIFEST(porthole::Plugin)
POCO_EXPORT_CLASS(porthole::testing::BreakoutSummarizer)
POCO_EXPORT_CLASS(porthole::testing::BreakoutHandler)
POCO_END_MANIFEST
