#pragma once

/// Progress display on standard error: a bar on a terminal, elsewhere a line every ten seconds
/// (under --json as {"progress":{"label","done","total","notes"}}).

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "porthole/common.h"

namespace porthole::cli {

/// "12 pages/s", "10 pages a minute", "5 pages an hour"; "" before the first page.
std::string pace_in_words(std::int64_t pages, double seconds);
/// "about 1 h 20 min left" for `left` pages more at that pace; "" before it can be told.
std::string time_left_in_words(std::int64_t pages, double seconds, std::int64_t left);

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

}  // namespace porthole::cli
