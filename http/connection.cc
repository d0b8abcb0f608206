#include "http/connection.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace porthole::http {
namespace {

constexpr std::size_t kPiece = 16 << 10;
// Bytes of an answer that the system holds for a client that does not read.
constexpr int kSendBuffer = 128 << 10;

bool is_passing(int error) { return error == EAGAIN || error == EINTR; }

iovec part_behind(const std::string& bytes, std::size_t sent) {
  const std::size_t from = std::min(sent, bytes.size());
  return {const_cast<char*>(bytes.data()) + from, bytes.size() - from};
}

}  // namespace

Peer peer_of(const sockaddr_storage& address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (address.ss_family == AF_INET) {
    const auto& four = reinterpret_cast<const sockaddr_in&>(address);
    ::inet_ntop(AF_INET, &four.sin_addr, text.data(), text.size());
    return {text.data(), ntohs(four.sin_port)};
  }
  if (address.ss_family != AF_INET6) return {};
  const auto& six = reinterpret_cast<const sockaddr_in6&>(address);
  ::inet_ntop(AF_INET6, &six.sin6_addr, text.data(), text.size());
  return {text.data(), ntohs(six.sin6_port)};
}

Connection::Connection(int socket) : socket_(socket) {
  const int on = 1;
  ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  ::setsockopt(socket_, SOL_SOCKET, SO_SNDBUF, &kSendBuffer, sizeof kSendBuffer);
}

Connection::~Connection() { ::close(socket_); }

Connection::Outcome Connection::receive(std::size_t most) {
  std::array<char, kPiece> piece;
  const std::size_t wanted = std::min(piece.size(), most - std::min(most, input_.size()));
  if (wanted == 0) return Outcome::kBlocked;
  const ssize_t count = ::recv(socket_, piece.data(), wanted, 0);
  if (count < 0) return is_passing(errno) ? Outcome::kBlocked : Outcome::kGone;
  if (count == 0) return Outcome::kGone;
  input_.append(piece.data(), static_cast<std::size_t>(count));
  return Outcome::kDone;
}

void Connection::consume(std::size_t bytes) {
  std::string(std::string_view(input_).substr(std::min(bytes, input_.size()))).swap(input_);
}

Connection::Outcome Connection::discard() {
  std::array<char, kPiece> piece;
  const ssize_t count = ::recv(socket_, piece.data(), piece.size(), 0);
  if (count < 0) return is_passing(errno) ? Outcome::kBlocked : Outcome::kGone;
  return count == 0 ? Outcome::kGone : Outcome::kDone;
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
    const ssize_t count = ::sendmsg(socket_, &message, MSG_NOSIGNAL);
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

void Connection::shut_down_sending() { ::shutdown(socket_, SHUT_WR); }

void Connection::reset_at_end() {
  const linger at_once{1, 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

}  // namespace porthole::http
