#include "sampler/slow_mode.h"

#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "sampler/hash_rng.h"

namespace porthole::sampler {
namespace {

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
