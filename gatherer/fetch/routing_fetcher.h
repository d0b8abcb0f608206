#pragma once

/// The Fetcher that sends each request to whoever speaks its scheme: http and https, and all that
/// nobody else speaks, to the Fetcher that it owns; a plugged-in scheme to its handler.
///
/// A handler runs in a process of its own (gatherer/fetch/protocol_worker.h), so that a slow one holds up
/// neither the web nor the other handlers, and a crash costs a page. poll() waits for all at once.
///
/// Thread safety: one thread.

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "gatherer/fetch/fetcher.h"
#include "plugins/host/plugin_host.h"
#include "gatherer/fetch/protocol_worker.h"

namespace porthole::gatherer {

class RoutingFetcher : public Fetcher {
 public:
  /// Requires: `web` is not null; no scheme is named twice, and neither http nor https.
  RoutingFetcher(std::unique_ptr<Fetcher> web, std::vector<ProtocolWorker> protocols);
  ~RoutingFetcher() override;

  void start(FetchRequest request) override;
  int under_way() const override;
  void plugins_in_trouble(std::vector<PluginRecord>& records) const override;
  void poll(std::chrono::milliseconds timeout, std::vector<pollfd>& others,
            std::vector<FetchResponse>& done) override;

 private:
  /// Appends what the handlers have answered, and says whether that was anything.
  bool collect(std::vector<FetchResponse>& done);
  SteadyTime next_deadline() const;

  std::unique_ptr<Fetcher> web_;
  std::vector<ProtocolWorker> workers_;
  std::map<std::string, std::size_t, std::less<>> by_scheme_;  ///< Places in workers_.
};

}  // namespace porthole::gatherer
