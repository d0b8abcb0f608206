#pragma once

/// Progress display on standard error: a bar on a terminal, elsewhere a line every ten seconds
/// (under --json as {"progress":{"label","done","total","notes"}}).

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "operations/steps/step_watch.h"
#include "porthole/common.h"
#include "porthole/interrupt.h"

namespace porthole::cli {

class ProgressBar {
 public:
  /// `label` is shown first ("gathering"). Shows nothing under --quiet.
  ProgressBar(std::string label, const Common& common);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// `total` 0 means unknown. `notes` follow, the most important first: on a narrow terminal the
  /// last notes are dropped, then the bar.
  void show(std::int64_t done, std::int64_t total, const std::vector<std::string>& notes);
  /// Erases the bar from the terminal.
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

/// Shows each step with a bar, and ends it at a signal.
operations::StepWatch step_watch(const Interrupt& interrupt, const Common& common);

}  // namespace porthole::cli
