#include "labs/experiments/known_web.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/url/url.h"

namespace porthole::labs {
namespace {

using sampler::NodeId;

std::string top_level_domain(const std::string& host) {
  const std::string name = host.substr(0, host.find(':'));
  return name.substr(name.find_last_of('.') + 1);
}

}  // namespace

Result<KnownWeb> KnownWeb::read(repository::Repository& repository, const Judge& judge) {
  KnownWeb web;
  std::unordered_map<repository::UrlId, NodeId> numbers;
  std::unordered_map<std::string, sampler::HostId> hosts;
  std::vector<std::pair<repository::UrlId, repository::UrlId>> copies;
  repository::Pages::Filter filter;
  filter.with_text = true;
  TRY_AS(pages, repository.pages().for_each(filter, [&](const repository::UrlRecord& url,
                                                        const repository::PageRecord& record,
                                                        std::int64_t, std::int64_t) {
    if (record.duplicate_of != 0) {
      copies.emplace_back(url.id, record.duplicate_of);
      return true;
    }
    Page page;
    page.url = url.href;
    page.site = url.site;
    page.domain = top_level_domain(url.host);
    page.language = record.document.language;
    page.host =
        hosts.try_emplace(url.host, static_cast<sampler::HostId>(hosts.size())).first->second;
    judge(record, page);
    numbers.emplace(url.id, static_cast<NodeId>(web.pages_.size()));
    web.pages_.push_back(std::move(page));
    return true;
  }));
  TRY_AS(aliases, repository.urls().for_each([&](const repository::UrlRecord& url) {
    if (url.alias_of != 0) copies.emplace_back(url.id, url.alias_of);
    return true;
  }));
  for (const auto& [copy, original] : copies) {
    if (const auto found = numbers.find(original); found != numbers.end())
      numbers.emplace(copy, found->second);
  }
  web.out_.resize(web.pages_.size());
  web.in_.resize(web.pages_.size());
  const Result<void> links =
      repository.links().for_each_citation([&](repository::UrlId source, repository::UrlId target) {
        const auto from = numbers.find(source), to = numbers.find(target);
        if (from == numbers.end() || to == numbers.end() || from->second == to->second) return;
        web.out_[from->second].push_back(to->second);
        web.in_[to->second].push_back(from->second);
      });
  if (!links) return fail(links.error());
  web.finish();
  return web;
}

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

void KnownWeb::set_topic(const std::function<bool(const Page&)>& is_on_topic) {
  for (Page& page : pages_) page.on_topic = is_on_topic(page);
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
      sampler::KnownPage known{true, page.on_topic, page.in_wider, page.host, out_[id]};
      if (in_links_known) known.links.insert(known.links.end(), in_[id].begin(), in_[id].end());
      graph.add(id, id, std::move(known));
      ++read;
    }
  }
  return read;
}

}  // namespace porthole::labs
