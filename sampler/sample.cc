#include "sampler/sample.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "sampler/hash_rng.h"
#include "sampler/page_graph.h"
#include "sampler/walk.h"

namespace porthole::sampler {
namespace {

// Samples the positions of a walk at equal times, counted in steps on the regular graph.
//
// Source: Aldous 1987, as Bar-Yossef, Kanungo, Krauthgamer 2003, section 3.2, use it: one walk
// without its burn-in.

/// Returns the pages at `count` equally spaced times after the burn-in (the share `burn_in` of the
/// walk's time): in the middle of `count` equal intervals. Fewer than `count` only for an empty
/// walk.
std::vector<NodeId> pages_at_equal_times(const std::vector<Visit>& visits, double burn_in,
                                         std::size_t count) {
  double total = 0;
  for (const Visit& visit : visits) total += visit.steps;
  std::vector<NodeId> pages;
  if (total <= 0) return pages;
  pages.reserve(count);
  const double begin = burn_in * total;
  const double piece = (total - begin) / static_cast<double>(count);
  std::size_t at = 0;
  double end = visits[0].steps;
  for (std::size_t i = 0; i < count; ++i) {
    const double moment = begin + (static_cast<double>(i) + 0.5) * piece;
    while (end <= moment && at + 1 < visits.size()) end += visits[++at].steps;
    pages.push_back(visits[at].page);
  }
  return pages;
}

using Places = std::vector<std::vector<NodeId>>;

std::size_t neighbours_of(const PageGraph& graph, NodeId page) {
  const std::vector<NodeId>* list = graph.settled(page);
  return list == nullptr ? 0 : list->size();
}

std::vector<HostId> most_visited_hosts(const PageGraph& graph, const Places& places) {
  std::map<HostId, std::size_t> visits;
  for (const auto& chain : places) {
    for (const NodeId page : chain) ++visits[graph.find(page)->host];
  }
  std::vector<std::pair<std::size_t, HostId>> hosts;
  for (const auto& [host, count] : visits) hosts.emplace_back(count, host);
  std::stable_sort(hosts.begin(), hosts.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  if (hosts.size() > kMostHostsTraced) hosts.resize(kMostHostsTraced);
  std::vector<HostId> out;
  for (const auto& [count, host] : hosts) out.push_back(host);
  return out;
}

Trace trace_of(const Places& places, const TracedQuantity& quantity) {
  Trace trace{quantity.name, {}};
  for (const auto& chain : places) {
    std::vector<double>& values = trace.chains.emplace_back();
    values.reserve(chain.size());
    for (const NodeId page : chain) values.push_back(quantity.value(page));
  }
  return trace;
}

/// So many neighbours, or fewer, have the pages on which the walks stood for kFewNeighbours of
/// their time.
std::size_t few_neighbours(const PageGraph& graph, const Places& places) {
  std::vector<std::size_t> counts;
  for (const auto& chain : places) {
    for (const NodeId page : chain) counts.push_back(neighbours_of(graph, page));
  }
  const auto few = counts.begin() +
                   static_cast<std::ptrdiff_t>(kFewNeighbours * static_cast<double>(counts.size()));
  std::nth_element(counts.begin(), few, counts.end());
  return *few;
}

std::vector<TracedQuantity> usual_quantities(const PageGraph& graph, const Places& places,
                                             const std::function<std::string(HostId)>& host_name,
                                             std::uint64_t random_seed) {
  std::vector<TracedQuantity> out;
  out.push_back({"the number of neighbours", [&graph](NodeId page) {
                   return std::log1p(static_cast<double>(neighbours_of(graph, page)));
                 }});
  const std::size_t few = few_neighbours(graph, places);
  out.push_back({"the pages with few neighbours", [&graph, few](NodeId page) {
                   return neighbours_of(graph, page) <= few ? 1.0 : 0.0;
                 }});
  out.push_back({"what is on topic",
                 [&graph](NodeId page) { return graph.find(page)->on_topic ? 1.0 : 0.0; }});
  for (const HostId host : most_visited_hosts(graph, places)) {
    out.push_back({"the pages of " + host_name(host), [&graph, host](NodeId page) {
                     return graph.find(page)->host == host ? 1.0 : 0.0;
                   }});
  }
  for (std::uint64_t mark = 0; mark < kRandomMarks; ++mark) {
    out.push_back({"hosts marked at random", [&graph, random_seed, mark](NodeId page) {
                     return HashRng(random_seed, graph.find(page)->host, mark).below(2) == 0 ? -1.0
                                                                                             : 1.0;
                   }});
  }
  return out;
}

/// The side of the narrowest passage between the pages visited; absent if there is none.
std::optional<Trace> trace_of_passage(const PageGraph& graph, const std::vector<const Walk*>& walks,
                                      const Places& places, std::uint64_t random_seed) {
  std::vector<NodeId> visited;
  for (const Walk* walk : walks) {
    for (const Visit& visit : walk->visits()) visited.push_back(visit.page);
  }
  const auto mode = slow_mode(graph, visited, random_seed);
  if (!mode) return std::nullopt;
  return trace_of(places, {"on which side of the narrowest passage they are",
                           [&](NodeId page) { return mode->at(page); }});
}

double share_on_topic(const PageGraph& graph, const std::vector<const Walk*>& walks) {
  std::size_t on_topic = 0, all = 0;
  for (const Walk* walk : walks) {
    all += walk->visits().size();
    on_topic += static_cast<std::size_t>(
        std::count_if(walk->visits().begin(), walk->visits().end(),
                      [&](const Visit& visit) { return graph.find(visit.page)->on_topic; }));
  }
  return all == 0 ? 0 : static_cast<double>(on_topic) / static_cast<double>(all);
}

/// Pages or hosts, and how many links there are between two of them.
struct Groups {
  std::unordered_map<NodeId, std::uint32_t> of_page;
  std::vector<std::map<std::uint32_t, double>> links;
  std::vector<double> degrees;
};

template <class GroupOf>
Groups group(const PageGraph& graph, const std::set<NodeId>& pages, GroupOf group_of) {
  Groups groups;
  std::unordered_map<std::uint32_t, std::uint32_t> numbers;
  for (const NodeId page : pages) {
    const auto number =
        numbers.try_emplace(group_of(page), static_cast<std::uint32_t>(numbers.size()))
            .first->second;
    groups.of_page.emplace(page, number);
  }
  groups.links.resize(numbers.size());
  groups.degrees.resize(numbers.size());
  for (const NodeId page : pages) {
    const std::vector<NodeId>* neighbours = graph.settled(page);
    if (neighbours == nullptr) continue;
    for (const NodeId neighbour : *neighbours) {
      const auto other = groups.of_page.find(graph.standing(neighbour));
      if (other == groups.of_page.end() || !graph.is_way(page, neighbour)) continue;
      const std::uint32_t from = groups.of_page.at(page);
      groups.links[from][other->second] += 1;
      groups.degrees[from] += 1;
    }
  }
  return groups;
}

/// Takes out the constant part, weighted by degree, and scales to length 1.
void center(std::vector<double>& values, const std::vector<double>& weights) {
  double sum = 0, weight = 0, squares = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum += weights[i] * values[i];
    weight += weights[i];
  }
  if (weight <= 0) return;
  for (double& value : values) {
    value -= sum / weight;
    squares += value * value;
  }
  if (squares <= 0) return;
  for (double& value : values) value /= std::sqrt(squares);
}

std::vector<double> second_eigenvector(const Groups& groups, std::uint64_t random_seed) {
  std::vector<double> values;
  for (std::size_t i = 0; i < groups.links.size(); ++i)
    values.push_back(HashRng(random_seed, 1, i).uniform() - 0.5);
  for (int step = 0; step < kPowerSteps; ++step) {
    center(values, groups.degrees);
    std::vector<double> next = values;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (groups.degrees[i] <= 0) continue;
      double around = 0;
      for (const auto& [other, links] : groups.links[i]) around += links * values[other];
      next[i] = (values[i] + around / groups.degrees[i]) / 2;
    }
    values = std::move(next);
  }
  return values;
}

}  // namespace

Sample draw_sample(const PageGraph& graph, const std::vector<Walk>& walks,
                   const std::function<std::string(HostId)>& host_name, std::uint64_t random_seed,
                   const std::vector<TracedQuantity>& also) {
  Sample sample;
  std::vector<const Walk*> moved;
  std::size_t length = kLongestChain;
  for (const Walk& walk : walks) {
    if (walk.moves() == 0) continue;
    moved.push_back(&walk);
    length = std::min(length, walk.visits().size());
  }
  sample.walks = moved.size();
  if (moved.empty()) {
    sample.mixing.reasons.push_back("no walk could leave the page that it began with");
    return sample;
  }
  sample.chain = length;
  Places places;
  for (const Walk* walk : moved)
    places.push_back(pages_at_equal_times(walk->visits(), kBurnIn, length));
  std::vector<Trace> traces;
  for (const TracedQuantity& quantity : usual_quantities(graph, places, host_name, random_seed)) {
    traces.push_back(trace_of(places, quantity));
  }
  if (auto passage = trace_of_passage(graph, moved, places, random_seed))
    traces.push_back(std::move(*passage));
  for (const TracedQuantity& quantity : also) traces.push_back(trace_of(places, quantity));
  sample.mixing = judge_mixing(traces);
  sample.precision = share_on_topic(graph, moved);
  const auto worth = static_cast<std::size_t>(sample.mixing.effective_size / kEffectiveOfASample /
                                              static_cast<double>(moved.size()));
  for (const Walk* walk : moved) {
    for (const NodeId page :
         pages_at_equal_times(walk->visits(), kBurnIn, std::max<std::size_t>(worth, 1))) {
      if (graph.find(page)->on_topic) sample.pages.push_back(page);
    }
  }
  return sample;
}

std::optional<std::unordered_map<NodeId, double>> slow_mode(const PageGraph& graph,
                                                            const std::vector<NodeId>& visited,
                                                            std::uint64_t random_seed) {
  const std::set<NodeId> pages(visited.begin(), visited.end());
  const auto visits = static_cast<double>(visited.size());
  const auto host_of = [&](NodeId page) { return graph.find(page)->host; };
  std::set<HostId> hosts;
  for (const NodeId page : pages) hosts.insert(host_of(page));
  Groups groups;
  if (visits >= kLeastVisits * static_cast<double>(pages.size())) {
    groups = group(graph, pages, [](NodeId page) { return page; });
  } else if (visits >= kLeastVisits * static_cast<double>(hosts.size()) && hosts.size() > 1) {
    groups = group(graph, pages, host_of);
  } else {
    return std::nullopt;
  }
  const std::vector<double> mode = second_eigenvector(groups, random_seed);
  std::unordered_map<NodeId, double> values;
  for (const auto& [page, number] : groups.of_page) values.emplace(page, mode[number]);
  return values;
}

}  // namespace porthole::sampler
