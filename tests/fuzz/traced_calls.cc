#include "tests/fuzz/traced_calls.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <string_view>

namespace porthole::testing {
namespace {

namespace fs = std::filesystem;

/// Programs that plug-ins run (plugins/support/run_tool.h), and what they are links to. A plug-in
/// that runs another one adds it here.
constexpr std::array<std::string_view, 10> kPrograms = {
    "catdoc", "ctags",   "ctags-exuberant", "ctags-universal", "gs",
    "mandoc", "pdfinfo", "pdftohtml",       "pdftotext",       "xls2csv"};

/// What programs are made of: libraries, locales, fonts, tables.
constexpr std::array<std::string_view, 24> kReadable = {"/usr/lib/",
                                                        "/usr/lib64/",
                                                        "/usr/local/lib/",
                                                        "/usr/libexec/",
                                                        "/usr/share/",
                                                        "/lib/",
                                                        "/lib64/",
                                                        "/etc/ld.so.",
                                                        "/etc/magic",
                                                        "/etc/localtime",
                                                        "/etc/locale.alias",
                                                        "/etc/ssl/openssl.cnf",
                                                        "/etc/fonts/",
                                                        "/proc/self/",
                                                        "/proc/filesystems",
                                                        "/proc/meminfo",
                                                        "/proc/sys/vm/",
                                                        "/proc/cpuinfo",
                                                        "/sys/devices/system/",
                                                        "/nonexistent/",
                                                        "/etc/catdocrc",
                                                        "/etc/papersize",
                                                        "/var/lib/ghostscript/",
                                                        "/var/cache/fontconfig/"};

/// "." is the working directory that plugins/support/run_tool.h gives to programs.
constexpr std::array<std::string_view, 6> kReadableFiles = {
    "/dev/null", "/dev/stdin", "/dev/urandom", "/dev/random", "/", "."};

bool is_any(std::string_view text, const auto& list) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

/// The first string of a call.
std::string_view path_in(std::string_view call) {
  const auto begin = call.find('"');
  if (begin == std::string_view::npos) return {};
  return call.substr(begin + 1, call.find('"', begin + 1) - begin - 1);
}

bool is_program(std::string_view path, const std::vector<std::string>& own) {
  for (const std::string_view folder : {"/usr/local/bin/", "/usr/bin/", "/bin/"}) {
    if (path.starts_with(folder) && is_any(path.substr(folder.size()), kPrograms)) return true;
  }
  return std::any_of(own.begin(), own.end(),
                     [path](const std::string& folder) { return path.starts_with(folder); });
}

bool may_be_read(std::string_view path, const std::vector<std::string>& own) {
  if (path.find("/../") != std::string_view::npos) {
    const std::string plain = fs::path(path).lexically_normal().string();
    return may_be_read(plain, own);
  }
  const auto holds = [path](std::string_view prefix) { return path.starts_with(prefix); };
  return is_any(path, kReadableFiles) || std::any_of(kReadable.begin(), kReadable.end(), holds) ||
         std::any_of(own.begin(), own.end(), holds);
}

bool is_allowed(std::string_view call, const std::vector<std::string>& own) {
  const std::string_view name = call.substr(0, call.find('('));
  const std::string_view path = path_in(call);
  // The names of what Landlock allows; nothing can be read of a file that is opened so.
  if (call.find("O_PATH") != std::string_view::npos) return true;
  if (name == "execve") return is_program(path, own);
  if (name != "openat" && name != "open") return false;
  const bool writes = call.find("O_WRONLY") != std::string_view::npos ||
                      call.find("O_RDWR") != std::string_view::npos ||
                      call.find("O_CREAT") != std::string_view::npos;
  return writes ? path == "/dev/null" : may_be_read(path, own);
}

/// Without the process and what is no call: signals, ends, second halves.
std::string_view call_in(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of("0123456789 "), line.size()));
  const bool is_call =
      !line.empty() && line[0] >= 'a' && line[0] <= 'z' && line.find('(') != std::string_view::npos;
  return is_call ? line : std::string_view();
}

}  // namespace

bool can_trace() {
  return std::system("strace -o /dev/null -e trace=execve true >/dev/null 2>&1") == 0;  // NOLINT
}

fs::path traced_worker(const fs::path& worker, const fs::path& folder) {
  const fs::path script = folder / "traced-worker";
  std::ofstream(script) << "#!/bin/sh\nexec strace -f -qq -s 4096 -o '" << folder.string()
                        << "/calls.'$$ -e signal=none -e "
                           "trace=open,openat,openat2,creat,execve,execveat,socket,connect,bind,"
                           "unlink,unlinkat,rename,renameat,renameat2,mkdir,mkdirat,link,linkat,"
                           "symlink,symlinkat,truncate,chmod,fchmodat '"
                        << worker.string() << "' \"$@\"\n";
  fs::permissions(script, fs::perms::owner_all);
  return script;
}

TracedCalls traced_calls(const fs::path& folder, const std::vector<std::string>& own) {
  TracedCalls calls;
  for (const auto& file : fs::directory_iterator(folder)) {
    if (!file.path().filename().string().starts_with("calls.")) continue;
    std::ifstream log(file.path());
    for (std::string line; std::getline(log, line);) {
      const std::string_view call = call_in(line);
      if (call.empty()) continue;
      ++calls.seen;
      if (!is_allowed(call, own)) calls.forbidden.emplace_back(call);
    }
  }
  return calls;
}

}  // namespace porthole::testing
