#pragma once

/// Limits the open connections of each client address, so that one client cannot take all threads.
///
///   PeerLimit limit({.per_peer = 16});
///   const PeerLimit::Ticket ticket = limit.admit(socket.peerAddress().host().toString());
///   if (!ticket) refuse();
///
/// A peer is an IPv4 address, or the /64 network of an IPv6 address, since one household has a
/// whole network. Thread safety: any thread. Lifetime: outlives its tickets.

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace porthole::http {

/// IPv4 as ::ffff:0:0/96 (RFC 4291, section 2.5.5.2).
using AddressBytes = std::array<std::uint8_t, 16>;
/// Numeric, without port or brackets; an interface ("fe80::1%eth0") is left out. Not Poco's
/// IPAddress, which reads "1" as 0.0.0.1.
std::optional<AddressBytes> read_address(std::string_view text);

class PeerLimit {
 public:
  struct Limits {
    int per_peer = 16;
    int per_loopback = 0;  ///< For 127.0.0.0/8 and ::1, where a proxy may run; 0 = no limit.
  };

  /// Counts a connection until it is destroyed. Converts to false when the limit is reached.
  class Ticket {
   public:
    Ticket(Ticket&& other) noexcept
        : limit_(std::exchange(other.limit_, nullptr)), peer_(std::move(other.peer_)) {}
    Ticket& operator=(Ticket&&) = delete;
    ~Ticket();
    explicit operator bool() const { return limit_ != nullptr; }

   private:
    friend class PeerLimit;
    Ticket(PeerLimit* limit, std::string peer) : limit_(limit), peer_(std::move(peer)) {}
    PeerLimit* limit_;
    std::string peer_;
  };

  explicit PeerLimit(const Limits& limits) : limits_(limits) {}

  /// `address`: numeric, without port or brackets.
  Ticket admit(const std::string& address);

 private:
  const Limits limits_;
  std::mutex mutex_;
  std::map<std::string, int> open_;
};

}  // namespace porthole::http
