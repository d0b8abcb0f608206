#pragma once

/// The system calls of each class of worker, as a seccomp filter (libseccomp).
///
/// Thread safety: none.

#include "base/confinement/worker_class.h"

namespace porthole::confinement {

/// True if the kernel has seccomp filters that fail a call.
bool has_seccomp();

enum class Writing : unsigned char {
  kForbidden,   ///< No file is opened for writing, made, renamed or removed.
  kByLandlock,  ///< The class may; Landlock says where.
};

/// Limits the calling process and all that it starts to the calls of `worker_class`; all others
/// fail with EPERM. Returns false if the kernel cannot.
/// Requires: one thread, and no_new_privs is set.
bool restrict_system_calls(WorkerClass worker_class, Writing writing);

}  // namespace porthole::confinement
