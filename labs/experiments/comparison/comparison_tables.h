#pragma once

/// Renders the tables of a comparison's HTML report.
///
/// Thread safety: pure functions.

#include <cstdint>
#include <string>

#include "labs/experiments/comparison/comparison_figures.h"

namespace porthole::labs {

/// Results by strategy; `budget` is that of a run.
std::string strategies_table(const Figures& figures, std::int64_t budget);

/// Coverage at the end and overlap of crawls from disjoint seeds. Requires: there are strategies.
std::string pairs_table(const Figures& figures);

/// Links between relevant pages.
std::string link_structure_table(const LinkStructureFigures& figures);

/// Frequency of link metadata, compared with Table 1 of Sundaresan, Yi, Huang 2000.
std::string link_metadata_table(const Figures& figures);

}  // namespace porthole::labs
