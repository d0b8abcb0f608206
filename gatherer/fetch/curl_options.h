#pragma once

/// Options of the HTTP client (curl_fetcher.h).

#include <sys/socket.h>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "base/url/url.h"
#include "gatherer/fetch/fetcher.h"

namespace porthole::gatherer {

/// Accepts or rejects the address of a connection before it is made; a rejection writes its reason
/// to `why`.
using AddressFilter =
    std::function<bool(const sockaddr* address, socklen_t size, std::string& why)>;

/// Requests may be sent now.
using MayAsk = std::function<bool()>;

struct CurlFetcherOptions {
  std::string user_agent;
  std::string accept_language;  ///< Sent as Accept-Language when not empty.
  FetchTimeouts timeouts;
  int max_connections = kMaxConnections;
  /// Called with the address of every new connection; a rejected one ends as kForbidden. Empty: all
  /// addresses are allowed. The gateway's address is not checked.
  AddressFilter address_allowed;
  /// Called when a connection is there, before the request is sent; after "no" it ends as kBroken.
  /// Empty: requests may always be sent.
  MayAsk may_ask;
  std::optional<Url> gateway;          ///< http; only its host and port count.
  std::filesystem::path certificates;  ///< PEM file of trusted issuers; "" = the system's.
};

}  // namespace porthole::gatherer
