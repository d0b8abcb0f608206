#pragma once

/// Finds the client of a request that came through proxies, by X-Forwarded-For or Forwarded
/// (RFC 7239).
///
///   const Result<Proxies> proxies = Proxies::parse({"127.0.0.1", "10.0.0.0/8"});
///   proxies->client_of("127.0.0.1", request)   // the address that this proxy has added
///
/// Any client can send these fields. So they are read from the last entry, which the proxy in front
/// has added, to the first, and only while the address that tells an entry is a proxy named here.
///
/// Thread safety: const members, any thread.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "http/peer_limit.h"
#include "http/request.h"

namespace porthole::http {

class Proxies {
 public:
  /// No proxies: no field is read.
  Proxies() = default;
  /// `networks`: addresses ("::1", "192.0.2.7") and networks ("10.0.0.0/8", "fd00::/8").
  ///
  /// Errors: kInvalid, naming the one that is neither.
  static Result<Proxies> parse(const std::vector<std::string>& networks);

  /// `address`: numeric, without port or brackets.
  bool contains(std::string_view address) const;
  /// The address of the client; `peer` unless that is a proxy which names another. X-Forwarded-For
  /// goes before Forwarded, which is read only without it: a proxy that sets Forwarded has to
  /// remove X-Forwarded-For.
  std::string client_of(const std::string& peer, const Request& request) const;

 private:
  struct Network {
    AddressBytes address{};
    int prefix = 0;  // bits of `address` that count

    bool contains(const AddressBytes& other) const;
  };

  static std::optional<Network> read_network(std::string_view text);

  std::vector<Network> networks_;
};

}  // namespace porthole::http
