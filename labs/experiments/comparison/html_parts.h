#pragma once

/// Building blocks of a comparison's HTML report. Arguments called markup are inserted unchanged,
/// text is escaped.
///
/// Thread safety: pure functions.

#include <cstddef>
#include <string>
#include <string_view>

#include "labs/experiments/comparison/comparison_figures.h"

namespace porthole::labs {

/// The page's own style: colours for light and dark as custom properties, tables that scroll when
/// narrow.
extern const char* const kPageStyle;

/// Formats a number; "-" for NaN.
std::string fixed(double value, int digits);
/// 0.4567 -> "45.7 %".
std::string share_in_percent(double share);
/// "1 run", "7 runs".
std::string number_of(std::size_t count, std::string_view noun);
/// "n = 4 pairs", "n = 2 to 4 pairs": by what `count` says of each strategy.
std::string pairs_of(const Figures& figures, std::size_t (*count)(const StrategyFigures&));

std::string paragraph(const std::string& markup, std::string_view style = "");
std::string heading(std::string_view text);
std::string figure(const std::string& picture, const std::string& legend,
                   const std::string& caption);
/// `head` and `rows` are markup of rows.
std::string table(const std::string& head, const std::string& rows, const std::string& caption);
std::string cell(const std::string& markup, std::string_view style = "");
/// The mean, below it the least and the most where they differ; bold when the mean is `best`.
std::string spread_cell(const Spread& spread, int digits, double best);
/// The same on a ground that is the darker the nearer the mean is to `most`.
std::string shaded_cell(const Spread& spread, int digits, double most);

}  // namespace porthole::labs
