#pragma once

/// One plugged-in protocol and the thread that its handler runs in.
///
/// In:  requests for URLs of its schemes.
/// Out: answers in the form of the web's, in the order of the requests.
///
/// What a handler does wrong costs the page at hand: an exception, or an answer that is none,
/// becomes kBroken. The handler is set aside, with a warning, after kMostFailures in a row, and
/// when it takes longer than it may, since a thread cannot be stopped from outside: what it was
/// asked for then is kTimeout, and all that is asked afterwards kForbidden.
///
/// Thread safety: one thread, the handler's own aside.

#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "gatherer/fetcher.h"
#include "gatherer/plugin_host.h"

namespace porthole::gatherer {

/// Becomes readable when an answer is ready. Shared with the threads that answer, which may outlive
/// everybody else.
class WakeUp {
 public:
  WakeUp();  ///< Throws std::system_error when the process has no descriptor left.
  ~WakeUp();
  WakeUp(const WakeUp&) = delete;
  WakeUp& operator=(const WakeUp&) = delete;

  int descriptor() const { return descriptor_; }
  void signal() const;
  void clear() const;

 private:
  int descriptor_;
};

class ProtocolWorker {
 public:
  static constexpr int kMostFailures = 10;

  /// `patience` is how long a fetch may take.
  ProtocolWorker(Protocol protocol, std::chrono::milliseconds patience,
                 std::shared_ptr<WakeUp> wake);
  /// Waits a moment for a fetch that is under way, then leaves it to itself.
  ~ProtocolWorker();
  ProtocolWorker(const ProtocolWorker&) = delete;
  ProtocolWorker& operator=(const ProtocolWorker&) = delete;

  void start(FetchRequest request);
  /// Requests taken and not yet handed back.
  int under_way() const;
  /// When collect() may have to give the handler up; SteadyTime::max() while it has nothing to do.
  SteadyTime deadline() const;
  /// Appends the answers that are there at `now`.
  void collect(SteadyTime now, std::vector<FetchResponse>& done);

 private:
  struct State;
  std::shared_ptr<State> state_;  // The thread's, too.
  std::thread thread_;
};

}  // namespace porthole::gatherer
