#pragma once

/// AddressPolicy: decides which IP addresses may be connected to (protection against SSRF).
///
/// In:  the address that a socket is about to connect to, after name resolution.
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
/// inside an IPv4-mapped, 6to4, NAT64 or Teredo address. <allow> in the specification permits the
/// addresses and ports that it lists; the gateway is always allowed.
///
/// Source: the special-purpose address registries (RFC 6890); each range has its own in the table
/// of address_policy.cc.
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

  /// "127.0.0.1 port 80 is loopback (RFC 1122)", or "" if the address is allowed.
  std::string why_not(const sockaddr* address, socklen_t size) const;

 private:
  using Bytes = std::array<std::uint8_t, 16>;  // IPv6, or IPv4 as IPv4-mapped
  struct Range {
    Bytes bytes{};
    int bits = 0;
  };
  struct Exception {
    std::vector<Range> ranges;
    std::vector<std::pair<int, int>> ports;  // inclusive; empty = all
  };

  static Result<Range> parse_range(const std::string& text);
  static Result<Exception> gateway_exception(const std::string& gateway);
  bool is_excepted(const Bytes& address, int port) const;

  std::vector<Exception> exceptions_;
};

}  // namespace porthole::gatherer
