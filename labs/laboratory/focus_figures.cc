// Harvest, coverage, overlap, best servers and distances: the figures of the two papers on focused
// crawling. Each strategy runs from 20 seeds, and from either half of them.

#include <algorithm>
#include <cmath>
#include <iterator>

#include "labs/comparison/comparison_figures.h"
#include "labs/laboratory/experiments.h"

namespace porthole::labs {
namespace {

constexpr std::size_t kSeeds = 20;
constexpr std::size_t kCurve = 20;  // points of the picture

/// Chakrabarti, van den Berg, Dom 1999, section 4.3: common / in one of them, here the mean of
/// both.
double shared(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
  std::vector<std::uint32_t> common;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
  const auto n = static_cast<double>(common.size());
  return (n / static_cast<double>(a.size()) + n / static_cast<double>(b.size())) / 2;
}

double mean_distance(const std::vector<int>& distances) {
  double sum = 0, n = 0;
  for (const int distance : distances) {
    if (distance == kUnreached) continue;
    sum += distance;
    n += 1;
  }
  return sum / n;
}

double most_distance(const std::vector<int>& distances) {
  return distances.empty()
             ? std::nan("")
             : static_cast<double>(*std::max_element(distances.begin(), distances.end()));
}

/// Share of the pages on topic, seeds left out.
double harvest(const ComparedRun& run) {
  double found = 0, pages = 0;
  for (const ComparedPage& page : run.pages) {
    if (page.seed) continue;
    pages += 1;
    found += page.opinion.relevant ? 1 : 0;
  }
  return found / pages;
}

/// Share of the pages, seeds left out, that the crawl itself rates within [from, to).
double rated_within(const ComparedRun& run, double from, double to) {
  double within = 0, pages = 0;
  for (const ComparedPage& page : run.pages) {
    if (page.seed) continue;
    pages += 1;
    within += page.own_relevance >= from && page.own_relevance < to ? 1 : 0;
  }
  return within / pages;
}

class FocusDraw {
 public:
  FocusDraw(JudgedWeb& web, const TopicDraw& draw, std::size_t budget, Series& series)
      : web_(web), draw_(draw), budget_(budget), series_(series) {}

  Result<void> run(const NamedStrategy& strategy) {
    Comparison comparison;
    std::vector<std::vector<std::uint32_t>> best_sites;
    for (int run = 0; run < 3; ++run) {
      const LabCrawl crawl = crawl_of(strategy, run);
      TRY_AS(fetched, web_.crawl(crawl));
      JudgedWeb::Record record = web_.record(crawl, *fetched, run);
      best_sites.push_back(std::move(record.best_sites));
      comparison.runs.push_back(std::move(record.run));
    }
    const Figures figures =
        figures_of(comparison, {strategy.text}, static_cast<std::int64_t>(budget_));
    const StrategyFigures& found = figures.strategies.front();
    const auto set = [&](const std::string& name, double value) {
      series_.set(draw_.number, name + "/" + strategy.name, value);
    };
    set("harvest", harvest(comparison.runs.front()));
    set("share with a relevance of .9 or more", rated_within(comparison.runs.front(), .9, 2));
    set("share with a relevance below .1", rated_within(comparison.runs.front(), 0, .1));
    set("coverage of URLs", found.coverage_urls.mean);
    set("coverage of servers", found.coverage_servers.mean);
    set("shared URLs", found.shared_pages.mean);
    set("shared servers", found.shared_servers.mean);
    set("shared best servers", shared(best_sites[1], best_sites[2]));
    const std::vector<int>& distances = comparison.runs.front().authority_distances;
    set("distance", mean_distance(distances));
    set("largest distance", most_distance(distances));
    for (std::size_t i = 1; i <= kCurve; ++i) {
      const Curve& average = figures.runs.front().moving_average;
      set("curve" + std::to_string(i), average[average.size() * i / kCurve - 1]);
    }
    return {};
  }

 private:
  LabCrawl crawl_of(const NamedStrategy& strategy, int run) const {
    const std::vector<NodeId>& examples = web_.examples(draw_.topic);
    LabCrawl crawl;
    crawl.strategy = strategy.text;
    crawl.words = reads_words(strategy.text);
    crawl.topic = draw_.topic;
    const auto half = examples.begin() + kSeeds / 2, end = examples.begin() + kSeeds;
    crawl.seeds.assign(run == 2 ? half : examples.begin(), run == 1 ? half : end);
    crawl.pages = budget_;
    crawl.random_seed = draw_.number + 1;
    return crawl;
  }

  JudgedWeb& web_;
  const TopicDraw& draw_;
  std::size_t budget_;
  Series& series_;
};

struct Quantity {
  const char* name;
  const char* paper;
  const char* published;  // of soft focus, but for harvest
};

constexpr Quantity kQuantities[] = {
    {"harvest", "004 figures 3 and 4, 000 figure 5", ".3 to .5; random near 0"},
    {"share with a relevance of .9 or more", "004 figure 5", "a sharp peak; random flat"},
    {"share with a relevance below .1", "004 figure 5", ""},
    {"coverage of URLs", "000 figure 6", ".83"},
    {"coverage of servers", "000 figure 6", ".90"},
    {"shared URLs", "004 figure 6", ".90 (cycling), .60 (mutual funds)"},
    {"shared servers", "004 figure 7", "higher than of URLs"},
    {"shared best servers", "004 figure 8", "high: robust"},
    {"distance", "004 figure 9, 000 figure 7", "many at 4 to 12 links"},
    {"largest distance", "004 figure 9, 000 figure 7", "12 to 15"},
};

}  // namespace

const std::vector<NamedStrategy>& focused_strategies() {
  static const std::vector<NamedStrategy> strategies = {
      {"random", "random"},         {"hard-focus", "hard-focus"},
      {"soft-focus", "soft-focus"}, {"soft-focus-distill", "soft-focus-distill"},
      {"learned", "learned"},
  };
  return strategies;
}

Result<void> add_focus_figures(const NamedWeb& web, const DrawOptions& draws, FigureBook& book) {
  const std::size_t budget = budget_of(web.dials);
  Series series(draws.webs * draws.topics);
  const auto ran = run_draws(web.dials, draws, [&](JudgedWeb& judged, const TopicDraw& draw) {
    FocusDraw runs(judged, draw, budget, series);
    for (const NamedStrategy& strategy : focused_strategies()) {
      if (auto done = runs.run(strategy); !done) return done;
    }
    return Result<void>();
  });
  if (!ran) return ran;
  for (const Quantity& quantity : kQuantities) {
    for (const NamedStrategy& strategy : focused_strategies()) {
      const bool is_published =
          strategy.name == "soft-focus" || std::string_view(quantity.name) == "harvest";
      book.add({web.name,
                quantity.paper,
                quantity.name,
                strategy.name,
                is_published ? quantity.published : "",
                {}},
               series[std::string(quantity.name) + "/" + strategy.name]);
    }
  }
  Picture picture{web.name + std::string("_harvest"),
                  "Share of the last 100 pages that are on topic, papers 004 (figures 3 and 4) and "
                  "000 (figure 5), on the web `" +
                      std::string(web.name) + "`; means of " +
                      std::to_string(draws.webs * draws.topics) + " draws.",
                  {.title = "Harvest rate by pages fetched",
                   .x_label = "pages fetched",
                   .y_label = "share on topic",
                   .series = {}}};
  for (const NamedStrategy& strategy : focused_strategies()) {
    LineSeries line{.name = strategy.name, .x = {}, .y = {}};
    for (std::size_t i = 1; i <= kCurve; ++i) {
      const std::size_t pages = budget * i / kCurve;
      line.x.push_back(static_cast<double>(pages));
      line.y.push_back(estimate_of(series["curve" + std::to_string(i) + "/" + strategy.name]).mean);
    }
    picture.chart.series.push_back(std::move(line));
  }
  book.pictures.push_back(std::move(picture));
  const auto claim = [&](const char* paper, const char* above, const char* below) {
    book.claim({web.name, paper, std::string(above) + " above " + below + ", harvest", {}},
               series[std::string("harvest/") + above], series[std::string("harvest/") + below]);
  };
  claim("004 figures 3 and 4", "soft-focus", "random");
  claim("004 section 4.7, 000 section 3.7", "soft-focus-distill", "soft-focus");
  claim("-", "learned", "soft-focus");
  return {};
}

}  // namespace porthole::labs
