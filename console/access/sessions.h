#pragma once

/// Who is logged in to the console: roles, sessions, and the one-time secrets of logins.
///
/// Thread safety: any thread; two processes may use one folder of secrets.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"

namespace porthole::console {

/// A session's rights in the console.
enum class Role : std::uint8_t {
  kRead,     ///< Sees everything, changes nothing, and asks ready questions alone.
  kOperate,  ///< Changes everything, and asks questions in SQL.
};

constexpr std::string_view name_of(Role role) { return role == Role::kRead ? "read" : "operate"; }

struct Session {
  std::string id;     ///< The value of the cookie.
  std::string token;  ///< Sent in the field X-Porthole-Token with every change.
  std::string actor;  ///< "operate-3": the third login since the start, for the audit log.
  Role role = Role::kRead;
};

/// In memory: they end with the process, after 30 minutes without a request, and after 12 hours.
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

/// A secret, session id or token against forged requests: 256 bits of the system's generator as 64
/// hexadecimal digits.
std::string random_token();

/// Takes a time that does not depend on where the two differ, but on their lengths.
bool is_same_secret(std::string_view one, std::string_view other);

/// The one-time secrets with which a person logs in: a file for each role, readable by its owner
/// alone.
///
///   DIR/console/operate.secret   64 hexadecimal digits
///   DIR/console/read.secret
///
/// A secret is good for one login, which removes its file; a later one is made by the next start of
/// the console, or by `porthole console DIR --link` beside it.
class LoginSecrets {
 public:
  explicit LoginSecrets(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Makes a new secret in the place of one that waits, and the folder (mode 700) if it is missing.
  /// Errors: kPermission, kDiskFull, kStorage.
  Result<std::string> make(Role role) const;
  /// True while a secret waits to be used.
  bool has(Role role) const;
  /// The role that `secret` gives, which is used up then; empty for any other text.
  std::optional<Role> use(std::string_view secret) const;

 private:
  std::filesystem::path file_of(Role role) const;

  std::filesystem::path folder_;
};

}  // namespace porthole::console
