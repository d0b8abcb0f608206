#pragma once

/// Confines a worker process before it reads bytes of the web: system calls, files, privileges and
/// resources.
///
/// In:  the class of the process, and the files and folders that it may read besides.
/// Out: a process that can no longer do anything else, as long as it lives.
///
///   confine({.worker_class = WorkerClass::kParser, .readable = {"/usr/lib/porthole/plugins"}});
///
/// worker_class.h has the table of what each class may do.
///
/// Source: https://docs.kernel.org/userspace-api/landlock.html and seccomp_filter.html; SECURITY.md
/// has the table of all processes. Thread safety: none; see confine().

#include <string>
#include <vector>

#include "base/confinement/worker_class.h"

namespace porthole::confinement {

struct Confinement {
  WorkerClass worker_class = WorkerClass::kParser;
  /// Absolute paths of files and folders; those that do not exist are ignored.
  std::vector<std::string> readable{};
  std::string temporary{};  ///< A folder that kOwnTool may write into; "" for none.
};

/// The features of the running kernel.
struct KernelSupport {
  int landlock_abi = 0;  ///< 0: none; 3 limits truncation, 4 TCP, 6 signals and abstract sockets.
  bool seccomp = false;

  bool is_complete() const { return landlock_abi > 0 && seccomp; }
  /// "Landlock" or "seccomp" or both; "" if nothing is missing.
  std::string missing() const;
};
KernelSupport kernel_support();

/// Confines the calling process, and all that it starts. Cannot be undone.
///
/// Requires: the process has one thread. Returns the features that are in force.
KernelSupport confine(const Confinement& confinement);

/// The environment of a worker process: the variables of this process that a worker is told,
/// as "NAME=VALUE": the locale, the time zone, resolver, TLS, loader and sanitizers. No other
/// variable reaches it.
std::vector<std::string> worker_environment();

}  // namespace porthole::confinement
