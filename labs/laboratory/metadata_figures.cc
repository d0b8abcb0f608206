// Figure 3 of Sundaresan, Yi, Huang 2000: precision and stagnation of the crawls by link metadata.

#include <algorithm>
#include <cmath>

#include "labs/laboratory/experiments.h"

namespace porthole::labs {
namespace {

constexpr std::size_t kSeeds = 10;
constexpr std::size_t kBudgets = 3;  // how far crawls may go, in budgets
constexpr std::size_t kGrid = 30;

/// Pages on topic among the first n found, for n = 0, 1, ...
std::vector<std::size_t> on_topic_so_far(const JudgedWeb& web, std::uint16_t topic,
                                         const std::vector<NodeId>& found) {
  std::vector<std::size_t> counts = {0};
  for (const NodeId page : found)
    counts.push_back(counts.back() + (web.is_on_topic(page, topic) ? 1 : 0));
  return counts;
}

double precision(const std::vector<std::size_t>& found, std::size_t from, std::size_t to) {
  from = std::min(from, found.size() - 1);
  to = std::min(to, found.size() - 1);
  if (from >= to) return std::nan("");
  return static_cast<double>(found[to] - found[from]) / static_cast<double>(to - from);
}

}  // namespace

std::size_t budget_of(const WebDials& dials) {
  const std::size_t pages = dials.pages / dials.topics / 500 * 500;
  return std::clamp<std::size_t>(pages, 500, 4'000);
}

const std::vector<NamedStrategy>& metadata_strategies() {
  static const std::vector<NamedStrategy> strategies = {
      {"breadth-first", "breadth-first"},
      {"sh", "sh"},
      {"hits", "hits"},
      {"hits-rw", "hits-rw:metadata=anchor"},
      {"rw", "rw:metadata=anchor:threshold=0.6:own=4"},
      {"rwb", "rwb:metadata=anchor:threshold=0.6:own=4"},
  };
  return strategies;
}

Result<void> add_metadata_figures(const NamedWeb& web, const DrawOptions& draws,
                                  const std::vector<NamedStrategy>& strategies, FigureBook& book) {
  const std::size_t budget = budget_of(web.dials);
  const std::size_t step = budget * kBudgets / kGrid;
  Series series(draws.webs * draws.topics);
  const auto ran = run_draws(web.dials, draws, [&](JudgedWeb& judged, const TopicDraw& draw) {
    const std::vector<NodeId>& examples = judged.examples(draw.topic);
    std::size_t rw_stop = 0;
    for (const NamedStrategy& strategy : strategies) {
      LabCrawl crawl;
      crawl.strategy = strategy.text;
      crawl.words = reads_words(strategy.text);
      crawl.topic = draw.topic;
      crawl.seeds.assign(examples.begin(), examples.begin() + kSeeds);
      crawl.pages = kSeeds + kBudgets * budget;
      crawl.random_seed = draw.number + 1;
      const auto fetched = judged.crawl(crawl);
      if (!fetched) return Result<void>(fail(fetched.error()));
      const std::vector<std::size_t> found =
          on_topic_so_far(judged, draw.topic, found_by(crawl, *fetched));
      const std::size_t pages = found.size() - 1;
      const auto set = [&](const std::string& name, double value) {
        series.set(draw.number, name + strategy.name, value);
      };
      set("budget/", precision(found, 0, budget));
      set("stop/", precision(found, 0, pages));
      set("pages/", static_cast<double>(pages));
      if (strategy.name == "rw") rw_stop = pages;
      if (strategy.name == "rwb") {
        set("at/", precision(found, 0, rw_stop));
        set("beyond/", precision(found, rw_stop, rw_stop + budget));
      }
      for (std::size_t i = 1; i <= kGrid; ++i) {
        set("curve" + std::to_string(i) + "/",
            static_cast<double>(found[std::min(i * step, pages)]));
      }
    }
    return Result<void>();
  });
  if (!ran) return ran;

  const std::string paper = "003 figure 3";
  const std::string of_budget =
      "precision of " + short_number(static_cast<double>(budget)) + " pages";
  const auto published = [](const std::string& name) -> std::string {
    if (name == "hits") return ".31";
    if (name == "hits-rw") return ".50";
    if (name == "rwb") return ".75";
    return name == "rw" ? ".92" : "";
  };
  Picture picture{web.name + std::string("_metadata"),
                  "Pages on topic found by the crawls of paper 003, figure 3, on the web `" +
                      std::string(web.name) + "`; means of " +
                      std::to_string(draws.webs * draws.topics) + " draws.",
                  {.title = "Pages on topic found by pages fetched",
                   .x_label = "pages fetched",
                   .y_label = "pages on topic",
                   .series = {}}};
  for (const NamedStrategy& strategy : strategies) {
    const std::string& name = strategy.name;
    book.add({web.name, paper, of_budget, name, published(name), {}}, series["budget/" + name]);
    if (name == "rw" || name == "rwb") {
      book.add(
          {web.name,
           paper,
           "pages until it stops, at most " + short_number(static_cast<double>(kBudgets * budget)),
           name,
           name == "rw" ? "about 3,000" : "does not stop",
           {}},
          series["pages/" + name]);
    }
    if (name == "rw") {
      book.add({web.name, paper, "precision until it stops", name, ".92", {}},
               series["stop/" + name]);
    }
    if (name == "rwb") {
      book.add({web.name, paper, "precision where rw has stopped", name, ".75", {}},
               series["at/" + name]);
      book.add({web.name,
                paper,
                "precision of the pages after that, at most " +
                    short_number(static_cast<double>(budget)),
                name,
                "",
                {}},
               series["beyond/" + name]);
    }
    LineSeries line{.name = name, .x = {0}, .y = {0}};
    for (std::size_t i = 1; i <= kGrid; ++i) {
      line.x.push_back(static_cast<double>(i * step));
      line.y.push_back(estimate_of(series["curve" + std::to_string(i) + "/" + name]).mean);
    }
    picture.chart.series.push_back(std::move(line));
  }
  book.pictures.push_back(std::move(picture));
  const auto has = [&](const char* name) {
    return std::any_of(strategies.begin(), strategies.end(),
                       [&](const NamedStrategy& strategy) { return strategy.name == name; });
  };
  const auto claim = [&](const char* above, const char* below, const char* published_as) {
    if (!has(above) || !has(below)) return;
    book.claim({web.name,
                paper,
                std::string(above) + " above " + below + ", " + of_budget + " (published " +
                    published_as + ")",
                {}},
               series[std::string("budget/") + above], series[std::string("budget/") + below]);
  };
  claim("hits-rw", "hits", ".50, .31");
  claim("rw", "hits-rw", ".92, .50");
  claim("rwb", "hits-rw", ".75, .50");
  return {};
}

}  // namespace porthole::labs
