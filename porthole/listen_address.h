#pragma once

/// Parser for the argument of --listen.

#include <cstdint>
#include <string>

#include "base/result.h"

namespace porthole::cli {

struct ListenAddress {
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;  ///< 0: any free port.
};

/// "127.0.0.1:8080", "[::1]:8080", "localhost:8080", or a port alone. Errors: kUsage.
Result<ListenAddress> parse_listen_address(const std::string& text);

}  // namespace porthole::cli
