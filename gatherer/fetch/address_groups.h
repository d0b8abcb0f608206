#pragma once

/// AddressGroups: groups the hosts that share an IP address. Queue mode "ip" applies politeness to
/// the group as if it were one host.
///
/// The address of a host is known only after its first request, so that request (its robots.txt)
/// may coincide with one to another host of the same address.
///
/// Thread safety: one thread.

#include <string>
#include <unordered_map>
#include <vector>

#include "gatherer/fetch/frontier.h"

namespace porthole::gatherer {

class AddressGroups {
 public:
  /// Records that `host` was reached at `address`, and removes it from the group of its previous
  /// address.
  void learn(HostId host, const std::string& address);

  /// The other known hosts with the same address.
  std::vector<HostId> neighbours(HostId host) const;

 private:
  std::unordered_map<HostId, std::string> address_of_;
  std::unordered_map<std::string, std::vector<HostId>> hosts_at_;
};

}  // namespace porthole::gatherer
