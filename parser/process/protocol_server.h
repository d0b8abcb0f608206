#pragma once

/// ProtocolServer: runs a protocol handler in the sandbox process, with the addresses that it may
/// connect to.
///
/// In:  the host's setup (plugins/host/setup.h), then jobs (plugins/host/protocol_wire.h).
/// Out: replies; an exception of the handler becomes a reply, too.

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

  /// The reply, as a frame; absent if the job is invalid.
  std::optional<std::string> answer(std::string_view body);

 private:
  plugins::FetchReply fetch(plugins::FetchJob& job);
  /// Resolves the host and fills in the allowed addresses. "" or why none is allowed.
  plugins::FetchReply look_up(plugins::FetchJob& job) const;

  std::optional<plugins::PluginUse> use_;
  std::optional<gatherer::AddressPolicy> policy_;
  std::unique_ptr<ProtocolHandler> handler_;  ///< Created on first use.
};

}  // namespace porthole::parser
