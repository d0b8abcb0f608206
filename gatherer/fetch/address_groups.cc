#include "gatherer/fetch/address_groups.h"

namespace porthole::gatherer {

void AddressGroups::learn(HostId host, const std::string& address) {
  if (address.empty()) return;
  std::string& known = address_of_[host];
  if (known == address) return;
  if (!known.empty()) std::erase(hosts_at_[known], host);
  known = address;
  hosts_at_[address].push_back(host);
}

std::vector<HostId> AddressGroups::neighbours(HostId host) const {
  const auto address = address_of_.find(host);
  if (address == address_of_.end()) return {};
  std::vector<HostId> others = hosts_at_.at(address->second);
  std::erase(others, host);
  return others;
}

}  // namespace porthole::gatherer
