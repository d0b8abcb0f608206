#pragma once

/// Parsers for options that name an address.

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace porthole::cli {

// Parsers for the arguments of --listen and --host.

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

// Checks the argument of --gateway.

/// An http URL, or "" for no gateway. Errors: kUsage.
Result<void> check_gateway(const std::string& gateway);

// Parser for the argument of --public-url.

struct PublicUrl {
  std::string origin;  ///< "https://search.example.org", without a slash at the end.
  std::string host;    ///< "search.example.org", without a port.
};

/// An http or https URL without a path, query, user name or password. Errors: kUsage.
Result<PublicUrl> parse_public_url(const std::string& text);

}  // namespace porthole::cli
