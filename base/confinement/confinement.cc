#include "base/confinement/confinement.h"

#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include <cstdlib>

#include "base/confinement/landlock.h"
#include "base/confinement/system_calls.h"
#include "base/text/text.h"

namespace porthole::confinement {
namespace {

/// Programs, libraries and their tables.
constexpr const char* kPrograms[] = {"/usr", "/bin", "/lib", "/lib64"};
constexpr const char* kSystem[] = {"/dev/random",
                                   "/dev/urandom",
                                   "/dev/zero",
                                   "/etc/ld.so.cache",
                                   "/etc/ld.so.preload",
                                   "/etc/locale.alias",
                                   "/etc/localtime",
                                   "/etc/magic",
                                   "/etc/magic.mime",
                                   "/etc/ssl/openssl.cnf",
                                   "/proc/cpuinfo",
                                   "/proc/filesystems",
                                   "/proc/meminfo",
                                   "/proc/self",
                                   "/proc/sys/kernel/osrelease",
                                   "/proc/sys/vm",
                                   "/sys/devices/system/cpu"};
/// The resolver, TLS, and the clients of databases and directories.
constexpr const char* kOfProtocols[] = {"/etc/gai.conf",
                                        "/etc/gnutls",
                                        "/etc/host.conf",
                                        "/etc/hosts",
                                        "/etc/ldap/ldap.conf",
                                        "/etc/nsswitch.conf",
                                        "/etc/passwd",
                                        "/etc/pki",
                                        "/etc/protocols",
                                        "/etc/resolv.conf",
                                        "/etc/services",
                                        "/etc/ssl/cert.pem",
                                        "/etc/ssl/certs",
                                        "/run/systemd/resolve",
                                        "/usr/local/share/ca-certificates"};
constexpr const char* kOfTools[] = {
    "/etc/alternatives",   "/etc/catdocrc", "/etc/fonts",      "/etc/papersize",
    "/etc/perl",           "/etc/python3",  "/etc/python3.11", "/var/cache/fontconfig",
    "/var/lib/ghostscript"};

/// Locale, time zone, loader, resolver, certificates, sanitizers, coverage, qemu.
constexpr const char* kVariables[] = {"LANG",
                                      "LC_ALL",
                                      "LC_CTYPE",
                                      "TZ",
                                      "PATH",
                                      "TMPDIR",
                                      "LD_LIBRARY_PATH",
                                      "RES_OPTIONS",
                                      "LOCALDOMAIN",
                                      "SSL_CERT_FILE",
                                      "SSL_CERT_DIR",
                                      "ASAN_OPTIONS",
                                      "LSAN_OPTIONS",
                                      "UBSAN_OPTIONS",
                                      "TSAN_OPTIONS",
                                      "GCOV_PREFIX",
                                      "GCOV_PREFIX_STRIP",
                                      "QEMU_LD_PREFIX"};

bool is_tool(WorkerClass worker_class) {
  return worker_class == WorkerClass::kTool || worker_class == WorkerClass::kOwnTool;
}

template <std::size_t Size>
void append(std::vector<std::string>& to, const char* const (&paths)[Size]) {
  to.insert(to.end(), std::begin(paths), std::end(paths));
}

/// The folders of LD_LIBRARY_PATH: libraries of plug-ins may be there.
std::vector<std::string> library_folders() {
  const char* path = std::getenv("LD_LIBRARY_PATH");
  std::vector<std::string> folders;
  for (const std::string_view folder : split(path != nullptr ? path : "", ':')) {
    if (folder.starts_with('/')) folders.emplace_back(folder);
  }
  return folders;
}

PathRules rules_for(const Confinement& confinement) {
  PathRules rules;
  append(rules.readable, kSystem);
  const bool runs = is_tool(confinement.worker_class);
  append(runs ? rules.executable : rules.readable, kPrograms);
  for (const std::string& folder : library_folders()) rules.readable.push_back(folder);
  const bool runs_own = confinement.worker_class == WorkerClass::kOwnTool;
  std::vector<std::string>& named = runs_own ? rules.executable : rules.readable;
  named.insert(named.end(), confinement.readable.begin(), confinement.readable.end());
  if (runs) append(rules.readable, kOfTools);
  if (confinement.worker_class == WorkerClass::kProtocol) append(rules.readable, kOfProtocols);
  rules.writable.emplace_back("/dev/null");
  if (!confinement.temporary.empty()) rules.owned.push_back(confinement.temporary);
#ifdef PORTHOLE_COVERAGE
  rules.owned.emplace_back(PORTHOLE_COVERAGE);  // The counters of this build are written there.
#endif
  return rules;
}

void limit(__rlimit_resource resource, rlim_t value) {
  rlimit now{};
  if (::getrlimit(resource, &now) != 0) return;  // not tested: the kernel has each resource
  if (now.rlim_max != RLIM_INFINITY && now.rlim_max < value) value = now.rlim_max;
  const rlimit wanted{value, value};
  ::setrlimit(resource, &wanted);
}

/// Files of memory and of a temporary folder count for RLIMIT_FSIZE. RLIMIT_NPROC counts all
/// threads of the user, so that it is set above those of the machine; it does not hold for root.
void limit_resources(WorkerClass worker_class) {
  constexpr rlim_t kMostOpen = 64;
  constexpr rlim_t kMostOpenOfProtocols = 256;
  constexpr rlim_t kLargestFile = 64u << 20;
  constexpr rlim_t kMoreProcesses = 64;
  constexpr rlim_t kMoreThreads = 512;
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_NOFILE, worker_class == WorkerClass::kProtocol ? kMostOpenOfProtocols : kMostOpen);
  limit(RLIMIT_FSIZE, kLargestFile);
  struct sysinfo machine {};
  if (::sysinfo(&machine) != 0) return;  // not tested: fails for a bad address alone
  limit(RLIMIT_NPROC, machine.procs + (is_tool(worker_class) ? kMoreProcesses : kMoreThreads));
}

/// Gives up capabilities. Does nothing in a process that has none.
void drop_capabilities(WorkerClass worker_class) {
  for (unsigned long capability = 0; capability <= CAP_LAST_CAP; ++capability) {
    ::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  }
  // Mailboxes, folders and keys of others, which root is told to read.
  const bool reads_for_others =
      worker_class == WorkerClass::kProtocol || worker_class == WorkerClass::kDescription;
  const std::uint32_t kept = reads_for_others && ::geteuid() == 0 ? 1u << CAP_DAC_READ_SEARCH : 0;
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  const __user_cap_data_struct sets[2] = {{kept, kept, 0}, {0, 0, 0}};
  ::syscall(SYS_capset, &header, sets);
}

}  // namespace

std::string KernelSupport::missing() const {
  if (landlock_abi > 0) return seccomp ? "" : "seccomp";
  return seccomp ? "Landlock" : "Landlock and seccomp";
}

KernelSupport kernel_support() { return {landlock_abi(), has_seccomp()}; }

KernelSupport confine(const Confinement& confinement) {
  const WorkerClass worker_class = confinement.worker_class;
  const int abi = landlock_abi();
  limit_resources(worker_class);
  drop_capabilities(worker_class);
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  const Network network =
      worker_class == WorkerClass::kProtocol ? Network::kAllowed : Network::kForbidden;
  KernelSupport in_force;
  if (restrict_paths(rules_for(confinement), network)) in_force.landlock_abi = abi;
  in_force.seccomp = restrict_system_calls(
      worker_class, in_force.landlock_abi > 0 ? Writing::kByLandlock : Writing::kForbidden);
  return in_force;
}

std::vector<std::string> worker_environment() {
  std::vector<std::string> environment;
  environment.emplace_back("HOME=/nonexistent");
  for (const char* name : kVariables) {
    if (const char* value = std::getenv(name); value != nullptr)
      environment.push_back(std::string(name) + "=" + value);
  }
  return environment;
}

}  // namespace porthole::confinement
