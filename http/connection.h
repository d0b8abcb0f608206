#pragma once

/// The socket of a client with the bytes that came and the answer that goes out. No call blocks.
///
/// Not Poco's: what sends head and body in one call, since its sendBytes() of buffers throws when
/// the socket takes no more, and raises SIGPIPE when the client has gone.
///
/// Thread safety: none; the event loop owns it.

#include <Poco/Net/StreamSocket.h>
#include <sys/socket.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "http/exchange.h"

namespace porthole::http {

/// The other end of a connection.
struct Peer {
  std::string address;  ///< Numeric, without brackets; "" when it is not known.
  std::uint16_t port = 0;
};
Peer peer_of(const sockaddr_storage& address);

class Connection {
 public:
  enum class Outcome {
    kDone,     ///< All that was asked for, or some of it for receive() and discard().
    kBlocked,  ///< The socket takes or gives no more just now.
    kGone,     ///< The client has closed, or the connection has failed.
  };

  /// `socket`: non-blocking; closed by the destructor.
  explicit Connection(int socket);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  const Poco::Net::StreamSocket& socket() const { return socket_; }

  /// Appends what has arrived to input(), up to `most` bytes of it.
  Outcome receive(std::size_t most);
  std::string_view input() const { return input_; }
  /// Removes the first `bytes` of input().
  void consume(std::size_t bytes);
  /// Reads and forgets.
  Outcome discard();

  void begin_answer(WireAnswer answer);
  Outcome send();
  std::size_t sent() const { return sent_; }
  std::size_t unsent() const { return answer_.head.size() + answer_.body.size() - sent_; }
  bool keeps() const { return answer_.keeps_connection; }
  /// Frees the answer.
  void end_answer();
  /// Tells the client that nothing more will come.
  void shut_down_sending();
  /// Bytes that the system still holds for a client that does not read them are dropped when this
  /// is destroyed.
  void reset_at_end();

 private:
  Poco::Net::StreamSocket socket_;
  std::string input_;
  WireAnswer answer_;
  std::size_t sent_ = 0;
};

}  // namespace porthole::http
