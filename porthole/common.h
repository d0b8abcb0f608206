#pragma once

#include <map>
#include <string>

namespace porthole::cli {

/// Options that every verb takes.
struct Common {
  bool json = false;
  bool quiet = false;
  std::string log_level = "warning";
  /// Options whose values are those of variables of the environment: "--pages", "PORTHOLE_PAGES".
  std::map<std::string, std::string> from_environment{};
};

}  // namespace porthole::cli
