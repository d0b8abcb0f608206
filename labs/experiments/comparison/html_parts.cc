#include "labs/experiments/comparison/html_parts.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/text/text.h"

namespace porthole::labs {
namespace {

/// The mean, below it the least and the most where they differ.
std::string in_cell(const Spread& spread, int digits) {
  const std::string text = fixed(spread.mean, digits);
  const std::string least = fixed(spread.least, digits), most = fixed(spread.most, digits);
  return least == most ? text : text + "<br><small>" + least + " to " + most + "</small>";
}

}  // namespace

const char* const kPageStyle = R"(:root {
  color-scheme: light dark;
  --paper: #fbfaf6; --raised: #ffffff; --ink: #1b2629; --soft: #55636a;
  --line: #e2ded3; --accent: #0d5f7a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #11191c; --raised: #19242a; --ink: #dde6e8; --soft: #9fadb2;
    --line: #2a373d; --accent: #7fcbe0;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); overflow-wrap: anywhere;
  font: 1rem/1.55 system-ui, "Segoe UI", "Noto Sans", "Liberation Sans",
    "DejaVu Sans", sans-serif; }
main { max-width: 56rem; margin: 0 auto; padding: 1.5rem 1.1rem 3rem; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 .6rem; }
h2 { font-size: 1.2rem; margin: 2.4rem 0 .5rem; }
p, ul.notes { max-width: 46rem; }
.says { border-left: 4px solid var(--accent); background: var(--raised); padding: .7rem 1rem; }
.soft, figcaption { color: var(--soft); }
.soft { font-size: .94rem; margin-top: .5rem; }
figure { margin: 0 0 1.1rem; background: var(--raised); border: 1px solid var(--line);
  border-radius: 8px; padding: .9rem; }
figcaption { margin-top: .6rem; font-size: .94rem; max-width: 46rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .94rem;
  width: 100%; overflow-wrap: normal; }
th, td { text-align: right; padding: .3rem .7rem;
  border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
td.words { white-space: normal; min-width: 11rem; text-align: left; }
td.shade { background: color-mix(in srgb, var(--accent) calc(var(--share) * 40%), transparent); }
td.shade small { color: inherit; }
th { font-weight: 600; color: var(--soft); white-space: normal; vertical-align: bottom; }
th.words { text-align: left; }
td.best { font-weight: 700; }
small { color: var(--soft); font-weight: 400; }
@media print { body { background: none; } figure { break-inside: avoid; } }
)";

std::string fixed(double value, int digits) {
  if (!std::isfinite(value)) return "-";
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string share_in_percent(double share) {
  return std::isfinite(share) ? fixed(100 * share, 1) + " %" : "-";
}

std::string number_of(std::size_t count, std::string_view noun) {
  return counted(static_cast<std::int64_t>(count), noun);
}

std::string paragraph(const std::string& markup, std::string_view style) {
  return "<p" + (style.empty() ? "" : " class=\"" + std::string(style) + "\"") + ">" + markup +
         "</p>\n";
}

std::string heading(std::string_view text) { return "<h2>" + escape_markup(text) + "</h2>\n"; }

std::string figure(const std::string& picture, const std::string& legend,
                   const std::string& caption) {
  return "<figure><div class=\"wide\">" + picture + "</div>" + legend + "<figcaption>" + caption +
         "</figcaption></figure>\n";
}

std::string table(const std::string& head, const std::string& rows, const std::string& caption) {
  return "<div class=\"wide\"><table><thead><tr>" + head + "</tr></thead><tbody>\n" + rows +
         "</tbody></table></div>\n" + paragraph(caption, "soft");
}

std::string cell(const std::string& markup, std::string_view style) {
  return "<td" + (style.empty() ? "" : " class=\"" + std::string(style) + "\"") + ">" + markup +
         "</td>";
}

std::string spread_cell(const Spread& spread, int digits, double best) {
  if (spread.n == 0) return cell("-");
  return cell(in_cell(spread, digits), spread.mean == best ? "best" : "");
}

std::string shaded_cell(const Spread& spread, int digits, double most) {
  if (spread.n == 0) return cell("-");
  const std::string share = fixed(most > 0 ? spread.mean / most : 0, 3);
  return "<td class=\"shade\" style=\"--share:" + share + "\">" + in_cell(spread, digits) + "</td>";
}

std::string pairs_of(const Figures& figures, std::size_t (*count)(const StrategyFigures&)) {
  std::size_t least = count(figures.strategies.front());
  std::size_t most = least;
  for (const StrategyFigures& strategy : figures.strategies) {
    least = std::min(least, count(strategy));
    most = std::max(most, count(strategy));
  }
  return "n = " + (least == most ? "" : std::to_string(least) + " to ") + number_of(most, "pair");
}

}  // namespace porthole::labs
