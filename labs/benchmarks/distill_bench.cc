/// distill_bench [LINKS [PAGES]]: what a round of hubs and authorities costs, and what it takes of
/// memory.
///
/// Makes four webs of PAGES pages (a million by default) on sites of 20 and LINKS links (ten
/// million):
/// - "uniform": all pages cite, at random; the worst case for caches;
/// - "skewed": all pages cite, few are cited often, as on the web;
/// - "crawl": the same, but a fifth of the pages was fetched and cites;
/// - "distilled": the crawl cut to the tenth to fifth of the pages that may be authorities.
///
/// For each: links kept; milliseconds of CPU to build the graph, and of a round (both directions,
/// scaled), the best and the median of the rounds; the greatest resident memory, from before the
/// links were made until the last round was done, per link given. And the same for a list of edges
/// with two weights each, in the order of a crawl, that is walked twice a round; both must find the
/// same greatest authority.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "topics/graph/distiller.h"
#include "topics/graph/hubs_authorities.h"
#include "topics/graph/link_graph.h"

namespace {

using namespace porthole::topics;

constexpr int kRounds = 15;
constexpr NodeId kPagesOfSite = 20;
constexpr std::uint64_t kSeed = 1998;

double cpu_milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

/// The greatest resident memory since it was made, less what was resident then.
class PeakMemory {
 public:
  PeakMemory() {
    std::ofstream("/proc/self/clear_refs") << "5";
    before_ = read("VmRSS:");
  }
  double bytes() const { return 1024 * (read("VmHWM:") - before_); }

 private:
  static double read(const std::string& name) {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
      double kilobytes = 0;
      if (word == name && status >> kilobytes) return kilobytes;
    }
    return 0;
  }
  double before_ = 0;
};

struct Web {
  const char* name;
  double skew;         ///< The cited page is number PAGES * random^skew, scattered.
  double citing;       ///< Share of pages that cite.
  double least, most;  ///< Share of pages that may be authorities.
};

struct Size {
  std::size_t links;
  NodeId pages;
};

std::vector<Citation> make_links(const Web& web, const Size& size) {
  std::mt19937_64 random(kSeed);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<Citation> links;
  links.reserve(size.links);
  for (std::size_t i = 0; i < size.links; ++i) {
    const auto rank = static_cast<std::uint64_t>(std::pow(uniform(random), web.skew) * size.pages);
    const auto fetched = static_cast<std::uint64_t>(web.citing * size.pages);
    links.push_back({static_cast<NodeId>(i * fetched / size.links * 7'919 % size.pages),
                     static_cast<NodeId>(rank * 2'654'435'761 % size.pages)});
  }
  return links;
}

std::vector<SiteNumber> make_sites(NodeId pages) {
  std::vector<SiteNumber> sites(pages);
  for (NodeId page = 0; page < pages; ++page) sites[page] = page / kPagesOfSite;
  return sites;
}

std::vector<double> make_relevance(NodeId pages) {
  std::mt19937_64 random(kSeed + 1);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<double> relevance(pages);
  for (double& r : relevance) r = uniform(random);
  return relevance;
}

struct Measured {
  std::size_t kept = 0;
  double build = 0;  ///< Milliseconds.
  double best = 0, median = 0;
  double peak = 0;
  double check = 0;  ///< The greatest authority: both programs must agree.
};

template <class Round>
void time_rounds(Round round, Measured& measured) {
  std::vector<double> times;
  for (int i = 0; i < kRounds; ++i) {
    const double begin = cpu_milliseconds();
    round();
    times.push_back(cpu_milliseconds() - begin);
  }
  std::sort(times.begin(), times.end());
  measured.best = times.front();
  measured.median = times[times.size() / 2];
}

std::vector<bool> candidates_above(const std::vector<double>& relevance, double rho) {
  std::vector<bool> candidates(relevance.size());
  for (std::size_t i = 0; i < candidates.size(); ++i) candidates[i] = relevance[i] > rho;
  return candidates;
}

/// Setup shared by both programs.
struct Crawl {
  Crawl(const Web& web, const Size& size)
      : links(make_links(web, size)),
        sites(make_sites(size.pages)),
        relevance(make_relevance(size.pages)),
        rho(web.most < 1 ? relevance_threshold(relevance, web.least, web.most) : 0) {}

  std::vector<Citation> links;
  std::vector<SiteNumber> sites;
  std::vector<double> relevance;
  double rho;
};

Measured measure_graph(const Web& web, const Size& size) {
  Measured measured;
  const PeakMemory memory;
  Crawl crawl(web, size);
  const std::vector<bool> candidates = candidates_above(crawl.relevance, crawl.rho);
  const double begin = cpu_milliseconds();
  const LinkGraph graph({.citations = std::move(crawl.links), .weights = {}, .pages = size.pages},
                        {.votes = Votes::kOfOtherSites,
                         .endorsement = Endorsement::kShared,
                         .sites = &crawl.sites,
                         .candidates = &candidates});
  MutualRecursion recursion(graph, {.of_authority = &crawl.relevance, .of_hub = &crawl.relevance});
  measured.build = cpu_milliseconds() - begin;
  measured.kept = graph.citations();
  time_rounds([&] { recursion.round(); }, measured);
  const std::vector<double> authority = recursion.authorities();
  measured.check = *std::max_element(authority.begin(), authority.end());
  measured.peak = memory.bytes();
  return measured;
}

/// An edge as the tables of 1999 have it, less the sites: they are looked at once.
struct WeightedEdge {
  NodeId source, target;
  float forward, backward;
};

/// Copies merged and votes shared by sorting: what one would write down first.
std::vector<WeightedEdge> make_edges(std::vector<Citation> links,
                                     const std::vector<SiteNumber>& sites,
                                     const std::vector<double>& relevance, double rho) {
  std::erase_if(links, [&](const Citation& c) {
    return sites[c.source] == sites[c.target] || !(relevance[c.target] > rho);
  });
  const auto key = [](const Citation& c) { return std::uint64_t{c.source} << 32 | c.target; };
  std::sort(links.begin(), links.end(),
            [&](const auto& a, const auto& b) { return key(a) < key(b); });
  links.erase(std::unique(links.begin(), links.end(),
                          [&](const auto& a, const auto& b) { return key(a) == key(b); }),
              links.end());
  // Sites number pages in runs, so pages of a site stand together in both orders.
  std::vector<WeightedEdge> edges;
  edges.reserve(links.size());
  for (const Citation& c : links)
    edges.push_back({c.source, c.target, static_cast<float>(relevance[c.target]),
                     static_cast<float>(relevance[c.source])});
  const auto share = [&](auto page, auto other, float WeightedEdge::*weight) {
    for (std::size_t i = 0, end = 0; i < edges.size(); i = end) {
      while (end < edges.size() && page(edges[end]) == page(edges[i]) &&
             sites[other(edges[end])] == sites[other(edges[i])]) {
        ++end;
      }
      for (std::size_t j = i; j < end; ++j) edges[j].*weight /= static_cast<float>(end - i);
    }
  };
  const auto source = [](const WeightedEdge& e) { return e.source; };
  const auto target = [](const WeightedEdge& e) { return e.target; };
  share(source, target, &WeightedEdge::backward);
  std::sort(edges.begin(), edges.end(), [](const WeightedEdge& a, const WeightedEdge& b) {
    return std::pair(a.target, a.source) < std::pair(b.target, b.source);
  });
  share(target, source, &WeightedEdge::forward);
  std::sort(edges.begin(), edges.end(), [](const WeightedEdge& a, const WeightedEdge& b) {
    return std::pair(a.source, a.target) < std::pair(b.source, b.target);
  });
  return edges;
}

void scale(std::vector<double>& scores) {
  const double sum = std::accumulate(scores.begin(), scores.end(), 0.0);
  for (double& score : scores) score /= sum;
}

Measured measure_list(const Web& web, const Size& size) {
  Measured measured;
  const PeakMemory memory;
  Crawl crawl(web, size);
  const double begin = cpu_milliseconds();
  const std::vector<WeightedEdge> edges =
      make_edges(std::move(crawl.links), crawl.sites, crawl.relevance, crawl.rho);
  measured.build = cpu_milliseconds() - begin;
  measured.kept = edges.size();
  std::vector<double> hub(size.pages, 1.0), authority(size.pages, 1.0);
  time_rounds(
      [&] {
        std::fill(authority.begin(), authority.end(), 0.0);
        for (const WeightedEdge& e : edges) {
          authority[e.target] += static_cast<double>(e.forward) * hub[e.source];
        }
        scale(authority);
        std::fill(hub.begin(), hub.end(), 0.0);
        for (const WeightedEdge& e : edges) {
          hub[e.source] += static_cast<double>(e.backward) * authority[e.target];
        }
        scale(hub);
      },
      measured);
  measured.check = *std::max_element(authority.begin(), authority.end());
  measured.peak = memory.bytes();
  return measured;
}

void print(const char* web, const char* program, const Measured& m, const Size& size) {
  std::printf("%-10s %-10s %12zu %9.0f %9.1f %9.1f %9.2f %11.1f  %.6g\n", web, program, m.kept,
              m.build, m.best, m.median, 1e6 * m.best / static_cast<double>(m.kept),
              m.peak / static_cast<double>(size.links), m.check);
}

}  // namespace

int main(int argc, char** argv) {
  const Size size{argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 10'000'000,
                  static_cast<NodeId>(argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1'000'000)};
  if (size.links == 0 || size.pages < kPagesOfSite) {
    std::fprintf(stderr, "usage: distill_bench [LINKS [PAGES]]\n");
    return 2;
  }
  std::printf("%zu links among %u pages; %d rounds each; times are milliseconds of CPU\n\n",
              size.links, size.pages, kRounds);
  std::printf("%-10s %-10s %12s %9s %9s %9s %9s %11s  %s\n", "web", "program", "links kept",
              "build", "round", "median", "ns/link", "bytes/link", "greatest authority");
  const std::vector<Web> webs = {{"uniform", 1, 1, 0, 1},
                                 {"skewed", 3, 1, 0, 1},
                                 {"crawl", 3, 0.2, 0, 1},
                                 {"distilled", 3, 0.2, 0.10, 0.20}};
  for (const Web& web : webs) {
    const Measured graph = measure_graph(web, size);
    const Measured list = measure_list(web, size);
    print(web.name, "graph", graph, size);
    print(web.name, "edge list", list, size);
    std::printf("%-10s ratio      round %.2f, median %.2f, memory %.2f\n\n", web.name,
                graph.best / list.best, graph.median / list.median, graph.peak / list.peak);
  }
  return 0;
}
