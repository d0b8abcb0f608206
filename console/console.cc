#include "console/console.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/text/format.h"
#include "console/access/guard.h"
#include "console/access/noted_address.h"
#include "console/access/private_file.h"
#include "console/application.h"
#include "console/folders.h"
#include "http/server.h"
#include "repository/query_process.h"

namespace porthole::console {
namespace {

namespace fs = std::filesystem;

Result<void> check_address(const std::string& address) {
  const bool is_ip6 = address.find(':') != std::string::npos;
  if (is_own_host(is_ip6 ? "[" + address + "]" : address, {})) return {};
  return fail(
      ErrorCode::kUsage, "the console listens on this machine alone, not at " + address,
      "listen at 127.0.0.1, and put a proxy with TLS in front or a tunnel (docs/console.md)");
}

/// The port below the console's: that of `porthole serve`, where both have their default.
SearchAddress search_address(const http::ServerOptions& own) {
  const int port = std::max(0, int{own.port} - 1);
  return {own.address, static_cast<std::uint16_t>(port)};
}

}  // namespace

class Console::Impl {
 public:
  explicit Impl(Folders served) : folders(std::move(served)) {}

  Folders folders;  // its jobs end last
  std::unique_ptr<http::Server> server;
  std::optional<std::string> secret;
  std::optional<NotedAddress> noted;
};

Console::Console(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Console::~Console() { stop(); }

Result<std::unique_ptr<Console>> Console::start(const ConsoleOptions& options) {
  TRY(check_address(options.server.address));
  Result<Folders> folders =
      Folders::make(options.folders, options.program, {options.gateway, options.taxonomy},
                    search_address(options.server));
  if (!folders) return fail(folders.error());
  auto impl = std::make_unique<Impl>(std::move(*folders));
  const std::string& first = options.folders.front();
  const fs::path own = console_folder(first);
  TRY(make_private_folder(own));
  TRY_AS(audit, AuditLog::open(own / "audit.jsonl", *options.clock));
  const LoginSecrets secrets(own);
  http::ServerOptions http = options.server;
  http.hosts = options.hosts;
  http.max_body = ConsoleApplication::kMostBody;
  TRY_AS(server, http::Server::start(
                     std::make_unique<ConsoleApplication>(impl->folders, secrets, std::move(*audit),
                                                          options.hosts, *options.clock),
                     http));
  impl->server = std::move(*server);
  if (!secrets.has(Role::kOperate)) {
    TRY_AS(secret, secrets.make(Role::kOperate));
    impl->secret = std::move(*secret);
  }
  TRY_AS(noted, NotedAddress::note(own, impl->server->url()));
  impl->noted.emplace(std::move(*noted));
  return std::unique_ptr<Console>(new Console(std::move(impl)));
}

std::uint16_t Console::port() const { return impl_->server->port(); }

std::string Console::url() const { return impl_->server->url(); }

const std::optional<std::string>& Console::first_secret() const { return impl_->secret; }

void Console::stop() {
  repository::end_query_processes();
  impl_->server->stop();
  impl_->noted.reset();
}

std::string login_link(const std::string& console_url, const std::string& secret) {
  return console_url + "#secret=" + secret;
}

Result<std::string> new_link(const std::string& folder, Role role) {
  const fs::path own = console_folder(folder);
  const std::string url = noted_address(own);
  if (url.empty()) {
    Error error;
    error.code = ErrorCode::kNotFound;
    error.message = "no console runs here";
    error.file = folder;
    error.hint = "start it: porthole console " + shell_word(folder) +
                 "; or name the first folder of a console that has several";
    return fail(std::move(error));
  }
  TRY_AS(secret, LoginSecrets(own).make(role));
  return login_link(url, *secret);
}

}  // namespace porthole::console
