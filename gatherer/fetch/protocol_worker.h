#pragma once

/// One plugged-in protocol and the worker process that its handler runs in.
///
/// In:  requests for URLs of its schemes.
/// Out: answers in the form of the web's.
///
/// What a handler does wrong costs the page at hand: an exception, an answer that is none or a crash
/// becomes kBroken, more time than it may take kTimeout. After plugins::kMostFailures in a row it is
/// set aside: all that is asked afterwards is kForbidden.
///
/// Thread safety: none.

#include <chrono>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "base/clock.h"
#include "gatherer/fetch/fetcher.h"
#include "plugins/host/plugin_host.h"
#include "plugins/host/health.h"
#include "plugins/host/protocol_wire.h"
#include "plugins/host/worker_pool.h"

namespace porthole::gatherer {

class ProtocolWorker {
 public:
  /// `patience` is how long a fetch may take.
  ///
  /// Errors: those of plugins::WorkerPool::make().
  static Result<ProtocolWorker> make(Protocol protocol, std::chrono::milliseconds patience,
                                     const std::vector<collection::AllowedAddresses>& allow);

  ProtocolWorker(ProtocolWorker&&) = default;
  ProtocolWorker& operator=(ProtocolWorker&&) = default;

  const Protocol& protocol() const { return protocol_; }
  const plugins::Health& health() const { return health_; }

  void start(FetchRequest request);
  /// Requests taken and not yet handed back.
  int under_way() const;
  /// When collect() has to be called even if no descriptor is ready.
  SteadyTime deadline() const;
  void add_poll_fds(std::vector<pollfd>& fds) const { workers_.add_poll_fds(fds); }
  /// Appends the answers that are there.
  void collect(std::vector<FetchResponse>& done);

 private:
  ProtocolWorker(Protocol protocol, std::chrono::milliseconds patience, plugins::WorkerPool workers);
  void hand_out();
  FetchResponse response_of(const FetchRequest& request, plugins::WorkerPool::Done& answer) const;

  struct Running {
    FetchRequest request;
    WallTime started;
  };

  Protocol protocol_;
  std::chrono::milliseconds patience_;
  plugins::WorkerPool workers_;
  plugins::Health health_;
  std::string aside_;  ///< Why the handler is not asked any more; "" while it is.
  std::deque<FetchRequest> waiting_;
  std::map<std::uint64_t, Running> running_;  ///< By ticket.
};

}  // namespace porthole::gatherer
