#pragma once

/// Answers the requests of the console (console.h has the order of the checks).
///
/// Thread safety: any thread.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "console/access/audit_log.h"
#include "console/access/rate_limit.h"
#include "console/access/sessions.h"
#include "console/api/call.h"
#include "console/folders.h"
#include "console/routes.h"
#include "http/route.h"

namespace porthole::console {

class ConsoleApplication final : public http::Handler {
 public:
  static constexpr std::size_t kMostBody = std::size_t{4} << 20;  ///< Bytes of a request.
  static constexpr int kLogins = 5;     ///< Wrong ones in a minute, from everywhere together.
  static constexpr int kReads = 1200;   ///< In a minute, a session.
  static constexpr int kChanges = 120;  ///< In a minute, a session.
  static constexpr int kRefusals = 60;  ///< Lines in a minute about requests without a session.

  /// Keeps references to `folders` and `clock`.
  ConsoleApplication(const Folders& folders, LoginSecrets secrets, std::unique_ptr<AuditLog> audit,
                     std::vector<std::string> hosts, const Clock& clock);

  http::Response answer(const http::Request& request) const override;
  http::Response refuse(int status, http::RefusalForm form) const override;

 private:
  struct Asked;
  http::Response answer_asked(Asked& asked) const;
  http::Response readiness() const;
  http::Response metrics() const;
  http::Response answer_route(Asked& asked, const Route& route) const;
  http::Response check_change(Asked& asked) const;
  http::Response login(Asked& asked) const;
  http::Response logout(Asked& asked) const;
  http::Response show_session(const Session& session) const;
  http::Response run(Asked& asked, const Route& route) const;
  http::Response noted(const Asked& asked, http::Response answer) const;

  const Folders& folders_;
  const LoginSecrets secrets_;
  const std::unique_ptr<AuditLog> audit_;
  const std::vector<std::string> hosts_;
  mutable Sessions sessions_;
  mutable RateLimit logins_, reads_, changes_, refusals_;
  mutable KeptAnswer metrics_;
};

}  // namespace porthole::console
