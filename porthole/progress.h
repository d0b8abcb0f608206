#pragma once

/// Progress of long work on standard error: a bar on a terminal, a line every ten seconds elsewhere
/// (under --json one of {"progress":{"label","done","total","notes"}}).

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "porthole/common.h"

namespace porthole::cli {

class ProgressBar {
 public:
  /// `label` stands in front ("gathering"). Nothing is shown under --quiet.
  ProgressBar(std::string label, const Common& common);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// `total` 0 = unknown. `notes` stand at the end, the most important first: where the terminal is
  /// too narrow the last are left out, then the bar.
  void show(std::int64_t done, std::int64_t total, const std::vector<std::string>& notes);
  /// Wipes the bar from the terminal.
  void clear();

 private:
  void print_line(std::int64_t done, std::int64_t total,
                  const std::vector<std::string>& notes) const;

  std::string label_;
  bool quiet_;
  bool json_;
  bool terminal_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace porthole::cli
