#include "http/peer_limit.h"

#include <arpa/inet.h>

namespace porthole::http {
namespace {

struct Peer {
  std::string name;  ///< The bytes that identify the peer.
  bool loopback = false;
};

Peer peer_of(const std::string& address) {
  const std::optional<AddressBytes> bytes = read_address(address);
  if (!bytes) return {address};
  const std::string all(bytes->begin(), bytes->end());
  if (all.starts_with(std::string_view("\0\0\0\0\0\0\0\0\0\0\xFF\xFF", 12)))
    return {all, (*bytes)[12] == 127};
  constexpr std::string_view kLoopback("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1", 16);  // RFC 4291 2.5.3
  return {all.substr(0, 8), all == kLoopback};
}

}  // namespace

std::optional<AddressBytes> read_address(std::string_view text) {
  const std::string address(text.substr(0, text.find('%')));
  AddressBytes bytes{};
  if (::inet_pton(AF_INET6, address.c_str(), bytes.data()) == 1) return bytes;
  bytes = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
  if (::inet_pton(AF_INET, address.c_str(), bytes.data() + 12) == 1) return bytes;
  return std::nullopt;
}

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
