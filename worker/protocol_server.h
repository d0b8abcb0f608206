#pragma once

/// A protocol handler and the addresses that it may speak to, in a worker process.
///
/// In:  what the host sent (hosting/setup.h), then jobs (hosting/protocol_wire.h).
/// Out: replies; whatever the handler throws is one.

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "gatherer/address_policy.h"
#include "hosting/protocol_wire.h"
#include "hosting/setup.h"
#include "plugins/protocol_handler.h"

namespace porthole::worker {

class ProtocolServer {
 public:
  void set_up(const hosting::Setup& setup);

  /// The reply, as a frame; nothing when the job makes no sense.
  std::optional<std::string> answer(std::string_view body);

 private:
  hosting::FetchReply fetch(hosting::FetchJob& job);
  /// Fills in the addresses. "" or what speaks against all of them.
  hosting::FetchReply look_up(hosting::FetchJob& job) const;

  std::optional<hosting::PluginUse> use_;
  std::optional<gatherer::AddressPolicy> policy_;
  std::unique_ptr<ProtocolHandler> handler_;  ///< Made when it is first needed.
};

}  // namespace porthole::worker
