#include "tests/support/site_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include "base/text/text.h"

namespace porthole::testing {
namespace {

constexpr std::size_t kLongestRequest = 1 << 20;

int checked(int result, const char* what) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), what);
  return result;
}

}  // namespace

std::string SiteRequest::header(std::string_view name) const {
  for (const std::string_view line : split(head, '\n')) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    if (equals_ignoring_case(line.substr(0, colon), name))
      return std::string(trim(line.substr(colon + 1)));
  }
  return {};
}

bool SiteConnection::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

void SiteConnection::wait_for_hang_up() {
  std::array<char, 4096> ignored;
  while (::recv(socket_, ignored.data(), ignored.size(), 0) > 0) {
  }
  keep_ = false;
}

void SiteConnection::reset_after() {
  const linger at_once{1, 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  keep_ = false;
}

bool SiteConnection::read_request() {
  std::size_t end = received_.find("\r\n\r\n");
  while (end == std::string::npos) {
    std::array<char, 16384> piece;
    const ssize_t got = ::recv(socket_, piece.data(), piece.size(), 0);
    if (got <= 0 || received_.size() > kLongestRequest) return false;
    received_.append(piece.data(), static_cast<std::size_t>(got));
    end = received_.find("\r\n\r\n");
  }
  request_.head = received_.substr(0, end + 4);
  received_.erase(0, end + 4);
  const std::string_view line = std::string_view(request_.head).substr(0, request_.head.find('\r'));
  const std::vector<std::string_view> words = split(line, ' ');
  request_.method = words.front();
  request_.target = words.size() > 1 ? words[1] : std::string_view();
  return read_body();
}

bool SiteConnection::read_body() {
  const std::size_t length = std::strtoul(request_.header("content-length").c_str(), nullptr, 10);
  while (received_.size() < length) {
    std::array<char, 16384> piece;
    const ssize_t got = ::recv(socket_, piece.data(), piece.size(), 0);
    if (got <= 0 || received_.size() > kLongestRequest) return false;
    received_.append(piece.data(), static_cast<std::size_t>(got));
  }
  request_.body = received_.substr(0, length);
  received_.erase(0, length);
  return true;
}

SiteServer::SiteServer() {
  listener_ = checked(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), "socket");
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  checked(::bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address), "bind");
  checked(::listen(listener_, SOMAXCONN), "listen");
  socklen_t size = sizeof address;
  checked(::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size), "getsockname");
  port_ = ntohs(address.sin_port);
  acceptor_ = std::thread([this] { accept_all(); });
}

SiteServer::~SiteServer() {
  stopping_ = true;
  ::shutdown(listener_, SHUT_RDWR);
  acceptor_.join();
  ::close(listener_);
  {
    const std::lock_guard lock(mutex_);
    for (const int socket : sockets_) ::shutdown(socket, SHUT_RDWR);
  }
  for (std::thread& thread : threads_) thread.join();
}

std::string SiteServer::url(std::string_view target) const {
  return "http://127.0.0.1:" + std::to_string(port_) + std::string(target);
}

void SiteServer::on(std::string target, Script script) {
  const std::lock_guard lock(mutex_);
  scripts_[std::move(target)] = std::move(script);
}

void SiteServer::answer(std::string target, std::string bytes) {
  on(std::move(target),
     [bytes = std::move(bytes)](SiteConnection& connection) { connection.send(bytes); });
}

void SiteServer::answer_and_close(std::string target, std::string bytes) {
  on(std::move(target), [bytes = std::move(bytes)](SiteConnection& connection) {
    connection.send(bytes);
    connection.close_after();
  });
}

void SiteServer::on_connection(Script script) {
  const std::lock_guard lock(mutex_);
  on_connection_ = std::move(script);
}

std::string SiteServer::page(std::string_view body, std::string_view fields) {
  std::string answer = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ";
  answer.append(std::to_string(body.size()))
      .append("\r\n")
      .append(fields)
      .append("\r\n")
      .append(body);
  return answer;
}

std::vector<SiteRequest> SiteServer::requests() const {
  const std::lock_guard lock(mutex_);
  return requests_;
}

void SiteServer::accept_all() {
  while (!stopping_) {
    const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (socket < 0) continue;
    const int number = ++connections_;
    const std::lock_guard lock(mutex_);
    sockets_.push_back(socket);
    threads_.emplace_back([this, socket, number] { serve(socket, number); });
  }
}

SiteServer::Script SiteServer::script_for(const std::string& target) const {
  const std::lock_guard lock(mutex_);
  const auto found = scripts_.find(target);
  if (found != scripts_.end()) return found->second;
  return [](SiteConnection& connection) {
    connection.send("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
  };
}

void SiteServer::serve(int socket, int number) {
  SiteConnection connection(socket);
  Script first;
  {
    const std::lock_guard lock(mutex_);
    first = on_connection_;
  }
  if (first) first(connection);
  while (connection.keep_ && connection.read_request()) {
    connection.request_.connection = number;
    {
      const std::lock_guard lock(mutex_);
      requests_.push_back(connection.request_);
    }
    script_for(connection.request_.target)(connection);
  }
  const std::lock_guard lock(mutex_);
  std::erase(sockets_, socket);
  ::close(socket);
}

}  // namespace porthole::testing
