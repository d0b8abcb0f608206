#pragma once

/// Completion scripts for shells: verbs, commands, options, and values that are files, folders or
/// one of a few words.

#include <optional>
#include <string>

#include "porthole/help/help_page.h"

namespace porthole::cli {

std::string bash_completion(const HelpPage& program);
std::string fish_completion(const HelpPage& program);
std::string zsh_completion(const HelpPage& program);

/// `text` in single quotes, for any of the three shells.
std::string shell_quoted(const std::string& text);

/// The path without the program's name: "examples add".
std::string command_path(const HelpPage& page);

/// All options of a command: its own and the common ones.
std::vector<HelpOption> all_options(const HelpPage& page);

}  // namespace porthole::cli
