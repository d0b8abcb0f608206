#include "plugins/host/health.h"

#include <algorithm>

#include "base/log.h"

namespace porthole::plugins {

Health::Health(const std::vector<PluginUse>& plugins) {
  for (const PluginUse& plugin : plugins) {
    entries_.push_back({{plugin.name, plugin.version, 0, 0, "", false}, 0});
  }
}

bool Health::note(const std::string& name, const std::string& failure) {
  const auto entry = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& one) { return one.record.name == name; });
  if (entry == entries_.end()) return false;
  PluginRecord& record = entry->record;
  ++record.used;
  if (failure.empty()) {
    entry->in_row = 0;
    return false;
  }
  ++record.failed;
  record.last_failure = failure;
  if (++entry->in_row < kMostFailures || record.set_aside) return false;
  record.set_aside = true;
  log(LogLevel::kWarning, "plugins",
      "the plug-in " + name + " is disabled: " + std::to_string(entry->in_row) +
          " failures in a row, the last: " + failure);
  return true;
}

std::vector<PluginRecord> Health::in_trouble() const {
  std::vector<PluginRecord> records;
  for (const Entry& entry : entries_) {
    if (entry.record.failed > 0) records.push_back(entry.record);
  }
  return records;
}

}  // namespace porthole::plugins
