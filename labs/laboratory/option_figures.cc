// The options of the published strategies beside their defaults: link metadata, thresholds, the
// links of exploratory fetches, links without a known term, what good hubs cite.

#include <algorithm>
#include <cmath>
#include <map>

#include "labs/laboratory/experiments.h"

namespace porthole::labs {
namespace {

constexpr std::size_t kSeeds = 10;
constexpr std::size_t kBudgets = 3;  // how far crawls of strategies that prune may go, in budgets

struct Variant {
  const char* strategy;
  bool prunes = false;
  const char* without_looks = "";  ///< For rwb: rw with the same options, listed before.
};

constexpr Variant kVariants[] = {
    {"rw"},
    {"rw:own=4"},
    {"rw:metadata=anchor"},
    {"rw:metadata=anchor:own=4"},
    {"rw:metadata=anchor:own=4:threshold=0.6", true},
    {"rw:metadata=anchor:own=4:threshold=0.7", true},
    {"rw:metadata=anchor:own=4:threshold=0.8", true},
    {"rw:metadata=anchor:own=4:threshold=0.9", true},
    {"rw:metadata=all:own=4:threshold=0.8", true},
    {"rwb:metadata=anchor:own=4:threshold=0.8", true, "rw:metadata=anchor:own=4:threshold=0.8"},
    {"rwb:metadata=anchor:own=4:threshold=0.9", true, "rw:metadata=anchor:own=4:threshold=0.9"},
    {"rwb:links=by-score:metadata=anchor:own=4:threshold=0.9", true,
     "rw:metadata=anchor:own=4:threshold=0.9"},
    {"hits-rw"},
    {"hits-rw:metadata=anchor"},
    {"hits-rw:unknown=zero:metadata=anchor"},
    {"soft-focus"},
    {"soft-focus-distill"},
    {"soft-focus-distill:raise=ties"},
    {"soft-focus-distill:raise=first"},
};

/// Claims: the first above the second, in pages on topic of the budget.
constexpr const char* kPairs[][2] = {
    {"rw:metadata=anchor", "rw"},
    {"rw:metadata=anchor:own=4", "rw:metadata=anchor"},
    {"rw:metadata=anchor:own=4:threshold=0.8", "rw:metadata=all:own=4:threshold=0.8"},
    {"rwb:metadata=anchor:own=4:threshold=0.8", "rw:metadata=anchor:own=4:threshold=0.8"},
    {"rwb:links=by-score:metadata=anchor:own=4:threshold=0.9",
     "rwb:metadata=anchor:own=4:threshold=0.9"},
    {"hits-rw:metadata=anchor", "hits-rw"},
    {"hits-rw:unknown=zero:metadata=anchor", "hits-rw:metadata=anchor"},
    {"soft-focus-distill", "soft-focus"},
    {"soft-focus-distill:raise=ties", "soft-focus"},
    {"soft-focus-distill:raise=first", "soft-focus"},
};

double share(std::size_t part, std::size_t whole) {
  return whole == 0 ? std::nan("") : static_cast<double>(part) / static_cast<double>(whole);
}

Result<void> measure(JudgedWeb& web, const TopicDraw& draw, std::size_t budget, Series& series) {
  LabCrawl crawl;
  crawl.topic = draw.topic;
  const std::vector<NodeId>& examples = web.examples(draw.topic);
  crawl.seeds.assign(examples.begin(), examples.begin() + kSeeds);
  crawl.random_seed = draw.number + 1;
  const auto on_topic = [&](NodeId page) { return web.is_on_topic(page, draw.topic); };
  crawl.pages = kSeeds + budget;
  const JudgedWeb::Bounds bounds = web.bounds(crawl);
  series.set(draw.number, "budget/oracle", bounds.oracle / static_cast<double>(budget));
  series.set(draw.number, "budget/ceiling", bounds.ceiling / static_cast<double>(budget));
  std::map<std::string, std::size_t> stopped;  // pages until it stops
  for (const Variant& variant : kVariants) {
    crawl.strategy = variant.strategy;
    crawl.words = reads_words(variant.strategy);
    crawl.pages = kSeeds + (variant.prunes ? kBudgets : 1) * budget;
    TRY_AS(fetched, web.crawl(crawl));
    const std::vector<NodeId> found = found_by(crawl, *fetched);
    const auto set = [&](const std::string& name, double value) {
      series.set(draw.number, name + "/" + variant.strategy, value);
    };
    const auto first = found.begin();
    const auto of_budget = first + static_cast<std::ptrdiff_t>(std::min(budget, found.size()));
    const auto good = [&](auto end) {
      return static_cast<std::size_t>(std::count_if(first, end, on_topic));
    };
    set("budget", share(good(of_budget), budget));
    if (!variant.prunes) continue;
    set("pages", static_cast<double>(found.size()));
    set("precision", share(good(found.end()), found.size()));
    set("found", static_cast<double>(good(found.end())));
    stopped[variant.strategy] = found.size();
    const auto rw = stopped.find(variant.without_looks);
    if (rw == stopped.end()) continue;
    const auto end = first + static_cast<std::ptrdiff_t>(std::min(rw->second, found.size()));
    set("at", share(good(end), static_cast<std::size_t>(end - first)));
    set("beyond",
        share(good(found.end()) - good(end), static_cast<std::size_t>(found.end() - end)));
  }
  return {};
}

}  // namespace

Result<void> add_option_figures(const NamedWeb& web, const DrawOptions& draws, FigureBook& book) {
  const std::size_t budget = budget_of(web.dials);
  Series series(draws.webs * draws.topics);
  const auto ran = run_draws(web.dials, draws, [&](JudgedWeb& judged, const TopicDraw& draw) {
    return measure(judged, draw, budget, series);
  });
  if (!ran) return ran;
  const std::string pages = short_number(static_cast<double>(budget));
  const auto add = [&](const std::string& quantity, const char* strategy, const std::string& key) {
    book.add({web.name, "options", quantity, strategy, "", {}}, series[key + "/" + strategy]);
  };
  const std::string of_budget = "pages on topic, as a share of " + pages;
  for (const Variant& variant : kVariants) add(of_budget, variant.strategy, "budget");
  add(of_budget, "oracle", "budget");
  add(of_budget, "ceiling", "budget");
  const std::string most = short_number(static_cast<double>(kBudgets * budget));
  for (const Variant& variant : kVariants) {
    if (variant.prunes) add("pages until it stops, at most " + most, variant.strategy, "pages");
  }
  for (const Variant& variant : kVariants) {
    if (variant.prunes) add("precision until it stops", variant.strategy, "precision");
  }
  for (const Variant& variant : kVariants) {
    if (variant.prunes) add("pages on topic until it stops", variant.strategy, "found");
  }
  for (const Variant& variant : kVariants) {
    if (*variant.without_looks == '\0') continue;
    add("precision where rw has stopped", variant.strategy, "at");
    add("precision of the pages after that", variant.strategy, "beyond");
  }
  for (const auto& [above, below] : kPairs) {
    book.claim({web.name, "options", std::string(above) + " above " + below + ", " + of_budget, {}},
               series[std::string("budget/") + above], series[std::string("budget/") + below]);
  }
  return {};
}

}  // namespace porthole::labs
