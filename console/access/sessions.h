#pragma once

/// Sessions of the console, in memory: they end with the process, after 30 minutes without a
/// request, and after 12 hours.
///
/// Thread safety: any thread.

#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "base/clock.h"
#include "console/access/role.h"

namespace porthole::console {

struct Session {
  std::string id;     ///< The value of the cookie.
  std::string token;  ///< Sent in the field X-Porthole-Token with every change.
  std::string actor;  ///< "operate-3": the third login since the start, for the audit log.
  Role role = Role::kRead;
};

class Sessions {
 public:
  static constexpr std::chrono::minutes kIdle{30};
  static constexpr std::chrono::hours kLongest{12};
  static constexpr std::size_t kMost = 64;  ///< The one that was idle longest makes place.

  /// Keeps a reference to the clock.
  explicit Sessions(const Clock& clock) : clock_(clock) {}

  /// Every login gets a new id.
  Session open(Role role);
  /// The session of this id, which counts as used now; empty when it has ended.
  std::optional<Session> find(const std::string& id);
  void close(const std::string& id);

 private:
  struct Known {
    Session session;
    SteadyTime opened, used;
  };
  bool has_ended(const Known& known) const;
  void make_place();

  const Clock& clock_;
  std::mutex mutex_;
  std::map<std::string, Known> known_;  // guarded by mutex_, as is the next
  int logins_ = 0;
};

}  // namespace porthole::console
