#pragma once

/// Renders line charts as SVG: no script, no external file, no fixed colour.
///
/// In:  numbers and names. Names are escaped; any text may be given.
/// Out: an <svg> element that scales with its column. Colours, line
///      styles and fonts come from chart_style(), for light and dark schemes; series are told apart
///      by colour, then by dashes.
///
/// Numbers that are none (NaN, infinite) are left out: a line has a gap there.
///
/// Thread safety: pure functions.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace porthole::labs {

struct LineSeries {
  std::string name;
  std::vector<double> x, y;
};

struct LineChart {
  std::string title;  ///< For those who do not see it.
  std::string x_label, y_label;
  std::vector<LineSeries> series;
};
std::string line_chart(const LineChart& chart);

/// For a <style> element.
std::string chart_style();

/// Computes the ticks of an axis: from 0 up in steps of 1, 2 or 5 times a power of ten, the last at
/// or above `most`, about `count` of them. Requires: most >= 0.
std::vector<double> axis_marks(double most, int count);

/// Formats a number for an axis or a table: "12,000", "0.25".
std::string short_number(double value);
/// With so many digits after the point; "-" for no number.
std::string fixed(double value, int digits);

}  // namespace porthole::labs
