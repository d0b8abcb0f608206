#pragma once

/// Who we say we are to a server: a name, and a password that stands in a file of its own, so that
/// it is neither in a URL nor in a specification.
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

/// The options `user` and `password-file`.
std::vector<OptionDeclaration> credential_options();

/// Reads them. Returns "" or what is wrong: a file that is missing, is no file, or that others than
/// its owner can read (its mode has to be 600 or 400).
std::string read_credentials(const OptionValues& options, Credentials& credentials);

/// "" when nobody but the owner of `file` can read it, else what is wrong with it; `what` names it.
std::string why_not_private(const std::string& file, const std::string& what);

}  // namespace porthole
