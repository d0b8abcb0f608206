#pragma once

/// Renders topicality and importance in a comparison's report: an HTML section, and the figures as
/// JSON.
///
/// Thread safety: pure functions.

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "labs/experiments/comparison/comparison_figures.h"
#include "labs/experiments/comparison/report_subject.h"

namespace porthole::labs {

std::string importance_section(const ReportSubject& subject, const Figures& figures);

/// Averages by strategy; with `whole` also the curves, the map and the values of each run.
nlohmann::ordered_json importance_json(const ReportSubject& subject, const Figures& figures,
                                       bool whole);

}  // namespace porthole::labs
