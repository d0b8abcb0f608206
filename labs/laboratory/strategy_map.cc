// The map of strategies: which finds most, over locality, links between sites, and anchors.

#include <algorithm>
#include <array>

#include "labs/experiments/svg_chart.h"
#include "labs/laboratory/experiments.h"

namespace porthole::labs {
namespace {

constexpr std::size_t kSeeds = 10;
constexpr const char* kCeiling = "ceiling";
constexpr std::array kLocality = {.2, .4, .6, .8};
constexpr std::array kBetween = {.05, .2, .6};

struct Anchors {
  const char* name;
  double generic, misleading, hidden;
};
constexpr std::array kAnchors = {
    Anchors{"tell (.95 with words of the target's topic)", .03, .01, .01},
    Anchors{"as in `gen` (.71)", .18, .04, .07},
    Anchors{"say little (.15)", .55, .1, .2},
};

const std::vector<NamedStrategy>& strategies() {
  static const std::vector<NamedStrategy> list = {
      {"breadth-first", "breadth-first"},
      {"hits", "hits"},
      {"hits-rw", "hits-rw:metadata=anchor"},
      {"rw", "rw:metadata=anchor"},
      {"soft-focus", "soft-focus"},
      {"soft-focus-distill", "soft-focus-distill"},
      {"learned", "learned"},
  };
  return list;
}

std::string percent(double share) { return fixed(100 * share, 0); }

LabCrawl crawl_of(const JudgedWeb& web, const TopicDraw& draw, std::size_t budget) {
  LabCrawl crawl;
  crawl.topic = draw.topic;
  const std::vector<NodeId>& examples = web.examples(draw.topic);
  crawl.seeds.assign(examples.begin(), examples.begin() + kSeeds);
  crawl.pages = kSeeds + budget;
  crawl.random_seed = draw.number + 1;
  return crawl;
}

/// Pages on topic, seeds left out, as a share of the oracle's, by strategy and draw.
Result<void> measure_cell(const WebDials& dials, const DrawOptions& draws, std::size_t budget,
                          Series& series) {
  return run_draws(dials, draws, [&](JudgedWeb& web, const TopicDraw& draw) {
    LabCrawl crawl = crawl_of(web, draw, budget);
    const JudgedWeb::Bounds bounds = web.bounds(crawl);
    series.set(draw.number, kCeiling, bounds.ceiling / bounds.oracle);
    for (const NamedStrategy& strategy : strategies()) {
      crawl.strategy = strategy.text;
      crawl.words = reads_words(strategy.text);
      const auto fetched = web.crawl(crawl);
      if (!fetched) return Result<void>(fail(fetched.error()));
      const std::vector<NodeId> found = found_by(crawl, *fetched);
      const auto on_topic = std::count_if(found.begin(), found.end(), [&](NodeId page) {
        return web.is_on_topic(page, draw.topic);
      });
      series.set(draw.number, strategy.name, static_cast<double>(on_topic) / bounds.oracle);
    }
    return Result<void>();
  });
}

/// The best strategy, and those that the draws do not tell from it.
std::string winners(const Series& series) {
  const auto mean = [&](const NamedStrategy& strategy) {
    return estimate_of(series[strategy.name]).mean;
  };
  const auto best = std::max_element(
      strategies().begin(), strategies().end(),
      [&](const NamedStrategy& a, const NamedStrategy& b) { return mean(a) < mean(b); });
  std::string text = "**" + best->name + "** " + percent(mean(*best));
  for (const NamedStrategy& strategy : strategies()) {
    if (strategy.name == best->name ||
        difference_of(series[best->name], series[strategy.name]).p < .05)
      continue;
    text += ", " + strategy.name + " " + percent(mean(strategy));
  }
  return text + " (" + percent(estimate_of(series[kCeiling]).mean) + ")";
}

/// Column heads of a table of the map.
std::string table_head(const Anchors& anchors) {
  std::string head = "\nAnchors " + std::string(anchors.name) + ":\n\n| links between sites |";
  std::string rule = "|---|";
  for (const double locality : kLocality) {
    head += " locality " + fixed(locality, 1) + " |";
    rule += "---|";
  }
  return head + "\n" + rule + "\n";
}

}  // namespace

Result<void> add_map(const NamedWeb& web, const DrawOptions& draws, FigureBook& book) {
  const std::size_t budget = budget_of(web.dials);
  std::string table =
      "## The map: which strategy finds most, and where\n\nPages on topic that a crawl of " +
      short_number(static_cast<double>(budget)) +
      " pages finds, in per cent of the oracle's (mean of " + std::to_string(kLinkOrders) +
      " link orders); webs as `" + web.name + "` but for the dials named; " +
      std::to_string(draws.webs * draws.topics) +
      " draws a cell. In each cell the best strategy, then those that the draws do "
      "not tell from it (paired, p at least .05), and in brackets the ceiling.\n";
  for (const Anchors& anchors : kAnchors) {
    table += table_head(anchors);
    for (const double between : kBetween) {
      table += "| " + fixed(between, 2) + " |";
      for (const double locality : kLocality) {
        WebDials dials = web.dials;
        dials.locality = locality;
        dials.between_sites = between;
        dials.generic_anchors = anchors.generic;
        dials.misleading_anchors = anchors.misleading;
        dials.hidden_anchors = anchors.hidden;
        Series series(draws.webs * draws.topics);
        if (auto ran = measure_cell(dials, draws, budget, series); !ran) return ran;
        const std::string place = "map: anchors " + std::string(anchors.name) + ", between " +
                                  fixed(between, 2) + ", locality " + fixed(locality, 1);
        for (const NamedStrategy& strategy : strategies()) {
          book.cells.push_back({web.name, place, "share of the oracle's pages", strategy.name, "",
                                estimate_of(series[strategy.name])});
        }
        book.cells.push_back({web.name, place, "share of the oracle's pages", kCeiling, "",
                              estimate_of(series[kCeiling])});
        table += " " + winners(series) + " |";
      }
      table += "\n";
    }
  }
  book.tables.push_back(std::move(table));
  return {};
}

}  // namespace porthole::labs
