#pragma once

/// RoutingFetcher: dispatches each request by URL scheme. Schemes of plug-ins go to their handlers,
/// all others to the Fetcher that it owns.
///
/// A handler runs in a sandbox process (gatherer/fetch/protocol_worker.h), so a slow handler delays
/// neither the web nor other handlers, and a crash loses one page. poll() waits for all of them
/// together.
///
/// Thread safety: one thread.

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "gatherer/fetch/fetcher.h"
#include "gatherer/fetch/protocol_worker.h"
#include "plugins/host/plugin_host.h"

namespace porthole::gatherer {

class RoutingFetcher : public Fetcher {
 public:
  /// Requires: `web` is not null; each scheme is registered once; http and https are not
  /// registered.
  RoutingFetcher(std::unique_ptr<Fetcher> web, std::vector<ProtocolWorker> protocols);
  ~RoutingFetcher() override;

  void start(FetchRequest request) override;
  int under_way() const override;
  void plugins_in_trouble(std::vector<PluginRecord>& records) const override;
  void poll(std::chrono::milliseconds timeout, std::vector<pollfd>& others,
            std::vector<FetchResponse>& done) override;

 private:
  /// Appends the responses of the handlers. Returns true if there were any.
  bool collect(std::vector<FetchResponse>& done);
  SteadyTime next_deadline() const;

  std::unique_ptr<Fetcher> web_;
  std::vector<ProtocolWorker> workers_;
  std::map<std::string, std::size_t, std::less<>> by_scheme_;  ///< Indexes into workers_.
};

}  // namespace porthole::gatherer
