#pragma once

/// How often plug-ins fail, and which of them are set aside for it.
///
/// In:  how each use of a plug-in went.
/// Out: what `porthole status` shows of plug-ins in trouble.
///
/// Thread safety: none.

#include <cstdint>
#include <string>
#include <vector>

#include "base/plugin_record.h"
#include "plugins/host/setup.h"

namespace porthole::plugins {

/// So many failures in a row, and a plug-in is not used again in this run.
inline constexpr int kMostFailures = 10;

class Health {
 public:
  Health() = default;
  explicit Health(const std::vector<PluginUse>& plugins);

  /// `failure` is "" when all went well. Returns true when this sets the plug-in aside.
  bool note(const std::string& name, const std::string& failure);

  /// Those that failed at least once.
  std::vector<PluginRecord> in_trouble() const;

 private:
  struct Entry {
    PluginRecord record;
    int in_row = 0;
  };
  std::vector<Entry> entries_;
};

}  // namespace porthole::plugins
