#include "labs/generated/web_figures.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace porthole::labs {
namespace {

constexpr double kPeer = .05;

struct Counts {
  std::size_t ordinary = 0, hubs = 0, pure = 0, topical = 0, never = 0, largest = 0;
  std::size_t links = 0, between = 0, own_between = 0, own = 0, peers = 0;
  std::size_t hub_between = 0, hub_own = 0, drift = 0, generic = 0, misleading = 0, hidden = 0;
};

double share(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

void count_sites(const GeneratedWeb& web, Counts& counts) {
  for (std::uint32_t site = 0; site < web.sites(); ++site) {
    const auto [first, end] = web.pages_of(site);
    counts.largest = std::max<std::size_t>(counts.largest, end - first);
    std::map<std::uint16_t, std::size_t> topics;
    for (NodeId page = first; page < end; ++page) {
      if (web[page].topic != kNoTopic) ++topics[web[page].topic];
    }
    std::size_t most = 0;
    for (const auto& [topic, pages] : topics) most = std::max(most, pages);
    counts.pure += most;
  }
}

void count_link(const GeneratedWeb& web, NodeId source, std::size_t nth, Counts& counts) {
  const GeneratedPage &from = web[source], &to = web[web.links(source)[nth]];
  if (to.kind == GeneratedKind::kDrift) {
    ++counts.drift;
    return;
  }
  ++counts.links;
  const AnchorKind anchor = web.anchor_kind(source, nth);
  counts.generic += anchor == AnchorKind::kGeneric ? 1 : 0;
  counts.misleading += anchor == AnchorKind::kMisleading ? 1 : 0;
  counts.hidden += anchor == AnchorKind::kHidden ? 1 : 0;
  const std::size_t own = from.topic == to.topic ? 1 : 0;
  const bool between = from.site != to.site;
  if (from.kind == GeneratedKind::kHub) {
    counts.hub_between += between ? 1 : 0;
    counts.hub_own += between ? own : 0;
    return;
  }
  counts.own += own;
  if (!between) return;
  ++counts.between;
  counts.own_between += own;
  const double apart =
      std::abs(static_cast<double>(from.importance) - static_cast<double>(to.importance));
  counts.peers += apart <= kPeer ? 1 : 0;
}

void measure_distances(const GeneratedWeb& web, WebFigures& figures) {
  std::vector<bool> known(web.size());
  std::vector<NodeId> level = {0}, next;
  known[0] = true;
  std::size_t reached = 0;
  double sum = 0;
  for (std::size_t distance = 0; !level.empty(); ++distance, level.swap(next)) {
    reached += level.size();
    sum += static_cast<double>(distance * level.size());
    next.clear();
    for (const NodeId page : level) {
      for (const NodeId target : web.links(page)) {
        if (known[target]) continue;
        known[target] = true;
        next.push_back(target);
      }
    }
  }
  figures.reachable = share(reached, web.size());
  figures.distance = sum / static_cast<double>(reached);
}

}  // namespace

WebFigures figures_of(const GeneratedWeb& web) {
  Counts counts;
  count_sites(web, counts);
  std::size_t ordinary_links = 0;
  for (NodeId page = 0; page < web.size(); ++page) {
    if (web[page].kind == GeneratedKind::kDrift) continue;
    ++counts.topical;
    counts.never += web[page].change_hours <= 0 ? 1 : 0;
    const bool hub = web[page].kind == GeneratedKind::kHub;
    ++(hub ? counts.hubs : counts.ordinary);
    const std::size_t before = counts.links;
    for (std::size_t i = 0; i < web.links(page).size(); ++i) count_link(web, page, i, counts);
    if (!hub) ordinary_links += counts.links - before;
  }
  WebFigures figures;
  figures.pages = web.size();
  figures.sites = web.sites();
  figures.links = web.link_count();
  figures.largest_site = share(counts.largest, web.size());
  figures.pure = share(counts.pure, counts.topical);
  figures.hubs = share(counts.hubs, counts.topical);
  figures.links_a_page = share(ordinary_links, counts.ordinary);
  figures.between_sites = share(counts.between, ordinary_links);
  figures.locality = share(counts.own_between, counts.between);
  figures.all_locality = share(counts.own, ordinary_links);
  figures.peers = share(counts.peers, counts.between);
  figures.hub_locality = share(counts.hub_own, counts.hub_between);
  figures.drift_citing = share(counts.drift, counts.topical * web.dials().drift_pages);
  figures.generic = share(counts.generic, counts.links);
  figures.misleading = share(counts.misleading, counts.links);
  figures.hidden = share(counts.hidden, counts.links);
  figures.never_changing = share(counts.never, counts.topical);
  measure_distances(web, figures);
  return figures;
}

}  // namespace porthole::labs
