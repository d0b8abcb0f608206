#pragma once

/// Health: failure statistics of plug-ins; disables plug-ins that fail repeatedly.
///
/// In:  the outcome of each use of a plug-in.
/// Out: the failing plug-ins, for `porthole status`.
///
/// Thread safety: none.

#include <cstdint>
#include <string>
#include <vector>

#include "base/plugin_record.h"
#include "plugins/host/setup.h"

namespace porthole::plugins {

/// Consecutive failures after which a plug-in is disabled for the rest of the run.
inline constexpr int kMostFailures = 10;

class Health {
 public:
  Health() = default;
  explicit Health(const std::vector<PluginUse>& plugins);

  /// Records an outcome; `failure` is "" for success. Returns true if this disables the plug-in.
  bool note(const std::string& name, const std::string& failure);

  /// The plug-ins that failed at least once.
  std::vector<PluginRecord> in_trouble() const;

 private:
  struct Entry {
    PluginRecord record;
    int in_row = 0;
  };
  std::vector<Entry> entries_;
};

}  // namespace porthole::plugins
