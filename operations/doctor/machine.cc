#include "operations/doctor/machine.h"

#include <ifaddrs.h>
#include <net/if.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <system_error>

#include "base/clock.h"
#include "base/confinement/confinement.h"
#include "base/text/format.h"
#include "base/text/text.h"
#include "base/url/url.h"
#include "gatherer/fetch/fetcher.h"
#include "gatherer/fetch/network.h"
#include "gatherer/report/remedy.h"
#include "indexer/index_check.h"
#include "operations/doctor/finding.h"
#include "operations/plugins/missing_formats.h"
#include "plugins/host/declaration.h"
#include "plugins/host/library.h"
#include "plugins/host/worker_process.h"
#include "repository/file_check.h"

namespace porthole::operations {
namespace {

namespace fs = std::filesystem;

/// The name of the system, from /etc/os-release.
std::string system_name() {
  std::ifstream release("/etc/os-release");
  for (std::string line; std::getline(release, line);) {
    constexpr std::string_view kName = "PRETTY_NAME=";
    if (!line.starts_with(kName)) continue;
    std::string name = line.substr(kName.size());
    std::erase(name, '"');
    return name;
  }
  return "an unknown system";
}

void check_program(Findings& findings) {
  found_ok(findings, "program", "porthole " PORTHOLE_VERSION " on " + system_name());
  found_ok(findings, "libraries",
           indexer::index_library() + ", " + repository::database_library() + ", " +
               gatherer::network_libraries());
  const auto parser = plugins::find_worker_program();
  if (!parser) return found_error(findings, "parser", parser.error());
  if (::access(parser->c_str(), X_OK) != 0) {
    return found_fault(findings, "parser", parser->string() + " cannot be run",
                       "give the right to run it: chmod a+rx " + parser->string());
  }
  found_ok(findings, "parser", parser->string());
}

void check_plugins(Findings& findings) {
  const fs::path folder = plugins::plugin_folder();
  const auto installed = plugins::describe_folder(folder);
  if (!installed) return found_error(findings, "plug-ins", installed.error());
  std::int64_t usable = 0;
  for (const plugins::Declaration& plugin : *installed) {
    if (plugin.problem.empty()) {
      ++usable;
      continue;
    }
    found_warning(findings, "plug-ins", plugin.file + " cannot be used: " + plugin.problem,
                  "build it again for this version, or remove it");
  }
  if (usable == 0) {
    return found_warning(findings, "plug-ins", "there are none in " + folder.string(),
                         "install them: without plug-ins HTML, XML and plain text alone are read");
  }
  found_ok(findings, "plug-ins", counted(usable, "plug-in") + " in " + folder.string());
}

void check_formats(Findings& findings) {
  const std::vector<MissingFormats> missing = missing_formats(plugins::plugin_folder());
  if (missing.empty()) return found_ok(findings, "formats", "nothing is missing to read them");
  for (const MissingFormats& one : missing)
    found_warning(findings, "formats", missing_parts(one), advice_on({one}));
}

void check_open_files(Findings& findings) {
  constexpr rlim_t kLeast = 32;
  constexpr rlim_t kEnough = 256;
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  const std::string what = std::to_string(limit.rlim_cur) + " open files allowed";
  if (limit.rlim_cur < kLeast) {
    found_fault(findings, "open files", what + ", a crawl needs " + std::to_string(kLeast),
                "allow more: ulimit -n 1024");
  } else if (limit.rlim_cur < kEnough) {
    found_warning(findings, "open files", what + ", few for a crawl of many hosts",
                  "allow more: ulimit -n 1024");
  } else {
    found_ok(findings, "open files", what);
  }
}

void check_temporary_folder(Findings& findings) {
  std::error_code error;
  const fs::path folder = fs::temp_directory_path(error);
  if (error || ::access(folder.c_str(), W_OK | X_OK) != 0) {
    return found_fault(findings, "temporary files",
                       "there is no folder for temporary files that can be written",
                       "name one in the environment variable TMPDIR");
  }
  check_room(findings, "temporary files", folder, {.least = 16 << 20, .enough = 256 << 20});
}

void check_confinement(Findings& findings) {
  const confinement::KernelSupport kernel = confinement::kernel_support();
  if (kernel.is_complete()) {
    return found_ok(findings, "confinement",
                    "worker processes are confined by seccomp and Landlock (ABI " +
                        std::to_string(kernel.landlock_abi) + ")");
  }
  found_warning(findings, "confinement",
                "this kernel lacks " + kernel.missing() + ": worker processes are confined less",
                "use a kernel with seccomp and Landlock (Linux 5.13, listed in the boot option "
                "lsm=); SECURITY.md says what each is for");
}

void check_clock(Findings& findings) {
  using namespace std::chrono;
  const WallTime now = system_clock().wall();
  const std::string today = format_time(now);
  if (now >= WallTime(sys_days{2026y / January / 1}))
    return found_ok(findings, "clock", "it is " + today);
  found_fault(findings, "clock", "it is " + today + ", says this machine",
              "set the clock: certificates are not valid yet, and dates of pages will be wrong");
}

void check_names(Findings& findings) {
  std::ifstream file("/etc/resolv.conf");
  std::vector<std::string> servers;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string key, address;
    if (words >> key >> address && key == "nameserver") servers.push_back(address);
  }
  if (servers.empty()) {
    return found_warning(findings, "names", "/etc/resolv.conf names no server",
                         "name one there to crawl the web; a gateway, recorded files and local "
                         "documents need none");
  }
  found_ok(findings, "names", "asked of " + join(servers, ", ") + " (/etc/resolv.conf)");
}

void check_interfaces(Findings& findings) {
  ifaddrs* raw = nullptr;
  if (::getifaddrs(&raw) != 0) return;
  const std::unique_ptr<ifaddrs, void (*)(ifaddrs*)> all(raw, ::freeifaddrs);
  std::vector<std::string> up;
  for (const ifaddrs* one = all.get(); one != nullptr; one = one->ifa_next) {
    const bool has_address = one->ifa_addr != nullptr && (one->ifa_addr->sa_family == AF_INET ||
                                                          one->ifa_addr->sa_family == AF_INET6);
    if (!has_address || (one->ifa_flags & IFF_UP) == 0 || (one->ifa_flags & IFF_LOOPBACK) != 0)
      continue;
    if (std::ranges::find(up, one->ifa_name) == up.end()) up.emplace_back(one->ifa_name);
  }
  if (up.empty()) {
    return found_warning(findings, "network", "this machine has no network but itself",
                         "connect it to crawl the web; a gateway on this machine, recorded files "
                         "and local documents need none");
  }
  found_ok(findings, "network", "connected by " + join(up, ", "));
}

gatherer::FetchResponse fetch(gatherer::Fetcher& fetcher, const Url& url) {
  constexpr std::int64_t kLargest = 512 << 10;
  fetcher.start({.ticket = 1, .url = url, .etag = {}, .last_modified = {}, .body_limit = kLargest});
  std::vector<gatherer::FetchResponse> done;
  std::vector<pollfd> others;
  while (done.empty()) fetcher.poll(std::chrono::milliseconds(100), others, done);
  return std::move(done.front());
}

}  // namespace

Findings check_machine(const MachineUse& use) {
  Findings findings;
  check_program(findings);
  check_plugins(findings);
  if (use.formats) check_formats(findings);
  check_open_files(findings);
  check_temporary_folder(findings);
  check_confinement(findings);
  check_clock(findings);
  if (!use.network) return findings;
  check_names(findings);
  check_interfaces(findings);
  return findings;
}

Result<Url> robots_txt_of(const std::string& host) {
  const Result<Url> url =
      Url::parse(host.find("://") == std::string::npos ? "https://" + host + "/" : host);
  if (!url || !url->is_web()) {
    return fail(ErrorCode::kUsage, "--host " + host + ": not a host, nor an http or https URL",
                "porthole doctor --host www.example.org");
  }
  return Url::parse("/robots.txt", &*url);
}

Findings check_host(const collection::Specification& specification, const Url& robots_txt) {
  Findings findings;
  const auto fetcher = gatherer::open_network(specification);
  if (!fetcher) {
    found_error(findings, "host", fetcher.error());
    return findings;
  }
  const gatherer::FetchResponse answer = fetch(**fetcher, robots_txt);
  const std::string took = " in " + std::to_string(answer.took.count()) + " ms";
  if (answer.status == gatherer::FetchStatus::kAnswer) {
    found_ok(findings, "host",
             robots_txt.href() + " answered " + std::to_string(answer.http_status) +
                 (answer.address.empty() ? "" : " from " + answer.address) + took);
    return findings;
  }
  repository::UrlRecord record;
  record.href = robots_txt.href();
  record.reason = gatherer::reason_of(answer.status);
  record.seed = true;  // The remedy then names no command for URLs of a collection.
  found_fault(findings, "host",
              robots_txt.href() + ": " + name_of(record.reason) +
                  (answer.detail.empty() ? "" : " (" + answer.detail + ")") + took,
              gatherer::remedy_for(record, specification));
  return findings;
}

}  // namespace porthole::operations
