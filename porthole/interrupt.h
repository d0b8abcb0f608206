#pragma once

/// Handles SIGINT, SIGTERM and SIGHUP: the first signal asks to finish requests in flight and save,
/// the second to stop at once.

#include <signal.h>

#include <atomic>
#include <chrono>

namespace porthole::cli {

/// Servers that are told to stop have ended by then, whatever their clients do.
inline constexpr std::chrono::seconds kStopTime{5};

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
  /// For what remains to be done after a signal by a program that has nothing to save: the next
  /// signal ends the process at once with exit_code(), and so does the end of `time`. Returns at
  /// once.
  void end_within(std::chrono::seconds time) const;
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
