#include "labs/comparison/comparison_figures.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace porthole::labs {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
using Names = std::unordered_set<std::string>;

std::vector<std::size_t> grid_of(std::size_t budget) {
  std::vector<std::size_t> grid;
  for (std::size_t i = 1; i <= 100; ++i) {
    const std::size_t pages = (budget * i + 99) / 100;
    if (grid.empty() || grid.back() != pages) grid.push_back(pages);
  }
  return grid;
}

double share(std::size_t part, std::size_t whole) {
  return whole == 0 ? kNone : static_cast<double>(part) / static_cast<double>(whole);
}

std::size_t bin_of(double relevance) {
  const auto bin =
      static_cast<std::size_t>(std::max(relevance, 0.0) * static_cast<double>(kRelevanceBins));
  return std::min(bin, kRelevanceBins - 1);
}

/// How many of the ascending `orders` are at most each point of the grid.
Curve counted_at(const std::vector<std::size_t>& orders, const std::vector<std::size_t>& grid) {
  Curve curve;
  for (const std::size_t pages : grid) {
    curve.push_back(static_cast<double>(std::upper_bound(orders.begin(), orders.end(), pages) -
                                        orders.begin()));
  }
  return curve;
}

Curve moving_average(const std::vector<ComparedPage>& pages, const std::vector<std::size_t>& grid) {
  std::vector<double> sums = {0};
  for (const ComparedPage& page : pages) sums.push_back(sums.back() + page.opinion.relevance);
  Curve curve;
  for (const std::size_t end : grid) {
    const std::size_t begin = end > kWindow ? end - kWindow : 0;
    curve.push_back(
        end > pages.size() ? kNone : (sums[end] - sums[begin]) / static_cast<double>(end - begin));
  }
  return curve;
}

RunFigures figures_of_run(const ComparedRun& run, const Harvest& harvest,
                          const std::vector<std::size_t>& grid) {
  RunFigures out;
  out.strategy = run.strategy;
  out.run = run.run;
  out.repeat = run.repeat();
  out.seeds = run.seeds.size();
  out.pages = harvest.pages;
  out.relevant = harvest.found_at.size();
  out.sites = harvest.site_at.size();
  out.area = harvest.area(grid.back());
  out.stop_reason = run.stop_reason;
  out.found = counted_at(harvest.found_at, grid);
  out.found_sites = counted_at(harvest.site_at, grid);
  out.moving_average = moving_average(run.pages, grid);
  const double one = run.pages.empty() ? 0 : 1 / static_cast<double>(run.pages.size());
  for (const ComparedPage& page : run.pages) {
    out.labelled += page.opinion.known ? 1 : 0;
    out.distribution[bin_of(page.opinion.relevance)] += one;
    out.own_distribution[bin_of(page.own_relevance)] += one;
  }
  out.authorities = run.authority_distances.size();
  for (const int distance : run.authority_distances) {
    if (distance == kUnreached) {
      ++out.unreached;
    } else {
      ++out.distances[std::min(static_cast<std::size_t>(distance), kMostDistance)];
    }
  }
  return out;
}

/// Relevant pages that are no seeds.
std::size_t found_beside_seeds(const Harvest& harvest) {
  std::size_t seeds = 0;
  for (const std::size_t order : harvest.seeds_at) {
    seeds += std::binary_search(harvest.found_at.begin(), harvest.found_at.end(), order) ? 1 : 0;
  }
  return harvest.found_at.size() - seeds;
}

void add_precision(const std::vector<Harvest>& harvests, std::vector<RunFigures>& runs) {
  std::map<int, std::size_t> most;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    std::size_t& found = most[runs[i].run];
    found = std::max(found, found_beside_seeds(harvests[i]));
  }
  for (std::size_t i = 0; i < runs.size(); ++i) {
    runs[i].half = std::max<std::size_t>(most[runs[i].run] / 2, 1);
    runs[i].precision_to_half = harvests[i].precision_until(runs[i].half);
    runs[i].reached_half = found_beside_seeds(harvests[i]) >= runs[i].half;
  }
}

// --- Pairs of runs from disjoint seeds
// ----------------------------------------------------------------

template <class Name>
Names names_of(const ComparedRun& run, Name name) {
  Names names;
  for (const ComparedPage& page : run.pages) {
    if (const std::string* found = name(page)) names.insert(*found);
  }
  return names;
}
const std::string* any_page(const ComparedPage& page) { return &page.name; }
const std::string* relevant_page(const ComparedPage& page) {
  return page.opinion.relevant ? &page.name : nullptr;
}
const std::string* any_server(const ComparedPage& page) { return &page.server; }
const std::string* relevant_server(const ComparedPage& page) {
  return page.opinion.relevant ? &page.server : nullptr;
}

/// The orders (from 1) in `test` at which another of `wanted` was fetched.
Curve coverage(const ComparedRun& test, const Names& wanted,
               const std::string* (*name)(const ComparedPage&),
               const std::vector<std::size_t>& grid) {
  Names seen;
  std::vector<std::size_t> orders;
  for (std::size_t i = 0; i < test.pages.size(); ++i) {
    const std::string& here = *name(test.pages[i]);
    if (wanted.contains(here) && seen.insert(here).second) orders.push_back(i + 1);
  }
  Curve curve = counted_at(orders, grid);
  for (double& point : curve)
    point = wanted.empty() ? kNone : point / static_cast<double>(wanted.size());
  return curve;
}

Overlap overlap_of(const Names& a, const Names& b) {
  const auto common = static_cast<std::size_t>(
      std::count_if(a.begin(), a.end(), [&](const std::string& name) { return b.contains(name); }));
  return {share(common, a.size() + b.size() - common),
          (share(common, a.size()) + share(common, b.size())) / 2};
}

CoverageFigures coverage_of(const ComparedRun& reference, const ComparedRun& test,
                            const std::vector<std::size_t>& grid) {
  CoverageFigures out;
  out.strategy = reference.strategy;
  out.repeat = reference.repeat();
  out.reference = reference.run;
  out.test = test.run;
  const Names urls = names_of(reference, relevant_page);
  const Names servers = names_of(reference, relevant_server);
  out.relevant_urls = urls.size();
  out.relevant_servers = servers.size();
  out.urls = coverage(test, urls, any_page, grid);
  out.servers = coverage(test, servers, any_server, grid);
  return out;
}

void add_pairs(const std::vector<ComparedRun>& runs, Figures& figures) {
  for (std::size_t i = 0; i + 1 < runs.size(); ++i) {
    const ComparedRun& one = runs[i];
    const ComparedRun& other = runs[i + 1];
    if (one.run == 0 || one.run + 1 != other.run || one.repeat() != other.repeat() ||
        one.strategy != other.strategy)
      continue;
    figures.coverage.push_back(coverage_of(one, other, figures.grid));
    figures.coverage.push_back(coverage_of(other, one, figures.grid));
    figures.overlap.push_back(
        {one.strategy, one.repeat(), overlap_of(names_of(one, any_page), names_of(other, any_page)),
         overlap_of(names_of(one, relevant_page), names_of(other, relevant_page)),
         overlap_of(names_of(one, any_server), names_of(other, any_server))});
  }
}

// --- Strategies
// -----------------------------------------------------------------------------------------

/// Median distance of the authorities that a link leads to; not a number when there is none.
double median_distance(const RunFigures& run) {
  const std::size_t reached = run.authorities - run.unreached;
  std::size_t before = 0;
  for (std::size_t distance = 0; distance < run.distances.size(); ++distance) {
    before += run.distances[distance];
    if (reached > 0 && 2 * before >= reached) return static_cast<double>(distance);
  }
  return kNone;
}

template <class Item, class Value>
Spread spread(const std::vector<const Item*>& items, Value value) {
  std::vector<double> values;
  for (const Item* item : items) values.push_back(static_cast<double>(value(*item)));
  return spread_of(values);
}

template <class Item, class Value>
Band band(const std::vector<const Item*>& items, Value value) {
  std::vector<Curve> curves;
  for (const Item* item : items) curves.push_back(value(*item));
  return band_of(curves);
}

template <class Item>
std::vector<const Item*> of_strategy(const std::vector<Item>& items, const std::string& strategy) {
  std::vector<const Item*> found;
  for (const Item& item : items) {
    if (item.strategy == strategy) found.push_back(&item);
  }
  return found;
}

void add_runs(const std::vector<const RunFigures*>& runs, StrategyFigures& out) {
  out.pages = spread(runs, [](const auto& run) { return run.pages; });
  out.relevant = spread(runs, [](const auto& run) { return run.relevant; });
  out.sites = spread(runs, [](const auto& run) { return run.sites; });
  out.area = spread(runs, [](const auto& run) { return run.area; });
  out.precision_to_half = spread(runs, [](const auto& run) { return run.precision_to_half; });
  out.median_distance = spread(runs, median_distance);
  out.found = band(runs, [](const auto& run) { return run.found; });
  out.found_sites = band(runs, [](const auto& run) { return run.found_sites; });
  out.moving_average = band(runs, [](const auto& run) { return run.moving_average; });
  for (std::size_t bin = 0; bin < kRelevanceBins; ++bin) {
    out.distribution[bin] = spread(runs, [&](const auto& run) { return run.distribution[bin]; });
    out.own_distribution[bin] =
        spread(runs, [&](const auto& run) { return run.own_distribution[bin]; });
  }
  for (std::size_t distance = 0; distance <= kMostDistance; ++distance) {
    out.distances[distance] =
        spread(runs, [&](const auto& run) { return run.distances[distance]; });
  }
  out.unreached = spread(runs, [](const auto& run) { return run.unreached; });
  std::map<std::string, std::size_t> reasons;
  for (const RunFigures* run : runs) ++reasons[run->stop_reason];
  out.stop_reasons.assign(reasons.begin(), reasons.end());
}

StrategyFigures figures_of_strategy(const Figures& figures, const std::string& strategy) {
  StrategyFigures out;
  out.strategy = strategy;
  add_runs(of_strategy(figures.runs, strategy), out);
  const auto covered = of_strategy(figures.coverage, strategy);
  out.coverage_urls = spread(covered, [](const auto& pair) { return pair.urls.back(); });
  out.coverage_servers = spread(covered, [](const auto& pair) { return pair.servers.back(); });
  out.covered_urls = band(covered, [](const auto& pair) { return pair.urls; });
  out.covered_servers = band(covered, [](const auto& pair) { return pair.servers; });
  const auto overlap = of_strategy(figures.overlap, strategy);
  out.overlap_pages = spread(overlap, [](const auto& pair) { return pair.pages.jaccard; });
  out.overlap_relevant =
      spread(overlap, [](const auto& pair) { return pair.relevant_pages.jaccard; });
  out.overlap_servers = spread(overlap, [](const auto& pair) { return pair.servers.jaccard; });
  out.shared_pages = spread(overlap, [](const auto& pair) { return pair.pages.share; });
  out.shared_relevant = spread(overlap, [](const auto& pair) { return pair.relevant_pages.share; });
  out.shared_servers = spread(overlap, [](const auto& pair) { return pair.servers.share; });
  return out;
}

/// The distinct pages of all runs and the links between them.
class AllPages {
 public:
  explicit AllPages(const std::vector<ComparedRun>& runs) {
    for (const ComparedRun& run : runs) {
      std::vector<std::uint32_t> number;
      for (const ComparedPage& page : run.pages) number.push_back(number_of(page));
      for (std::size_t i = 0; i < run.pages.size(); ++i) {
        for (const std::uint32_t place : run.pages[i].cites) {
          links_.insert(std::uint64_t{number[i]} << 32 | number[place]);
        }
      }
    }
  }

  LinkStructureFigures figures() const {
    LinkStructureFigures out;
    std::vector<bool> by_relevant(relevant_.size()), by_others(relevant_.size());
    for (const std::uint64_t link : links_) {
      const bool from = relevant_[link >> 32];
      const auto target = static_cast<std::uint32_t>(link);
      ++out.links[from ? 1 : 0][relevant_[target] ? 1 : 0];
      (from ? by_relevant : by_others)[target] = true;
    }
    out.pages = relevant_.size();
    for (std::size_t page = 0; page < relevant_.size(); ++page) {
      if (!relevant_[page]) continue;
      ++out.relevant;
      if (by_relevant[page]) {
        ++out.relevant_cited_by_relevant;
      } else if (by_others[page]) {
        ++out.relevant_cited_by_others;
      }
    }
    return out;
  }

 private:
  std::uint32_t number_of(const ComparedPage& page) {
    const auto [place, is_new] =
        numbers_.try_emplace(page.name, static_cast<std::uint32_t>(relevant_.size()));
    if (is_new) relevant_.push_back(page.opinion.relevant);
    return place->second;
  }

  std::unordered_map<std::string_view, std::uint32_t> numbers_;
  std::vector<bool> relevant_;  // by number
  std::unordered_set<std::uint64_t> links_;
};

}  // namespace

Figures figures_of(const Comparison& comparison, const std::vector<std::string>& strategies,
                   std::int64_t pages) {
  Figures figures;
  figures.grid = grid_of(static_cast<std::size_t>(std::max<std::int64_t>(pages, 1)));
  std::vector<Harvest> harvests;
  for (const ComparedRun& run : comparison.runs) {
    harvests.push_back(harvest_of(run));
    figures.runs.push_back(figures_of_run(run, harvests.back(), figures.grid));
  }
  add_precision(harvests, figures.runs);
  add_pairs(comparison.runs, figures);
  for (const std::string& strategy : strategies)
    figures.strategies.push_back(figures_of_strategy(figures, strategy));
  figures.link_metadata = link_metadata_of(comparison.runs);
  figures.link_structure = link_structure_of(comparison.runs);
  figures.importance = importance_figures_of(comparison.runs, strategies, figures.grid);
  return figures;
}

LinkStructureFigures link_structure_of(const std::vector<ComparedRun>& runs) {
  return AllPages(runs).figures();
}

double LinkStructureFigures::assortativity() const {
  const auto all = static_cast<double>(all_links());
  double within = 0, by_chance = 0;
  for (const std::size_t kind : {0U, 1U}) {
    within += static_cast<double>(links[kind][kind]) / all;
    const double sources = static_cast<double>(links[kind][0] + links[kind][1]) / all;
    const double targets = static_cast<double>(links[0][kind] + links[1][kind]) / all;
    by_chance += sources * targets;
  }
  return all == 0 || by_chance == 1 ? kNone : (within - by_chance) / (1 - by_chance);
}

LinkMetadataFigures link_metadata_of(const std::vector<ComparedRun>& runs) {
  LinkMetadataFigures out;
  std::unordered_set<std::string_view> seen;
  for (const ComparedRun& run : runs) {
    for (const ComparedPage& page : run.pages) {
      if (page.links.links == 0 || !seen.insert(page.name).second) continue;
      ++out.pages;
      out.links += page.links.links;
      for (std::size_t kind = 0; kind < kLinkMetadataKinds; ++kind) {
        out.links_with[kind] += page.links.with[kind];
        out.pages_with[kind] += page.links.with[kind] > 0 ? 1 : 0;
      }
    }
  }
  return out;
}

}  // namespace porthole::labs
