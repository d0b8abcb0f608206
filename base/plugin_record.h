#pragma once

/// Success and failure counts of a plug-in, which `porthole status` shows for plug-ins that failed.

#include <cstdint>
#include <string>

namespace porthole {

struct PluginRecord {
  std::string name;
  std::string version;
  std::int64_t used = 0;
  std::int64_t failed = 0;
  std::string last_failure;  ///< In words; "" while there is none.
  bool set_aside = false;    ///< Disabled for the rest of this run.
  friend bool operator==(const PluginRecord&, const PluginRecord&) = default;
};

}  // namespace porthole
