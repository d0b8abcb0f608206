#pragma once

/// Writes the report of a comparison: CSV and JSON for programs, an HTML page for people.
///
///   harvest.csv    strategy,run,pages,relevant,sites: how many pages a run had fetched, how many
///                  of them were relevant, and on how many sites; a line each hundredth of the
///                  budget and at the end
///   report.json    all figures, with the values of every run, their mean and spread
///   report.html    the same as one page: tables and figures, no script, nothing from elsewhere
///
/// Thread safety: pure functions, but for write_report().

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/result.h"
#include "labs/experiments/comparison/comparison_figures.h"
#include "labs/experiments/comparison/report_subject.h"

namespace porthole::labs {

std::string harvest_csv(const Comparison& comparison, const Figures& figures);
nlohmann::ordered_json report_json(const ReportSubject& subject, const Figures& figures);
/// The strategies' means and the counts of runs, without curves: for `--json`.
nlohmann::ordered_json report_summary(const ReportSubject& subject, const Figures& figures);
std::string report_html(const ReportSubject& subject, const Figures& figures);

/// Writes the three files into `folder`. Errors: those of replace_file().
Result<void> write_report(const std::filesystem::path& folder, const ReportSubject& subject,
                          const Comparison& comparison, const Figures& figures);

}  // namespace porthole::labs
