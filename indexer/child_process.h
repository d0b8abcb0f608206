#pragma once

/// ChildProcess: work in a process of its own, which may crash.
///
/// Xapian 1.4 ends the process after some failed writes (termination.h), and reads beyond its
/// memory in some damaged files. In a child that is an error like any other.
///
/// The child is a fork: it has a copy of the memory as it was, and must use no lock, thread or open
/// file that others use, standard streams included. It is killed when its parent ends.
///
/// Thread safety: one thread.

#include <sys/types.h>

#include <functional>
#include <string>

namespace porthole::indexer {

class ChildProcess {
 public:
  /// Starts `work`. `task` names it in errors: "the process that writes a part of it".
  /// Errors: throws std::filesystem::filesystem_error when there can be no process.
  ChildProcess(std::string task, const std::function<void()>& work);
  /// Ends the child if it was not waited for.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Waits for the end of the work. Errors: throws Xapian::DatabaseError with the message of the
  /// exception that ended the work, or with the signal that ended the child.
  void wait();

 private:
  std::string task_;
  int messages_ = -1;
  pid_t process_ = -1;
};

}  // namespace porthole::indexer
