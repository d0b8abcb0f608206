#pragma once

/// What a comparison's report says of topicality and status: a section of its page, and the figures as JSON.
///
/// Thread safety: pure functions.

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "labs/experiments/comparison/comparison_figures.h"
#include "labs/experiments/comparison/report_subject.h"

namespace porthole::labs {

std::string status_section(const ReportSubject& subject, const Figures& figures);

/// Of each strategy its averages; with `whole` the curves, the map and the values of each run, too.
nlohmann::ordered_json status_json(const ReportSubject& subject, const Figures& figures, bool whole);

}  // namespace porthole::labs
