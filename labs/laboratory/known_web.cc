#include "labs/laboratory/known_web.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace porthole::labs {

using sampler::NodeId;

KnownWeb KnownWeb::of(std::vector<Page> pages, std::vector<std::vector<NodeId>> out) {
  KnownWeb web;
  web.pages_ = std::move(pages);
  web.out_ = std::move(out);
  web.in_.resize(web.pages_.size());
  std::unordered_map<std::string, sampler::HostId> hosts;
  for (NodeId id = 0; id < web.pages_.size(); ++id) {
    Page& page = web.pages_[id];
    page.host =
        hosts.try_emplace(page.site, static_cast<sampler::HostId>(hosts.size())).first->second;
    std::erase(web.out_[id], id);
    for (const NodeId target : web.out_[id]) web.in_[target].push_back(id);
  }
  web.finish();
  return web;
}

void KnownWeb::finish() {
  for (auto* lists : {&out_, &in_}) {
    for (std::vector<NodeId>& list : *lists) {
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
    }
  }
  for (NodeId id = 0; id < pages_.size(); ++id) pages_[id].out_degree = out_[id].size();
}

std::vector<NodeId> KnownWeb::on_topic() const {
  std::vector<NodeId> ids;
  for (NodeId id = 0; id < pages_.size(); ++id) {
    if (pages_[id].on_topic) ids.push_back(id);
  }
  return ids;
}

std::vector<std::vector<NodeId>> KnownWeb::components_on_topic() const {
  std::vector<bool> seen(pages_.size());
  std::vector<std::vector<NodeId>> components;
  for (const NodeId start : on_topic()) {
    if (seen[start]) continue;
    std::vector<NodeId>& component = components.emplace_back(1, start);
    seen[start] = true;
    for (std::size_t at = 0; at < component.size(); ++at) {
      for (const auto* lists : {&out_, &in_}) {
        for (const NodeId next : (*lists)[component[at]]) {
          if (!pages_[next].on_topic || seen[next]) continue;
          seen[next] = true;
          component.push_back(next);
        }
      }
    }
    std::sort(component.begin(), component.end());
  }
  std::stable_sort(components.begin(), components.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
  return components;
}

Adjacency KnownWeb::graph_of(const std::vector<NodeId>& pages) const {
  Adjacency graph;
  for (const NodeId page : pages) {
    std::vector<std::uint32_t>& neighbours = graph.emplace_back();
    for (const auto* lists : {&out_, &in_}) {
      for (const NodeId next : (*lists)[page]) {
        const auto place = std::lower_bound(pages.begin(), pages.end(), next);
        if (place != pages.end() && *place == next)
          neighbours.push_back(static_cast<std::uint32_t>(place - pages.begin()));
      }
    }
    std::sort(neighbours.begin(), neighbours.end());
    neighbours.erase(std::unique(neighbours.begin(), neighbours.end()), neighbours.end());
  }
  return graph;
}

std::size_t KnownWeb::walk(sampler::WalkRun& run, sampler::PageGraph& graph,
                           bool in_links_known) const {
  std::size_t read = 0;
  while (!run.is_done()) {
    for (const NodeId id : run.take_turns()) {
      const Page& page = pages_[id];
      sampler::KnownPage known{true, page.on_topic, false, page.host, out_[id]};
      if (in_links_known) known.links.insert(known.links.end(), in_[id].begin(), in_[id].end());
      graph.add(id, id, std::move(known));
      ++read;
    }
  }
  return read;
}

}  // namespace porthole::labs
