#pragma once

/// Credentials for a server: a user name, and a password in a file of its own, which keeps it out
/// of URLs and specifications.
///
/// Thread safety: all functions, any thread.

#include <string>
#include <vector>

#include "plugins/option.h"

namespace porthole {

struct Credentials {
  std::string user;
  std::string password;
};

/// Declares the options `user` and `password-file`.
std::vector<OptionDeclaration> credential_options();

/// Reads them. Returns "" or the problem: a file that is missing, not a regular file, or readable
/// by others than its owner (its mode must be 600 or 400).
std::string read_credentials(const OptionValues& options, Credentials& credentials);

/// "" if only the owner of `file` can read it, else the problem; `what` is its display name.
std::string why_not_private(const std::string& file, const std::string& what);

}  // namespace porthole
