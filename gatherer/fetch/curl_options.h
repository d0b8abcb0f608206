#pragma once

/// Options of the HTTP client.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <sys/socket.h>

#include "base/url/url.h"
#include "gatherer/fetch/limits.h"

namespace porthole::gatherer {

/// Decides on the address of a connection before it is made; puts into `why` what speaks against
/// it.
using AddressFilter =
    std::function<bool(const sockaddr* address, socklen_t size, std::string& why)>;

struct CurlFetcherOptions {
  std::string user_agent;
  std::string accept_language;  ///< Sent as Accept-Language when not empty.
  FetchTimeouts timeouts;
  int max_connections = kMaxConnections;
  /// Asked for every connection that is opened, on the address that is connected to. Refused by it:
  /// kForbidden. Empty = all are allowed. Not asked about the gateway.
  AddressFilter address_allowed;
  std::optional<Url> gateway;          ///< http; only its host and port count.
  std::filesystem::path certificates;  ///< PEM file of trusted issuers; "" = the system's.
};

}  // namespace porthole::gatherer
