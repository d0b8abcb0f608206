#pragma once

#include <map>
#include <string>
#include <vector>

namespace porthole::cli {

/// Options that every verb takes.
struct Common {
  bool json = false;
  bool quiet = false;
  std::string log_level = "warning";
  /// The collection's folder as typed (DIR); "" for a verb that takes none or several.
  std::string folder{};
  /// Options whose values are those of variables of the environment: "--pages", "PORTHOLE_PAGES".
  std::map<std::string, std::string> from_environment{};
  std::vector<std::string> words{};  ///< The command line without the name of the program.
};

}  // namespace porthole::cli
