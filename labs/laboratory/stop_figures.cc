// Where relevance weighting stops: Sundaresan, Yi, Huang 2000, figure 3, over the threshold c, the
// metadata that links are rated by, and the pages after which a term counts (n_min).

#include <algorithm>
#include <cmath>
#include <map>

#include "labs/laboratory/experiments.h"

namespace porthole::labs {
namespace {

constexpr std::size_t kSeeds = 10;
constexpr std::size_t kPublished = 3'000;  // pages after which the paper's RW stopped
constexpr std::size_t kMost = 4 * kPublished;

constexpr const char* kThresholds[] = {"0.5", "0.6", "0.7", "0.8", "0.9", "0.95"};
constexpr const char* kTerms[] = {":metadata=anchor", ":metadata=anchor:support=1",
                                  ":metadata=all:support=1"};

std::string options(const char* terms, const char* threshold) {
  return std::string(terms) + ":threshold=" + threshold;
}

struct Found {
  std::size_t pages = 0;          ///< Until it stops, at most kMost.
  std::vector<std::size_t> good;  ///< Pages on topic among the first n, n = 0, 1, ...

  double precision(std::size_t from, std::size_t to) const {
    from = std::min(from, pages);
    to = std::min(to, pages);
    if (from == to) return std::nan("");
    return static_cast<double>(good[to] - good[from]) / static_cast<double>(to - from);
  }
};

Result<Found> found_of(JudgedWeb& web, const TopicDraw& draw, const std::string& strategy) {
  LabCrawl crawl;
  crawl.strategy = strategy;
  crawl.topic = draw.topic;
  const std::vector<NodeId>& examples = web.examples(draw.topic);
  crawl.seeds.assign(examples.begin(), examples.begin() + kSeeds);
  crawl.pages = kSeeds + kMost;
  crawl.random_seed = draw.number + 1;
  TRY_AS(fetched, web.crawl(crawl));
  Found found{.pages = 0, .good = {0}};
  for (const NodeId page : found_by(crawl, *fetched)) {
    found.good.push_back(found.good.back() + (web.is_on_topic(page, draw.topic) ? 1 : 0));
    ++found.pages;
  }
  return found;
}

Result<void> measure(JudgedWeb& web, const TopicDraw& draw, Series& series) {
  const GeneratedWeb& pages = web.web();
  double of_topic = 0;
  for (NodeId page = 0; page < pages.size(); ++page)
    of_topic += web.is_on_topic(page, draw.topic) ? 1 : 0;
  series.set(draw.number, "topic", of_topic);
  for (const char* terms : kTerms) {
    for (const char* threshold : kThresholds) {
      const std::string with = options(terms, threshold);
      TRY_AS(rw, found_of(web, draw, "rw" + with));
      const auto set = [&](const char* name, double value) {
        series.set(draw.number, name + with, value);
      };
      set("pages", static_cast<double>(rw->pages));
      set("precision", rw->precision(0, rw->pages));
      set("published", rw->precision(0, kPublished));
      set("recall", static_cast<double>(rw->good.back()) / of_topic);
      TRY_AS(rwb, found_of(web, draw, "rwb" + with));
      set("rwb pages", static_cast<double>(rwb->pages));
      set("rwb published", rwb->precision(0, kPublished));
      set("rwb at", rwb->precision(0, rw->pages));
      set("rwb beyond", rwb->precision(rw->pages, rw->pages + 1'000));
    }
  }
  return {};
}

struct Quantity {
  const char* key;
  std::string text;
  const char* strategy;
  const char* published;
};

}  // namespace

Result<void> add_stop_figures(const NamedWeb& web, const DrawOptions& draws, FigureBook& book) {
  Series series(draws.webs * draws.topics);
  const auto ran = run_draws(web.dials, draws, [&](JudgedWeb& judged, const TopicDraw& draw) {
    return measure(judged, draw, series);
  });
  if (!ran) return ran;
  const std::string paper = "003 figure 3";
  const std::string most = short_number(static_cast<double>(kMost));
  const std::string published = short_number(static_cast<double>(kPublished));
  const Quantity quantities[] = {
      {"pages", "pages until it stops, at most " + most, "rw", "about 3,000"},
      {"precision", "precision until it stops", "rw", ".92"},
      {"published", "precision of " + published + " pages, or until it stops", "rw", ".92"},
      {"recall", "share of the topic found until it stops", "rw", ""},
      {"rwb pages", "pages until it stops, at most " + most, "rwb", "does not stop"},
      {"rwb published", "precision of " + published + " pages, or until it stops", "rwb", ".75"},
      {"rwb at", "precision where rw has stopped", "rwb", ".75"},
      {"rwb beyond", "precision of the 1,000 pages after that", "rwb", ""},
  };
  book.add({web.name, paper, "pages of the topic", "the web", "", {}}, series["topic"]);
  for (const Quantity& quantity : quantities) {
    for (const char* terms : kTerms) {
      for (const char* threshold : kThresholds) {
        const std::string with = options(terms, threshold);
        book.add({web.name, paper, quantity.text, quantity.strategy + with, quantity.published, {}},
                 series[quantity.key + with]);
      }
    }
  }
  return {};
}

}  // namespace porthole::labs
