#include "labs/experiments/comparison/importance_section.h"

#include <algorithm>
#include <cmath>

#include "base/json/json.h"
#include "base/text/text.h"
#include "labs/experiments/comparison/heat_map.h"
#include "labs/experiments/comparison/html_parts.h"
#include "labs/experiments/comparison/svg_chart.h"

namespace porthole::labs {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kMostMaps = 8;

double best_mean(const ImportanceFigures& importance, Spread StrategyImportance::*field) {
  double most = -1;
  for (const StrategyImportance& strategy : importance.strategies) {
    if ((strategy.*field).n > 0) most = std::max(most, (strategy.*field).mean);
  }
  return most;
}

std::string averages_table(const ImportanceFigures& importance) {
  std::string head = "<th>strategy</th><th>topicality</th>", rows;
  if (importance.has_labels) head += "<th>importance</th>";
  head += "<th>domains</th>";
  if (importance.has_trusted) head += "<th>trusted, share</th>";
  for (const StrategyImportance& strategy : importance.strategies) {
    rows += "<tr>" + cell(escape_markup(strategy.strategy));
    const auto add = [&](Spread StrategyImportance::*field, int digits) {
      rows += spread_cell(strategy.*field, digits, best_mean(importance, field));
    };
    add(&StrategyImportance::topicality, 3);
    if (importance.has_labels) add(&StrategyImportance::importance, 3);
    add(&StrategyImportance::domains, 1);
    if (importance.has_trusted) add(&StrategyImportance::trusted, 3);
    rows += "</tr>\n";
  }
  return table(
      head, rows,
      "Topicality: share of the pages fetched that the judge finds relevant. Importance: mean "
      "of ln(1 + label) over "
      "the pages that have one. Domains: registrable ones. Mean over runs, below it the "
      "least and the most.");
}

std::string curves(const Figures& figures, const std::string& title, const std::string& y_label,
                   Band StrategyImportance::*field, double top, const std::string& caption) {
  LineChart chart{title, "pages fetched", y_label, {}, top};
  std::vector<std::string> names;
  for (const StrategyImportance& strategy : figures.importance.strategies) {
    const Band& band = strategy.*field;
    LineSeries series{strategy.strategy, {}, band.mean};
    for (const std::size_t pages : figures.grid) series.x.push_back(static_cast<double>(pages));
    if (band.n > 1) {
      series.low = band.least;
      series.high = band.most;
    }
    chart.series.push_back(std::move(series));
    names.push_back(strategy.strategy);
  }
  return figure(line_chart(chart), line_legend(names), caption);
}

std::string maps(const ImportanceFigures& importance) {
  std::size_t most = 0;
  for (const StrategyImportance& strategy : importance.strategies) {
    for (const auto& row : strategy.map.pages)
      most = std::max(most, *std::max_element(row.begin(), row.end()));
  }
  std::string pictures;
  for (std::size_t i = 0; i < std::min(importance.strategies.size(), kMostMaps); ++i) {
    const StrategyImportance& strategy = importance.strategies[i];
    HeatMap map{strategy.strategy,
                "importance, ln(1 + label)",
                "topicality",
                strategy.map.most_importance,
                1,
                {}};
    for (const auto& row : strategy.map.pages) map.counts.emplace_back(row.begin(), row.end());
    pictures += heat_map(map, most);
  }
  return figure("<div class=\"maps\">" + pictures + "</div>", "",
                "Pages with a label by topicality, by the judge, and importance; shades go by the "
                "logarithm of their "
                "number, the same in all maps. As figure 14 of Pant and Srinivasan." +
                    std::string(importance.strategies.size() > kMostMaps
                                    ? " The first eight strategies are shown."
                                    : ""));
}

ordered_json finite(double value) {
  return std::isfinite(value) ? ordered_json(value) : ordered_json();
}

ordered_json spread_json(const Spread& spread) {
  return {{"mean", finite(spread.mean)},
          {"min", finite(spread.least)},
          {"max", finite(spread.most)},
          {"deviation", finite(spread.deviation)},
          {"n", spread.n}};
}

ordered_json curve_json(const Curve& curve) {
  ordered_json out = ordered_json::array();
  for (const double value : curve) out.push_back(finite(value));
  return out;
}

}  // namespace

std::string importance_section(const ReportSubject& subject, const Figures& figures) {
  const ImportanceFigures& importance = figures.importance;
  std::string out = heading("Topicality and importance");
  if (!subject.importance_says.empty()) {
    out +=
        paragraph("<strong>Importance.</strong> " + escape_markup(subject.importance_says), "says");
  }
  out += averages_table(importance);
  out += curves(
      figures, "Average topicality so far", "topicality", &StrategyImportance::topicality_so_far, 1,
      "Share of relevant pages among all fetched so far. As figure 4 (a) of Pant and Srinivasan.");
  if (importance.has_labels) {
    out += curves(figures, "Average importance so far", "importance, ln(1 + label)",
                  &StrategyImportance::importance_so_far, 0,
                  "Mean importance of the labelled pages fetched so far. As figure 5 (a) of Pant "
                  "and Srinivasan.");
  }
  out +=
      curves(figures, "Registrable domains so far", "domains", &StrategyImportance::domains_so_far,
             0, "Registrable domains with a page. As figure 13 (a) of Pant and Srinivasan.");
  if (importance.has_alpha) {
    out += curves(figures, "Alpha over the crawl", "alpha", &StrategyImportance::alpha, 1,
                  "The weight of topicality of the utility-biased crawlers, worked out again from "
                  "what each thought of its "
                  "pages (equation 3); others have no line. As figure 10 of Pant and Srinivasan.");
  }
  if (importance.has_labels) out += maps(importance);
  return out;
}

ordered_json importance_json(const ReportSubject& subject, const Figures& figures, bool whole) {
  ordered_json strategies = ordered_json::array(), runs = ordered_json::array();
  for (const StrategyImportance& strategy : figures.importance.strategies) {
    ordered_json one = {{"strategy", strategy.strategy},
                        {"topicality", spread_json(strategy.topicality)},
                        {"importance", spread_json(strategy.importance)},
                        {"domains", spread_json(strategy.domains)},
                        {"trusted", spread_json(strategy.trusted)}};
    if (whole) {
      one["curves"] = {{"topicality", curve_json(strategy.topicality_so_far.mean)},
                       {"importance", curve_json(strategy.importance_so_far.mean)},
                       {"domains", curve_json(strategy.domains_so_far.mean)},
                       {"alpha", curve_json(strategy.alpha.mean)}};
      one["map"] = {{"most_importance", strategy.map.most_importance},
                    {"pages", strategy.map.pages}};
    }
    strategies.push_back(std::move(one));
  }
  for (const RunImportance& run : figures.importance.runs) {
    runs.push_back({{"strategy", run.strategy},
                    {"run", run.run},
                    {"pages", run.pages},
                    {"labelled", run.labelled},
                    {"topicality", finite(run.topicality)},
                    {"importance", finite(run.importance)},
                    {"domains", run.domains},
                    {"trusted", finite(run.trusted)}});
  }
  ordered_json out = {{"says", subject.importance_says}, {"strategies", std::move(strategies)}};
  if (whole) out["runs"] = std::move(runs);
  return out;
}

}  // namespace porthole::labs
