#include "http/peer_limit.h"

#include <arpa/inet.h>

#include <string_view>

namespace porthole::http {
namespace {

struct Peer {
  std::string name;  ///< The bytes that identify the peer.
  bool loopback = false;
};

Peer ipv4_peer(std::string_view bytes) { return {std::string(bytes), bytes[0] == 127}; }

Peer peer_of(const std::string& address) {
  char bytes[16] = {};
  if (::inet_pton(AF_INET, address.c_str(), bytes) == 1) return ipv4_peer({bytes, 4});
  // A link-local address may carry its interface: "fe80::1%eth0".
  if (::inet_pton(AF_INET6, address.substr(0, address.find('%')).c_str(), bytes) != 1)
    return {address};
  const std::string_view all(bytes, 16);
  constexpr std::string_view kMapped("\0\0\0\0\0\0\0\0\0\0\xFF\xFF", 12);  // RFC 4291 2.5.5.2
  if (all.starts_with(kMapped)) return ipv4_peer(all.substr(12));
  constexpr std::string_view kLoopback("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1", 16);  // RFC 4291 2.5.3
  return {std::string(all.substr(0, 8)), all == kLoopback};
}

}  // namespace

PeerLimit::Ticket::~Ticket() {
  if (limit_ == nullptr) return;
  const std::lock_guard lock(limit_->mutex_);
  const auto found = limit_->open_.find(peer_);
  if (--found->second == 0) limit_->open_.erase(found);
}

PeerLimit::Ticket PeerLimit::admit(const std::string& address) {
  Peer peer = peer_of(address);
  const int most = peer.loopback ? limits_.per_loopback : limits_.per_peer;
  const std::lock_guard lock(mutex_);
  int& open = open_[peer.name];
  if (most > 0 && open >= most) return {nullptr, {}};
  ++open;
  return {this, std::move(peer.name)};
}

}  // namespace porthole::http
