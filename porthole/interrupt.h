#pragma once

/// Handles SIGINT, SIGTERM and SIGHUP: the first signal asks to finish requests in flight and save,
/// the second to stop at once.

#include <signal.h>

#include <atomic>

namespace porthole::cli {

/// Counts SIGINT, SIGTERM and, unless it is ignored (nohup), SIGHUP during its lifetime. At most
/// one object in a process.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// 0: no signal yet; 1: finish; 2 or more: stop at once.
  const std::atomic<int>& count() const;
  /// As count(), as a flag for work that ends at the next safe point.
  const std::atomic<bool>& stop() const;
  bool happened() const { return count().load() > 0; }
  /// 130 for SIGINT, 143 for the others.
  int exit_code() const;
  /// Sleeps until a signal comes.
  void wait() const;
};

/// Blocks these signals in threads started during its lifetime, so that the main thread, in
/// Interrupt::wait(), receives them.
class SignalsForMainThread {
 public:
  SignalsForMainThread();
  ~SignalsForMainThread();
  SignalsForMainThread(const SignalsForMainThread&) = delete;
  SignalsForMainThread& operator=(const SignalsForMainThread&) = delete;

 private:
  sigset_t before_;
};

}  // namespace porthole::cli
