#include "http/connection.h"

#include <Poco/Exception.h>
#include <Poco/Net/SocketAddress.h>
#include <Poco/Net/StreamSocketImpl.h>
#include <netinet/in.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <utility>

namespace porthole::http {
namespace {

namespace net = Poco::Net;
using Piece = std::array<char, 16 << 10>;

bool is_passing(int error) { return error == EAGAIN || error == EINTR; }

iovec part_behind(const std::string& bytes, std::size_t sent) {
  const std::size_t from = std::min(sent, bytes.size());
  return {const_cast<char*>(bytes.data()) + from, bytes.size() - from};
}

/// Bytes that have arrived; 0 when there are none now, nothing when there will be no more.
std::optional<std::size_t> take(net::StreamSocket& socket, Piece& piece, std::size_t most) {
  try {
    const int count = socket.receiveBytes(piece.data(), static_cast<int>(most));
    if (count == 0) return std::nullopt;
    return static_cast<std::size_t>(std::max(count, 0));
  } catch (const Poco::Exception& error) {
    if (is_passing(error.code())) return 0;
    return std::nullopt;
  }
}

}  // namespace

Peer peer_of(const sockaddr_storage& address) {
  const bool is_six = address.ss_family == AF_INET6;
  if (!is_six && address.ss_family != AF_INET) return {};
  const net::SocketAddress place(
      reinterpret_cast<const sockaddr*>(&address),
      static_cast<socklen_t>(is_six ? sizeof(sockaddr_in6) : sizeof(sockaddr_in)));
  return {place.host().toString(), place.port()};
}

Connection::Connection(int socket) : socket_(new net::StreamSocketImpl(socket)) {
  socket_.setBlocking(false);
}

Connection::~Connection() { socket_.close(); }

Connection::Outcome Connection::receive(std::size_t most) {
  Piece piece;
  const std::size_t wanted = std::min(piece.size(), most - std::min(most, input_.size()));
  if (wanted == 0) return Outcome::kBlocked;
  const std::optional<std::size_t> count = take(socket_, piece, wanted);
  if (!count) return Outcome::kGone;
  input_.append(piece.data(), *count);
  return *count == 0 ? Outcome::kBlocked : Outcome::kDone;
}

void Connection::consume(std::size_t bytes) {
  std::string(std::string_view(input_).substr(std::min(bytes, input_.size()))).swap(input_);
}

Connection::Outcome Connection::discard() {
  Piece piece;
  const std::optional<std::size_t> count = take(socket_, piece, piece.size());
  if (!count) return Outcome::kGone;
  return *count == 0 ? Outcome::kBlocked : Outcome::kDone;
}

void Connection::begin_answer(WireAnswer answer) {
  answer_ = std::move(answer);
  sent_ = 0;
}

Connection::Outcome Connection::send() {
  while (unsent() > 0) {
    const std::size_t of_body = sent_ - std::min(sent_, answer_.head.size());
    std::array parts = {part_behind(answer_.head, sent_), part_behind(answer_.body, of_body)};
    msghdr message{};
    message.msg_iov = parts.data();
    message.msg_iovlen = parts.size();
    const ssize_t count = ::sendmsg(socket_.impl()->sockfd(), &message, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return is_passing(errno) ? Outcome::kBlocked : Outcome::kGone;
    sent_ += static_cast<std::size_t>(count);
  }
  return Outcome::kDone;
}

void Connection::end_answer() {
  answer_ = {};
  sent_ = 0;
}

void Connection::shut_down_sending() {
  try {
    socket_.shutdownSend();
  } catch (const Poco::Exception&) {
    return;  // The client has gone; the next read says so.
  }
}

void Connection::reset_at_end() { socket_.setLinger(true, 0); }

}  // namespace porthole::http
