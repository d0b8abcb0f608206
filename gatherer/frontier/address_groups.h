#pragma once

/// Which hosts one address answers for: under queue-mode "ip" they are one host to be polite to.
///
/// A name's address is known only once a request was made, so the first request of a host (its
/// robots.txt) may meet one of a neighbour.
///
/// Thread safety: one thread.

#include <string>
#include <unordered_map>
#include <vector>

#include "gatherer/frontier/frontier.h"

namespace porthole::gatherer {

class AddressGroups {
 public:
  /// `host` was answered from `address`; it leaves the group of the address that it had before.
  void learn(HostId host, const std::string& address);

  /// The other hosts of the same address, as far as they are known.
  std::vector<HostId> neighbours(HostId host) const;

 private:
  std::unordered_map<HostId, std::string> address_of_;
  std::unordered_map<std::string, std::vector<HostId>> hosts_at_;
};

}  // namespace porthole::gatherer
