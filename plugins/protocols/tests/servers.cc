#include "plugins/protocols/tests/servers.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pwd.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <tuple>
#include <utility>

extern char** environ;

namespace porthole::testing {
namespace {

namespace fs = std::filesystem;

sockaddr_in loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  return address;
}

/// A socket bound to a port of the system's choice, and that port.
std::pair<int, int> bound() {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int reuse = 1;
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  if (::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &reuse, sizeof reuse) != 0 ||
      ::bind(socket, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
      ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    throw std::runtime_error("cannot bind a port of loopback");
  }
  return {socket, ntohs(address.sin_port)};
}

/// The same, listening.
std::pair<int, int> listening() {
  const auto [socket, port] = bound();
  if (::listen(socket, 64) != 0) throw std::runtime_error("cannot listen on loopback");
  return {socket, port};
}

bool can_be_connected_to(int port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_in address = loopback(port);
  const bool is_open =
      ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  ::close(socket);
  return is_open;
}

pid_t spawn_on(int socket, std::vector<std::string> command) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, socket, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, socket, STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::vector<char*> words;
  for (std::string& word : command) words.push_back(word.data());
  words.push_back(nullptr);
  pid_t child = 0;
  ::posix_spawn(&child, command.front().c_str(), &files, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  return child;
}

}  // namespace

std::string find_program(const std::string& name) {
  for (const char* folder : {"", "/usr/local/bin/", "/usr/bin/", "/bin/", "/usr/sbin/", "/sbin/"}) {
    const std::string path = folder + name;
    if (path.starts_with('/') && ::access(path.c_str(), X_OK) == 0) return path;
  }
  return {};
}

std::vector<std::string> without_rights(std::vector<std::string> command) {
  command.front() = find_program(command.front());
  if (::geteuid() != 0) return command;
  std::vector<std::string> longer = {find_program("setpriv"), "--reuid=nobody", "--regid=nogroup",
                                     "--clear-groups"};
  longer.insert(longer.end(), command.begin(), command.end());
  return longer;
}

std::string user_without_rights() {
  const passwd* user = ::getpwuid(::geteuid());
  return ::geteuid() == 0 || user == nullptr ? "nobody" : user->pw_name;
}

void hand_over(const fs::path& path) {
  if (::geteuid() != 0) return;
  const passwd* user = ::getpwnam("nobody");
  if (user == nullptr || ::lchown(path.c_str(), user->pw_uid, user->pw_gid) != 0) return;
  if (!fs::is_directory(path)) return;
  for (const auto& entry : fs::recursive_directory_iterator(path)) {
    if (::lchown(entry.path().c_str(), user->pw_uid, user->pw_gid) != 0) return;
  }
}

ReservedPort::ReservedPort() { std::tie(socket_, number_) = bound(); }

ReservedPort::~ReservedPort() { ::close(socket_); }

Inetd::Inetd(std::vector<std::string> command) : command_(std::move(command)) {
  std::tie(socket_, port_) = listening();
  thread_ = std::thread(&Inetd::serve, this);
}

Inetd::~Inetd() {
  ::shutdown(socket_, SHUT_RDWR);
  thread_.join();
  ::close(socket_);
  for (const pid_t child : children_) {
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
  }
}

void Inetd::serve() {
  for (int client = 0; (client = ::accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC)) >= 0;) {
    children_.push_back(spawn_on(client, command_));
    ::close(client);
  }
}

Server::Server(const std::vector<std::string>& command, int port)
    : program_(std::make_unique<Program>(
          command.front(), std::vector<std::string>(command.begin() + 1, command.end()))),
      port_(port) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!can_be_connected_to(port)) {
    if (std::chrono::steady_clock::now() > until) {
      program_->send(SIGTERM);
      const ProgramResult said = program_->wait();
      program_.reset();
      throw std::runtime_error(command.back() + " does not listen: " + said.out + said.err);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

Server::~Server() {
  if (!program_) return;
  program_->send(SIGTERM);
  program_->wait();
}

void ScriptedServer::Client::say(const std::string& bytes) {
  if (::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL) < 0) return;
}

std::string ScriptedServer::Client::line() {
  std::string text;
  char c = 0;
  while (::recv(socket_, &c, 1, 0) == 1 && c != '\n') text += c;
  if (text.ends_with('\r')) text.pop_back();
  return text;
}

void ScriptedServer::Client::wait_for_hang_up() {
  std::array<char, 4096> ignored{};
  while (::recv(socket_, ignored.data(), ignored.size(), 0) > 0) {
  }
}

ScriptedServer::ScriptedServer(Script script) : script_(std::move(script)) {
  std::tie(socket_, port_) = listening();
  thread_ = std::thread(&ScriptedServer::serve, this);
}

ScriptedServer::~ScriptedServer() {
  ::shutdown(socket_, SHUT_RDWR);
  thread_.join();
  {
    const std::lock_guard lock(mutex_);
    for (const int client : clients_) ::shutdown(client, SHUT_RDWR);
  }
  for (std::thread& each : threads_) each.join();
  for (const int client : clients_) ::close(client);
  ::close(socket_);
}

void ScriptedServer::serve() {
  for (int socket = 0; (socket = ::accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC)) >= 0;) {
    const std::lock_guard lock(mutex_);
    clients_.push_back(socket);
    threads_.emplace_back([this, socket] {
      Client client(socket);
      script_(client);
      ::shutdown(socket, SHUT_RDWR);
    });
  }
}

}  // namespace porthole::testing
