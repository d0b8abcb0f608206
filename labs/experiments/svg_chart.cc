#include "labs/experiments/svg_chart.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/text/text.h"

namespace porthole::labs {
namespace {

// In user units of the picture; a column of 46 rem shows it at about its size.
constexpr double kWidth = 720, kHeight = 400;
constexpr double kLeft = 70, kRight = 12, kTop = 12, kBottom = 56;
constexpr std::size_t kColours = 8;
constexpr std::size_t kPatterns = 3;

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", value);
  std::string out = text;
  while (out.back() == '0') out.pop_back();
  if (out.back() == '.') out.pop_back();
  return out == "-0" ? "0" : out;
}

std::string classes(std::size_t series) {
  return "c" + std::to_string(series % kColours) + " p" +
         std::to_string(series / kColours % kPatterns);
}

std::string text_at(double x, double y, std::string_view anchor, std::string_view text) {
  return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" text-anchor=\"" +
         std::string(anchor) + "\">" + escape_markup(text) + "</text>";
}

std::string line(double x1, double y1, double x2, double y2, std::string_view name) {
  return "<line class=\"" + std::string(name) + "\" x1=\"" + number(x1) + "\" y1=\"" + number(y1) +
         "\" x2=\"" + number(x2) + "\" y2=\"" + number(y2) + "\"/>";
}

std::string opening(const std::string& title) {
  return "<svg class=\"chart\" viewBox=\"0 0 " + number(kWidth) + " " + number(kHeight) +
         "\" role=\"img\" xmlns=\"http://www.w3.org/2000/svg\"><title>" + escape_markup(title) +
         "</title>";
}

struct Scale {
  double from = 0, to = 1;    ///< Values.
  double begin = 0, end = 1;  ///< Places.
  double operator()(double value) const {
    return begin + (value - from) / (to - from) * (end - begin);
  }
};

Scale y_scale(const std::vector<double>& marks) {
  return {0, marks.back(), kHeight - kBottom, kTop};
}

std::string y_axis(const std::vector<double>& marks, const Scale& y, const std::string& label) {
  constexpr double right = kWidth - kRight;
  std::string out;
  for (const double mark : marks) {
    out += line(kLeft, y(mark), right, y(mark), mark == 0 ? "axis" : "grid");
    out += text_at(kLeft - 8, y(mark) + 5, "end", short_number(mark));
  }
  const double middle = (kTop + kHeight - kBottom) / 2;
  return out + "<text class=\"label\" text-anchor=\"middle\" transform=\"translate(16 " +
         number(middle) + ") rotate(-90)\">" + escape_markup(label) + "</text>";
}

std::string x_label(const std::string& label) {
  return "<text class=\"label\" text-anchor=\"middle\" x=\"" +
         number((kLeft + kWidth - kRight) / 2) + "\" y=\"" + number(kHeight - 8) + "\">" +
         escape_markup(label) + "</text>";
}

double largest(const std::vector<double>& values, double so_far) {
  for (const double value : values) {
    if (std::isfinite(value)) so_far = std::max(so_far, value);
  }
  return so_far;
}

/// "M10 20L30 40": the points in order, a new piece after each gap.
std::string path_of(const LineSeries& series, const Scale& x, const Scale& y) {
  std::string path;
  bool drawing = false;
  for (std::size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
    const bool there = std::isfinite(series.x[i]) && std::isfinite(series.y[i]);
    if (there)
      path += (drawing ? "L" : "M") + number(x(series.x[i])) + " " + number(y(series.y[i]));
    drawing = there;
  }
  return path;
}

}  // namespace

std::vector<double> axis_marks(double most, int count) {
  if (!(most > 0) || !std::isfinite(most)) return {0, 1};
  const double rough = most / std::max(count, 1);
  const double power = std::pow(10, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough * (1 - 1e-9)) {
      step = factor * power;
      break;
    }
  }
  std::vector<double> marks;
  for (int i = 0;; ++i) {
    marks.push_back(i * step);
    if (marks.back() >= most * (1 - 1e-9)) return marks;
  }
}

std::string short_number(double value) {
  if (!std::isfinite(value)) return "-";
  if (std::abs(value) >= 1000) return with_commas(std::llround(value));
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

std::string fixed(double value, int digits) {
  if (!std::isfinite(value)) return "-";
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string line_chart(const LineChart& chart) {
  double most_x = 0, most_y = 0;
  for (const LineSeries& series : chart.series) {
    most_x = largest(series.x, most_x);
    most_y = largest(series.y, most_y);
  }
  const std::vector<double> x_marks = axis_marks(most_x, 6);
  const std::vector<double> y_marks = axis_marks(most_y, 5);
  // The axis ends with the data; a mark beyond it would stand outside of the picture.
  const Scale x{0, most_x > 0 ? most_x : 1, kLeft, kWidth - kRight};
  const Scale y = y_scale(y_marks);
  std::string out =
      opening(chart.title) + y_axis(y_marks, y, chart.y_label) + x_label(chart.x_label);
  for (const double mark : x_marks) {
    if (mark > x.to * (1 + 1e-9)) continue;
    out += line(x(mark), y.begin, x(mark), y.begin + 5, "axis");
    out += text_at(x(mark), y.begin + 22, mark == x.to ? "end" : "middle", short_number(mark));
  }
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    out += "<path class=\"line " + classes(i) + "\" d=\"" + path_of(chart.series[i], x, y) +
           "\"><title>" + escape_markup(chart.series[i].name) + "</title></path>";
  }
  return out + "</svg>";
}

std::string chart_style() {
  // Light and dark have each their own shades; all keep a contrast of 3 to the paper.
  static constexpr const char* kLight[kColours] = {"#0b6a88", "#b4551d", "#5a7d1a", "#7a4fa3",
                                                   "#c0365e", "#2f5fb3", "#8a6d00", "#3f4a50"};
  static constexpr const char* kDark[kColours] = {"#5cc4e0", "#f0935a", "#a5cf5c", "#bf9bea",
                                                  "#f27f9f", "#86aef5", "#dcbb48", "#b9c6cb"};
  std::string light, dark, use;
  for (std::size_t i = 0; i < kColours; ++i) {
    const std::string n = std::to_string(i);
    light += "--c" + n + ":" + kLight[i] + ";";
    dark += "--c" + n + ":" + kDark[i] + ";";
    use += ".c" + n + "{--c:var(--c" + n + ")}\n";
  }
  return ":root{" + light + "}\n@media (prefers-color-scheme: dark){:root{" + dark + "}}\n" + use +
         R"(svg.chart { display: block; width: 100%; min-width: 30rem; height: auto; }
svg.chart text { fill: var(--soft); font-size: 15px; }
svg.chart text.label { fill: var(--ink); font-size: 16px; }
.grid { stroke: var(--line); }
.axis { stroke: var(--soft); }
.line { fill: none; stroke: var(--c); stroke-width: 2.2; stroke-linejoin: round; }
.line.p1 { stroke-dasharray: 8 4; }
.line.p2 { stroke-dasharray: 2 3; }
)";
}

}  // namespace porthole::labs
