#pragma once

/// The settings of a comparison, as its report states them.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace porthole::labs {

struct ReportSubject {
  std::string topic;
  std::vector<std::string> strategies;
  std::int64_t pages = 0;
  int repeats = 0;
  std::uint64_t random_seed = 1;
  std::size_t seeds = 0;        ///< Distinct ones.
  std::string web;              ///< The gateway or the recorded files.
  std::string judge;            ///< "labels", "held-out classifier" or "own judge".
  std::string judge_says;       ///< A sentence or two: who judged, by what, how well.
  std::string importance_says;  ///< By which labels importance is measured, and the crawls' model;
                                ///< "" without either.
  bool judge_has_labels = false;   ///< Its relevance is 0 or 1.
  std::vector<std::string> notes;  ///< Further notes for readers.
};

}  // namespace porthole::labs
