#include "labs/experiments/comparison/heat_map.h"

#include <cmath>

#include "base/text/text.h"
#include "labs/experiments/comparison/html_parts.h"
#include "labs/experiments/comparison/svg_chart.h"

namespace porthole::labs {
namespace {

constexpr int kMapLeft = 34, kMapTop = 22, kMapSide = 200, kMapBelow = 34;

std::string at(double value) { return fixed(value, 1); }

std::string label(double x, double y, const char* anchor, const std::string& text,
                  const char* style = "") {
  return "<text x=\"" + at(x) + "\" y=\"" + at(y) + "\" text-anchor=\"" + anchor +
         "\" class=\"heat-text" + style + "\">" + escape_markup(text) + "</text>";
}

}  // namespace

std::string heat_map(const HeatMap& map, std::size_t most) {
  const std::size_t rows = map.counts.size();
  const double height = kMapSide / static_cast<double>(rows == 0 ? 1 : rows);
  const double darkest = std::log1p(static_cast<double>(most));
  std::string out = "<svg class=\"heat\" viewBox=\"0 0 " + std::to_string(kMapLeft + kMapSide + 8) +
                    " " + std::to_string(kMapTop + kMapSide + kMapBelow) +
                    "\" role=\"img\" aria-label=\"" + escape_markup(map.title) + "\">\n" +
                    label(kMapLeft + kMapSide / 2.0, 14, "middle", map.title, " heat-title");
  for (std::size_t row = 0; row < rows; ++row) {
    const double width = kMapSide / static_cast<double>(map.counts[row].size());
    for (std::size_t column = 0; column < map.counts[row].size(); ++column) {
      const std::size_t count = map.counts[row][column];
      const double shade = darkest > 0 ? std::log1p(static_cast<double>(count)) / darkest : 0;
      out += "<rect x=\"" + at(kMapLeft + width * static_cast<double>(column)) + "\" y=\"" +
             at(kMapTop + kMapSide - height * static_cast<double>(row + 1)) + "\" width=\"" +
             at(width) + "\" height=\"" + at(height) +
             "\" style=\"fill-opacity:" + fixed(shade, 3) + "\"><title>" + std::to_string(count) +
             "</title></rect>\n";
    }
  }
  out += "<path class=\"heat-frame\" d=\"M" + std::to_string(kMapLeft) + " " +
         std::to_string(kMapTop) + "v" + std::to_string(kMapSide) + "h" + std::to_string(kMapSide) +
         "v-" + std::to_string(kMapSide) + "z\"/>\n";
  out += label(kMapLeft - 4, kMapTop + kMapSide, "end", "0") +
         label(kMapLeft - 4, kMapTop + 9, "end", short_number(map.y_end));
  out += label(kMapLeft, kMapTop + kMapSide + 13, "start", "0") +
         label(kMapLeft + kMapSide, kMapTop + kMapSide + 13, "end", short_number(map.x_end));
  out += label(kMapLeft + kMapSide / 2.0, kMapTop + kMapSide + 28, "middle", map.x_label);
  out += "<text transform=\"translate(12 " + at(kMapTop + kMapSide / 2.0) +
         ") rotate(-90)\" text-anchor=\"middle\" "
         "class=\"heat-text\">" +
         escape_markup(map.y_label) + "</text>";
  return out + "</svg>\n";
}

std::string heat_map_style() {
  return ".maps { display: flex; flex-wrap: wrap; gap: .6rem; }\n"
         "svg.heat { width: 15.5rem; max-width: 100%; height: auto; }\n"
         "svg.heat rect { fill: var(--accent); }\n"
         ".heat-frame { fill: none; stroke: var(--soft); stroke-width: 1; }\n"
         ".heat-text { font-size: 11px; fill: var(--soft); }\n"
         ".heat-title { fill: var(--ink); font-weight: 600; }\n";
}

}  // namespace porthole::labs
