#pragma once

/// The options of `porthole console`, which porthole describes and checks, and porthole-console
/// follows.
///
/// Thread safety: that of the value.

#include <string>
#include <vector>

#include "porthole/command_line.h"

namespace porthole::cli {

struct ConsoleChoice {
  std::vector<std::string> folders;
  std::string listen = "127.0.0.1:8081";
  std::vector<std::string> hosts;
  std::string gateway, taxonomy;
  bool link = false;
  std::string role = "operate";
};

/// Declares them on `app`; `choice` outlives it.
void declare_console(Command app, ConsoleChoice& choice);

}  // namespace porthole::cli
