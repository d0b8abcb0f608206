#include "tests/support/loopback_client.h"

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <stdexcept>
#include <utility>

namespace porthole::testing {
namespace {

constexpr std::chrono::minutes kPatience{1};

std::size_t length_of(std::string_view head) {
  constexpr std::string_view kName = "\r\nContent-Length: ";
  const std::size_t at = head.find(kName);
  if (at == std::string_view::npos) return 0;
  return std::strtoul(std::string(head.substr(at + kName.size())).c_str(), nullptr, 10);
}

}  // namespace

LoopbackClient::LoopbackClient(std::uint16_t port, Buffer buffer)
    : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  const int small = 4096;
  if (buffer == Buffer::kSmall) ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_port = htons(port);
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket_, reinterpret_cast<const sockaddr*>(&place), sizeof place) == 0) return;
  ::close(socket_);
  throw std::runtime_error("no connection");
}

LoopbackClient::LoopbackClient(LoopbackClient&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)), received_(std::move(other.received_)) {}

LoopbackClient::~LoopbackClient() {
  if (socket_ >= 0) ::close(socket_);
}

bool LoopbackClient::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

std::string LoopbackClient::read_answer() {
  for (;;) {
    const std::size_t end = received_.find("\r\n\r\n");
    if (end != std::string::npos) {
      const std::size_t all = end + 4 + length_of(std::string_view(received_).substr(0, end));
      if (received_.size() >= all) {
        std::string answer = received_.substr(0, all);
        received_.erase(0, all);
        return answer;
      }
    }
    if (!receive()) return std::exchange(received_, {});
  }
}

std::string LoopbackClient::read_some(std::size_t most) {
  if (received_.empty()) receive(most);
  return std::exchange(received_, {});
}

std::string LoopbackClient::read_all() {
  while (receive()) continue;
  return std::exchange(received_, {});
}

bool LoopbackClient::has_news(std::chrono::milliseconds time) const {
  pollfd state{socket_, POLLIN, 0};
  return ::poll(&state, 1, static_cast<int>(time.count())) > 0;
}

bool LoopbackClient::is_closed() {
  while (has_news(kPatience)) {
    if (!receive()) return true;
    received_.clear();
  }
  return false;
}

bool LoopbackClient::is_ended_unread() const {
  pollfd state{socket_, 0, 0};
  return ::poll(&state, 1, static_cast<int>(std::chrono::milliseconds(kPatience).count())) > 0;
}

bool LoopbackClient::receive(std::size_t most) {
  if (!has_news(kPatience)) return false;
  std::array<char, 64 << 10> piece;
  const ssize_t count = ::recv(socket_, piece.data(), std::min(most, piece.size()), 0);
  if (count <= 0) return false;
  received_.append(piece.data(), static_cast<std::size_t>(count));
  return true;
}

std::string get_request(std::string_view target) {
  return "GET " + std::string(target) + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
}

std::string ask(std::uint16_t port, std::string_view target) {
  LoopbackClient client(port);
  client.send("GET " + std::string(target) +
              " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  return client.read_all();
}

std::string_view body_of(std::string_view answer) {
  return answer.substr(std::min(answer.find("\r\n\r\n") + 4, answer.size()));
}

}  // namespace porthole::testing
