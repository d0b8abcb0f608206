#pragma once

/// How a plug-in fares: what `porthole status` shows of those in trouble.

#include <cstdint>
#include <string>

namespace porthole {

struct PluginRecord {
  std::string name;
  std::string version;
  std::int64_t used = 0;
  std::int64_t failed = 0;
  std::string last_failure;  ///< In words; "" while there is none.
  bool set_aside = false;    ///< Not used any more in this run.
  friend bool operator==(const PluginRecord&, const PluginRecord&) = default;
};

}  // namespace porthole
