#pragma once

/// The system calls of a test on files: each can be made to fail, and syncs are noted.
///
///   for (int call = 1;; ++call) {
///     FailingCall failing(call);
///     ... what is tested: it says that it failed, and what it had promised before holds ...
///     if (!failing.happened()) break;  // It makes fewer calls.
///   }
///
/// A program that uses this header has the C library's open, pread, pwrite, ftruncate, fdatasync,
/// fsync, fstat and flock replaced, for all of its threads; only those of the thread that made an
/// object fail or are noted.

#include <cerrno>
#include <string>
#include <vector>

namespace porthole::testing {

/// While it lives, the `number`-th of these calls of this thread (from 1) fails with `error`. One
/// at a time.
class FailingCall {
 public:
  explicit FailingCall(int number, int error = EIO);
  ~FailingCall();
  FailingCall(const FailingCall&) = delete;
  FailingCall& operator=(const FailingCall&) = delete;

  bool happened() const;
};

/// While it lives, the `number`-th time (from 1) that this thread opens a file whose path ends with
/// `path` fails with `error`. One at a time.
class FailingOpen {
 public:
  FailingOpen(int number, std::string path, int error = EIO);
  ~FailingOpen();
  FailingOpen(const FailingOpen&) = delete;
  FailingOpen& operator=(const FailingOpen&) = delete;

  bool happened() const;
};

/// Names of the files that this thread synced, in order; the caller may clear it.
std::vector<std::string>& synced_files();

}  // namespace porthole::testing
