#pragma once

/// The operator's console: a listener of its own, on loopback, for the person who grows a
/// collection.
///
///   auto console = Console::start({.folders = {"cycling"}, .program = "/usr/bin/porthole"});
///   std::cout << (*console)->link(*(*console)->first_secret());
///
///   /                       the page; it needs no login to be loaded, and shows nothing without
///                           one
///   POST /api/v1/login      a one-time secret in, a session out
///   /api/v1/session         who is logged in, the token for changes, the collections
///   POST /api/v1/logout
///   /api/v1/...             routes.h
///   /healthz  /readyz       "ok"; "ready" or 503
///   /metrics                the numbers of the collections for Prometheus, which needs no login
///
/// Every request passes, in this order: Host is this machine or a configured name (421); the route
/// exists (404) for this method (405); a change comes from a page of the console itself (403) as
/// JSON (415, 400); there is a session (401), which asks not too often (429), has sent its token
/// with a change (403), and has the role (403). Changes and refused changes are in the audit log.
///
/// Source: the attacks are those that docs/console.md lists.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "console/access/sessions.h"
#include "http/server_options.h"

namespace porthole::console {

struct ConsoleOptions {
  std::vector<std::string> folders;  ///< The first has the secrets and the audit log.
  http::ServerOptions server{};      ///< `address` must be one of loopback.
  std::vector<std::string> hosts{};  ///< Names of a proxy in front that the Host field may have.
  std::filesystem::path program{};   ///< porthole, for jobs.
  std::string gateway{};             ///< Collections made here use it; "" for none.
  std::filesystem::path taxonomy{};  ///< Collections made here begin with a copy; "" for none.
  const Clock* clock = &system_clock();  ///< For tests.
};

class Console {
 public:
  /// Listens before it returns. Errors: kUsage for an address beyond loopback, and those of
  /// Folders::make(); kBusy, kPermission when it cannot listen; kPermission, kStorage for the files
  /// in DIR/console.
  static Result<std::unique_ptr<Console>> start(const ConsoleOptions& options);
  ~Console();

  std::uint16_t port() const;
  /// "http://127.0.0.1:8081/".
  std::string url() const;
  /// The secret for role operate that was made by this start; empty if one waited already.
  const std::optional<std::string>& first_secret() const;
  /// Stops the listener, then the jobs.
  void stop();

 private:
  class Impl;
  explicit Console(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// The address that logs a person in. The secret is in the fragment, which browsers send to nobody.
std::string login_link(const std::string& console_url, const std::string& secret);

/// Makes a new secret for the console that runs on `folder`, and returns its link. Errors:
/// kNotFound when none does, and nothing is made; those of LoginSecrets::make().
Result<std::string> new_link(const std::string& folder, Role role);

}  // namespace porthole::console
