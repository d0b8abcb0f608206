#pragma once

/// ProtocolWorker: runs the protocol handler of a plug-in in a sandbox process.
///
/// In:  requests for URLs of its schemes.
/// Out: responses in the form of HTTP responses.
///
/// An exception, an invalid response or a crash of the handler fails only the current request with
/// kBroken, a timeout with kTimeout. After plugins::kMostFailures failures in a row the handler is
/// disabled: all later requests end as kForbidden.
///
/// Thread safety: none.

#include <chrono>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "base/clock.h"
#include "gatherer/fetch/fetcher.h"
#include "plugins/host/health.h"
#include "plugins/host/plugin_host.h"
#include "plugins/host/protocol_wire.h"
#include "plugins/host/worker_pool.h"

namespace porthole::gatherer {

class ProtocolWorker {
 public:
  /// `patience` is the timeout of a fetch.
  ///
  /// Errors: those of plugins::WorkerPool::make().
  static Result<ProtocolWorker> make(Protocol protocol, std::chrono::milliseconds patience,
                                     const std::vector<collection::AllowedAddresses>& allow);

  ProtocolWorker(ProtocolWorker&&) = default;
  ProtocolWorker& operator=(ProtocolWorker&&) = default;

  const Protocol& protocol() const { return protocol_; }
  const plugins::Health& health() const { return health_; }

  void start(FetchRequest request);
  /// Number of requests taken and not yet returned.
  int under_way() const;
  /// The time at which collect() must be called even if no descriptor is ready.
  SteadyTime deadline() const;
  void add_poll_fds(std::vector<pollfd>& fds) const { workers_.add_poll_fds(fds); }
  /// Appends the completed responses.
  void collect(std::vector<FetchResponse>& done);

 private:
  ProtocolWorker(Protocol protocol, std::chrono::milliseconds patience,
                 plugins::WorkerPool workers);
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
  std::string aside_;  ///< Why the handler is disabled; "" while it is enabled.
  std::deque<FetchRequest> waiting_;
  std::map<std::uint64_t, Running> running_;  ///< By ticket.
};

}  // namespace porthole::gatherer
