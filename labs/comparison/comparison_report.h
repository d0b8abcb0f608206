#pragma once

/// Writes the report of a comparison: CSV and JSON for programs, an HTML page for people.
///
///   harvest.csv    strategy,run,pages,relevant,sites: how many pages a run had fetched, how many
///                  of them were relevant, and on how many sites; a line each hundredth of the
///                  budget and at the end
///   report.json    all figures, with the values of every run, their mean and spread
///   report.html    the same as one page, drawn by its own script: nothing from elsewhere
///
/// Thread safety: pure functions, but for write_report().

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/result.h"
#include "labs/comparison/comparison_figures.h"

namespace porthole::labs {

/// The settings of a comparison, as its report states them.
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

std::string harvest_csv(const Comparison& comparison, const Figures& figures);
nlohmann::ordered_json report_json(const ReportSubject& subject, const Figures& figures);
/// The strategies' means and the counts of runs, without curves: for `--json`.
nlohmann::ordered_json report_summary(const ReportSubject& subject, const Figures& figures);
std::string report_html(const ReportSubject& subject, const Figures& figures);

/// Writes the three files into `folder`. Errors: those of replace_file().
Result<void> write_report(const std::filesystem::path& folder, const ReportSubject& subject,
                          const Comparison& comparison, const Figures& figures);

}  // namespace porthole::labs
