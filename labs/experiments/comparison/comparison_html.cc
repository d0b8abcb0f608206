// The page of a comparison. All text that is not ours goes through escape_markup().

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "base/text/text.h"
#include "labs/experiments/comparison/comparison_report.h"
#include "labs/experiments/comparison/comparison_tables.h"
#include "labs/experiments/comparison/heat_map.h"
#include "labs/experiments/comparison/html_parts.h"
#include "labs/experiments/comparison/importance_section.h"
#include "labs/experiments/comparison/svg_chart.h"

namespace porthole::labs {
namespace {

constexpr double kFewAuthorities = 10;  // a run
constexpr std::size_t kMostBars = 6;    // in a category

class Page {
 public:
  Page(const ReportSubject& subject, const Figures& figures)
      : subject_(subject), figures_(figures) {
    for (const std::size_t pages : figures.grid) x_.push_back(static_cast<double>(pages));
    for (const StrategyFigures& strategy : figures.strategies) names_.push_back(strategy.strategy);
  }

  std::string html() const {
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, "
           "initial-scale=1\">\n<title>Strategies compared: " +
           escape_markup(subject_.topic) + "</title>\n<style>\n" + kPageStyle + chart_style() +
           heat_map_style() + "</style>\n</head>\n<body>\n<main>\n" + introduction() +
           heading("Strategies") + strategies_table(figures_, subject_.pages) + harvest() +
           moving_average() + distribution() + importance_section(subject_, figures_) + pairs() +
           distances() + heading("What links say") + link_metadata_table(figures_) +
           heading("What the links allow") + link_structure_table(figures_.link_structure) +
           method() + "</main>\n</body>\n</html>\n";
  }

 private:
  std::size_t runs() const {
    return figures_.strategies.empty() ? 0 : figures_.strategies.front().pages.n;
  }

  std::string over_runs() const {
    return "n = " + number_of(runs(), "run") + " of each strategy" +
           (runs() > 1 ? how_spread_is_shown() : "");
  }

  std::string how_spread_is_shown() const {
    return names_.size() > kMostBands ? "; line: mean; right of it least, mean and most at the "
                                        "end, in the order of the legend"
                                      : "; line: mean, band: least to most";
  }

  std::string introduction() const {
    return "<h1>Strategies compared: " + escape_markup(subject_.topic) + "</h1>\n" +
           paragraph(spelled_runs()) +
           paragraph("<strong>Who judged.</strong> " + escape_markup(subject_.judge_says), "says") +
           notes();
  }

  std::string spelled_runs() const {
    std::string text =
        (names_.size() == 1 ? "One strategy"
                            : std::to_string(names_.size()) + " strategies, each of which") +
        std::string(" fetched up to ") +
        number_of(static_cast<std::size_t>(subject_.pages), "page") +
        " of the same recorded web, from the same seeds, in " + number_of(runs(), "run");
    if (runs() > 1) {
      text += ": one from all " + number_of(subject_.seeds, "seed") + ", and " +
              number_of(runs() - 1, "run") +
              " from random halves of them, two disjoint halves a repeat";
    } else {
      text += " from " + number_of(subject_.seeds, "seed");
    }
    return text + ".";
  }

  std::string notes() const {
    if (subject_.notes.empty()) return "";
    std::string out = "<ul class=\"notes\">";
    for (const std::string& note : subject_.notes) out += "<li>" + escape_markup(note) + "</li>";
    return out + "</ul>\n";
  }

  // --- Figures
  // ------------------------------------------------------------------------------------------

  std::string lines(const std::string& title, const std::string& y_label,
                    Band StrategyFigures::*field, double top = 0) const {
    LineChart chart{title, "pages fetched", y_label, {}, top};
    for (const StrategyFigures& strategy : figures_.strategies) {
      const Band& band = strategy.*field;
      LineSeries series{strategy.strategy, x_, band.mean};
      if (band.n > 1) {
        series.low = band.least;
        series.high = band.most;
      }
      chart.series.push_back(std::move(series));
    }
    return line_chart(chart);
  }

  /// Shares of the categories by strategy: a bar chart, or a table when there would be too many
  /// bars.
  struct ByCategory {
    std::string title, x_label, y_label;
    std::vector<std::string> categories;
    std::function<std::vector<Spread>(const StrategyFigures&)> values;
    int digits = 0;  ///< In a table.
  };
  bool has_few_bars() const { return names_.size() <= kMostBars; }

  std::string by_category(const ByCategory& what, const std::string& caption) const {
    if (has_few_bars()) return figure(bars(what), bar_legend(names_), caption);
    std::string head = "<th>strategy</th>", rows;
    for (const std::string& category : what.categories)
      head += "<th>" + escape_markup(category) + "</th>";
    double most = 0;
    for (const StrategyFigures& strategy : figures_.strategies) {
      for (const Spread& spread : what.values(strategy))
        most = spread.n > 0 ? std::max(most, spread.mean) : most;
    }
    for (const StrategyFigures& strategy : figures_.strategies) {
      rows += "<tr>" + cell(escape_markup(strategy.strategy));
      for (const Spread& spread : what.values(strategy))
        rows += shaded_cell(spread, what.digits, most);
      rows += "</tr>\n";
    }
    return table(head, rows,
                 caption + " Columns: " + escape_markup(what.x_label) +
                     ". Cells: " + escape_markup(what.y_label) + ".");
  }

  std::string bars(const ByCategory& what) const {
    BarChart chart{what.title, what.x_label, what.y_label, what.categories, {}};
    for (const StrategyFigures& strategy : figures_.strategies) {
      BarSeries series{strategy.strategy, {}};
      for (const Spread& spread : what.values(strategy)) {
        series.values.push_back(spread.mean);
        series.low.push_back(spread.least);
        series.high.push_back(spread.most);
      }
      chart.series.push_back(std::move(series));
    }
    return bar_chart(chart);
  }

  std::string over_runs_by_category() const {
    return "n = " + number_of(runs(), "run") + " of each strategy; " +
           (has_few_bars() ? "bar: mean, whisker: least to most"
                           : "mean, below it the least and the most") +
           ".";
  }

  std::string harvest() const {
    return heading("Harvest") +
           figure(lines("Relevant pages found against pages fetched", "relevant pages",
                        &StrategyFigures::found),
                  line_legend(names_),
                  "Relevant pages found against pages fetched, seeds among both. " + over_runs() +
                      ". A run that stopped early goes on level.") +
           figure(lines("Sites with a relevant page against pages fetched", "sites",
                        &StrategyFigures::found_sites),
                  line_legend(names_),
                  "Sites with a relevant page against pages fetched. " + over_runs() + ".");
  }

  std::string moving_average() const {
    const std::string what =
        subject_.judge_has_labels ? "the share of relevant pages" : "relevance";
    return heading("Relevance while crawling") +
           figure(lines("Moving average of relevance", "relevance",
                        &StrategyFigures::moving_average, 1),
                  line_legend(names_),
                  "Moving average of " + what + " over the last " + std::to_string(kWindow) +
                      " pages fetched (over all so far while they are fewer). " + over_runs() +
                      "; of runs that stopped early until then. As figure 5 of Chakrabarti, van "
                      "den Berg, Dom 1999 (VLDB).");
  }

  std::string distribution() const {
    const bool own = subject_.judge_has_labels;
    std::vector<std::string> bins;
    for (std::size_t bin = 0; bin < kRelevanceBins; ++bin) {
      bins.push_back("0." + std::to_string(bin) + (bin + 1 < kRelevanceBins ? "" : " to 1"));
    }
    bins.front() = "0";
    const auto values = [own](const StrategyFigures& strategy) {
      const auto& all = own ? strategy.own_distribution : strategy.distribution;
      return std::vector<Spread>(all.begin(), all.end());
    };
    return heading("Distribution of relevance") +
           by_category({"Distribution of relevance",
                        own ? "relevance by the crawl's own judge, from" : "relevance, from",
                        "share of pages", bins, values, 2},
                       std::string("Share of the pages fetched by relevance, in ten steps of 0.1") +
                           (own ? ", as the crawl itself judged them (labels are yes or no)" : "") +
                           ". " + over_runs_by_category());
  }

  std::string pairs() const {
    const std::string title = heading("Crawls from disjoint seeds");
    if (figures_.coverage.empty()) {
      return title + paragraph(subject_.seeds < 2
                                   ? "Coverage and overlap need at least two seeds; there is one."
                                   : "Coverage and overlap need at least one repeat.");
    }
    const std::string over =
        pairs_of(figures_, [](const auto& strategy) { return strategy.covered_urls.n; }) +
        " of reference and test of each strategy (both ways round, references with nothing "
        "relevant "
        "left out)" +
        how_spread_is_shown();
    return title +
           figure(lines("Relevant URLs of the reference crawl that the test crawl fetched",
                        "share of relevant URLs", &StrategyFigures::covered_urls, 1),
                  line_legend(names_),
                  "Relevant URLs of a reference crawl that a test crawl by the same strategy had "
                  "fetched, from the other half "
                  "of the seeds. " +
                      over +
                      ". As figure 6 (a) of Chakrabarti, van den Berg, Dom 1999 (VLDB). Each "
                      "strategy is "
                      "held against its own reference: " +
                      references(&CoverageFigures::relevant_urls, "relevant URLs") + ".") +
           figure(lines("Servers of the reference crawl that the test crawl reached",
                        "share of servers", &StrategyFigures::covered_servers, 1),
                  line_legend(names_),
                  "The same of the servers with a relevant page. " + over +
                      ". As figure 6 (b). In the references: " +
                      references(&CoverageFigures::relevant_servers, "servers") + ".") +
           pairs_table(figures_);
  }

  /// "rw 120, random 31 relevant URLs (means)".
  std::string references(std::size_t CoverageFigures::*field, const std::string& noun) const {
    std::string out;
    for (const std::string& name : names_) {
      std::vector<double> counts;
      for (const CoverageFigures& pair : figures_.coverage) {
        if (pair.strategy == name) counts.push_back(static_cast<double>(pair.*field));
      }
      out +=
          (out.empty() ? "" : ", ") + escape_markup(name) + " " + fixed(spread_of(counts).mean, 1);
    }
    return out + " " + noun + " (means)";
  }

  std::string distances() const {
    std::size_t last = 0;
    double unreached = 0, authorities = 0;
    for (const RunFigures& run : figures_.runs) {
      for (std::size_t distance = 0; distance <= kMostDistance; ++distance) {
        if (run.distances[distance] > 0) last = std::max(last, distance);
      }
      unreached += static_cast<double>(run.unreached);
      authorities += static_cast<double>(run.authorities);
    }
    if (authorities == 0) {
      return heading("Distance of authorities") +
             paragraph("No crawl has an authority: no relevant page is cited from another site.");
    }
    std::vector<std::string> categories;
    for (std::size_t distance = 0; distance <= last; ++distance) {
      categories.push_back(std::to_string(distance) + (distance == kMostDistance ? "+" : ""));
    }
    const auto values = [last](const StrategyFigures& strategy) {
      return std::vector<Spread>(
          strategy.distances.begin(),
          strategy.distances.begin() + static_cast<std::ptrdiff_t>(last) + 1);
    };
    const auto runs = static_cast<double>(std::max<std::size_t>(figures_.runs.size(), 1));
    std::string caption =
        "The top " + std::to_string(kTopAuthorities) +
        " authorities of a crawl (fewer where it has fewer: " + fixed(authorities / runs, 1) +
        " on average), by the shortest way from a seed over the links that were read. " +
        over_runs_by_category();
    if (authorities < kFewAuthorities * runs) {
      caption += " There are so few because few of the relevant pages are cited from other sites.";
    }
    if (unreached > 0) {
      caption += " Left out, since no link that was read leads there: " + short_number(unreached) +
                 " of the " + short_number(authorities) + " of all runs.";
    }
    return heading("Distance of authorities") +
           by_category({"Distance of the top authorities from the seeds",
                        "links from the nearest seed", "authorities", categories, values, 1},
                       caption + " As figure 7 of Chakrabarti, van den Berg, Dom 1999 (VLDB).");
  }

  std::string method() const {
    return heading("How it was measured") +
           paragraph("Web: " + escape_markup(subject_.web) +
                     ". Budget: " + number_of(static_cast<std::size_t>(subject_.pages), "page") +
                     " a run. Repeats: " + std::to_string(subject_.repeats) +
                     ". Random seed: " + std::to_string(subject_.random_seed) +
                     ". The pages under http and https with the same content are one page in every "
                     "count. Each crawl takes one page "
                     "after the other, so that the same command gives the same crawl. The numbers "
                     "behind this page, run by run: "
                     "harvest.csv and report.json beside it.");
  }

  const ReportSubject& subject_;
  const Figures& figures_;
  std::vector<double> x_;
  std::vector<std::string> names_;
};

}  // namespace

std::string report_html(const ReportSubject& subject, const Figures& figures) {
  return Page(subject, figures).html();
}

}  // namespace porthole::labs
