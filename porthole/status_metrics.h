#pragma once

/// The numbers of a collection in the text format of Prometheus (porthole status --metrics).
///
/// Thread safety: functions without state.

#include <cstdint>
#include <optional>
#include <string>

#include "repository/records.h"

namespace porthole::cli {

/// `documents`: in the index; absent if there is none.
std::string status_metrics(const std::string& collection, const repository::Counts& counts,
                           const std::optional<repository::RunRecord>& last_run,
                           std::optional<std::int64_t> documents);

}  // namespace porthole::cli
