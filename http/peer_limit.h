#pragma once

/// How many connections each peer has open, so that nobody takes all the threads of a server.
///
///   PeerLimit limit({.per_peer = 16});
///   const PeerLimit::Ticket ticket = limit.admit(socket.peerAddress().host().toString());
///   if (!ticket) refuse();
///
/// A peer is an IPv4 address, or the 64-bit network of an IPv6 address: one household has that
/// many. Thread safety: any thread. Lifetime: outlives its tickets.

#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace porthole::http {

class PeerLimit {
 public:
  struct Limits {
    int per_peer = 16;
    int per_loopback = 0;  ///< For 127.0.0.0/8 and ::1, where a proxy may stand; 0 = none.
  };

  /// A connection that counts until this goes. Converts to false when it is one too many.
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

  /// `address` in numbers, without port or brackets.
  Ticket admit(const std::string& address);

 private:
  const Limits limits_;
  std::mutex mutex_;
  std::map<std::string, int> open_;
};

}  // namespace porthole::http
