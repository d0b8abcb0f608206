#pragma once

/// The one-time secrets with which a person logs in: a file for each role, readable by its owner
/// alone.
///
///   DIR/console/operate.secret   64 hexadecimal digits
///   DIR/console/read.secret
///
/// A secret is good for one login, which removes its file; a later one is made by the next start of
/// the console, or by `porthole console DIR --link` beside it.
///
/// Thread safety: any thread; two processes may use one folder.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "console/access/role.h"

namespace porthole::console {

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
