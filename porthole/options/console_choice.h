#pragma once

/// The options of `porthole console`, which porthole describes and checks, and porthole-console
/// follows.
///
/// Thread safety: that of the value.

#include <string>
#include <vector>

#include "porthole/verb.h"

namespace porthole::cli {

struct ConsoleChoice {
  std::vector<std::string> folders;
  std::string listen = "127.0.0.1:8081";
  std::vector<std::string> hosts;
  std::string gateway, taxonomy;
  bool link = false;
  std::string role = "operate";
};

/// The row of the verb in both programs, which do different things with the same options.
constexpr Verb console_verb(Action (*declare)(Command app)) {
  return {Task::kSearch,
          "console",
          "Watch, control and grow a collection in the browser, on this machine alone.",
          "porthole console cycling",
          declare,
          Quiet::kAnswer};
}

/// Declares them on `app`; `choice` outlives it.
void declare_console(Command app, ConsoleChoice& choice);

}  // namespace porthole::cli
