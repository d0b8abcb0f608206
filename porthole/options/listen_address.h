#pragma once

/// Parsers for the arguments of --listen and --host.

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace porthole::cli {

struct ListenAddress {
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;  ///< 0: any free port.
};

/// "127.0.0.1:8080", "[::1]:8080", "localhost:8080", or a port alone. Errors: kUsage.
Result<ListenAddress> parse_listen_address(const std::string& text);

/// True for an address that this machine alone can reach.
bool is_loopback(const std::string& address);

/// Names that the Host field of a request may have: without scheme, port and path. Errors: kUsage.
Result<void> check_host_names(const std::vector<std::string>& names);

}  // namespace porthole::cli
