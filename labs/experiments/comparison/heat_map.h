#pragma once

/// Renders a two-dimensional histogram as an SVG heat map for an HTML page.
///
/// Thread safety: pure functions.

#include <string>
#include <vector>

namespace porthole::labs {

struct HeatMap {
  std::string title;  ///< Above it, and for those who do not see it.
  std::string x_label, y_label;
  double x_end = 1, y_end = 1;                   ///< Both begin at 0.
  std::vector<std::vector<std::size_t>> counts;  ///< Rows from the bottom, each from the left.
};

/// An <svg> element. Shades go by ln(1 + count) to `most`, the largest count of all maps that stand
/// together.
std::string heat_map(const HeatMap& map, std::size_t most);

/// For a <style> element.
std::string heat_map_style();

}  // namespace porthole::labs
