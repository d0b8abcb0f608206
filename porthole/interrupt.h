#pragma once

/// Ctrl-C, kill and a closed terminal: the first asks to finish what is in flight and save, the
/// second to stop now.

#include <signal.h>

#include <atomic>

namespace porthole::cli {

/// Counts SIGINT, SIGTERM and, unless it is ignored (nohup), SIGHUP while it lives; one at a time
/// in a process.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// 0 = none yet; 1 = finish; 2 or more = stop now.
  const std::atomic<int>& count() const;
  /// The same as a flag, for work that ends at the next good moment whatever the count.
  const std::atomic<bool>& stop() const;
  bool happened() const { return count().load() > 0; }
  /// 130 for SIGINT, 143 for the others.
  int exit_code() const;
  /// Sleeps until a signal comes.
  void wait() const;
};

/// Threads started while it lives leave these signals to the others, so that Interrupt::wait() in
/// the main thread hears of them.
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
