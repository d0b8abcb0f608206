#pragma once

/// A protocol handler and the addresses that it may speak to, in a worker process.
///
/// In:  what the host sent (plugins/host/setup.h), then jobs (plugins/host/protocol_wire.h).
/// Out: replies; whatever the handler throws is one.

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "plugins/host/address_policy.h"
#include "plugins/host/protocol_wire.h"
#include "plugins/host/setup.h"
#include "plugins/protocol_handler.h"

namespace porthole::parser {

class ProtocolServer {
 public:
  void set_up(const plugins::Setup& setup);

  /// The reply, as a frame; nothing when the job makes no sense.
  std::optional<std::string> answer(std::string_view body);

 private:
  plugins::FetchReply fetch(plugins::FetchJob& job);
  /// Fills in the addresses. "" or what speaks against all of them.
  plugins::FetchReply look_up(plugins::FetchJob& job) const;

  std::optional<plugins::PluginUse> use_;
  std::optional<gatherer::AddressPolicy> policy_;
  std::unique_ptr<ProtocolHandler> handler_;  ///< Made when it is first needed.
};

}  // namespace porthole::parser
