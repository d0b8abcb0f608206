#pragma once

/// AddressPolicy: decides which IP addresses and ports may be connected to (protection against
/// SSRF).
///
/// In:  the address and port that a socket is about to connect to, after name resolution.
/// Out: allowed, or the reason for rejection.
///
///   Result<AddressPolicy> policy = AddressPolicy::make(specification.network);
///   options.address_allowed = [&](const sockaddr* address, socklen_t size, std::string& why) {
///     why = policy->why_not(address, size);
///     return why.empty();
///   };
///
/// Only global unicast addresses are allowed: no private, loopback, link-local, shared, multicast,
/// unspecified, documentation or reserved ones, for any host name or spelling, and none of them
/// inside an IPv4-mapped, 6to4, NAT64 or Teredo address. Ports of other services
/// (base/url/ports.h) are refused at every address, but for that of the URL's own scheme. <allow>
/// in the specification permits the addresses and ports that it lists; the gateway is always
/// allowed.
///
/// Every connection that the crawl makes is judged here: pages, redirects, robots.txt, sitemaps and
/// feeds over HTTP, and those of the protocols of plug-ins, with those that a server asks for.
///
/// Source: the special-purpose address registries (RFC 6890); each range has its own in the table
/// of address_policy.cc. The Fetch standard for ports.
/// Thread safety: const members may be called from any thread.

#include <sys/socket.h>

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "collection/specification.h"

namespace porthole::gatherer {

class AddressPolicy {
 public:
  /// Errors: kInvalid for an invalid address, range or port of <allow>, or an invalid gateway.
  static Result<AddressPolicy> make(const collection::Network& network);

  /// "127.0.0.1 port 80 is loopback (RFC 1122)", or "" if the address is allowed. `own_port` is the
  /// default port of the URL's scheme, which is not refused for what else it is; 0 for none.
  std::string why_not(const sockaddr* address, socklen_t size, int own_port = 0) const;

  /// The same for a connection to a port that a server has chosen (FTP data): a port below 1024 is
  /// refused, too. `address` is a numeric one.
  std::string why_not_chosen(const std::string& address, int port) const;

 private:
  using Bytes = std::array<std::uint8_t, 16>;  // IPv6, or IPv4 as IPv4-mapped
  struct Range {
    Bytes bytes{};
    int bits = 0;
  };
  struct Exception {
    std::vector<Range> ranges;               // empty = global addresses, for the ports alone
    std::vector<std::pair<int, int>> ports;  // inclusive; empty = all

    bool has_address(const Bytes& address) const;
    bool has_port(int port) const;
  };

  static Result<Range> parse_range(const std::string& text);
  static Result<Exception> gateway_exception(const std::string& gateway);
  bool is_excepted(const Bytes& address, int port) const;
  /// True if an <allow> for the address, or for all global ones, names the port.
  bool names_port(const Bytes& address, int port) const;
  std::string objection_to(const Bytes& address, int port, int own_port) const;

  std::vector<Exception> exceptions_;
};

}  // namespace porthole::gatherer
