#include "labs/experiments/played_crawl.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "gatherer/crawl/crawl_queue.h"
#include "gatherer/fetch/frontier.h"
#include "sampler/hash_rng.h"

namespace porthole::labs {
namespace {

using gatherer::UrlId;
using sampler::NodeId;

class Player {
 public:
  Player(const PlayedCrawl& crawl, gatherer::Strategy& strategy, const gatherer::QueueOrder& order)
      : crawl_(crawl), strategy_(strategy), ids_(crawl.hosts.size()), of_site_(crawl.caps.size()) {
    frontier_.set_order(order);
  }

  PlayedPages run() {
    for (const NodeId seed : crawl_.seeds) {
      const UrlId id = know(seed, 0);
      state(id).seed = true;
      put(id);
    }
    while (played_.fetched.size() < crawl_.pages) {
      const std::optional<UrlId> next = best();
      if (!next) break;
      fetch(*next);
    }
    played_.known = states_.size() - 1;
    return std::move(played_);
  }

 private:
  struct State {
    NodeId page = 0;
    int hops = 0;
    bool seed = false, closed = false;
  };

  State& state(UrlId id) { return states_[static_cast<std::size_t>(id)]; }
  NodeId page_of(UrlId id) const { return states_[static_cast<std::size_t>(id)].page; }
  std::uint32_t site_of(NodeId page) const {
    return crawl_.sites.empty() ? crawl_.hosts[page] : crawl_.sites[page];
  }
  bool is_full(NodeId page) const {
    if (crawl_.caps.empty()) return false;
    const std::uint32_t site = site_of(page);
    return crawl_.caps[site] != 0 && of_site_[site] >= crawl_.caps[site];
  }

  /// URLs are numbered in the order in which they become known, as in a crawl.
  UrlId know(NodeId page, int hops) {
    if (ids_[page] == 0) {
      ids_[page] = static_cast<UrlId>(states_.size());
      states_.push_back({.page = page, .hops = hops});
    }
    return ids_[page];
  }

  gatherer::Rating rating(UrlId id) { return strategy_.rate(id, state(id).hops, state(id).seed); }

  void put(UrlId id) {
    if (state(id).closed) return;
    if (is_full(page_of(id))) return close(id);
    const gatherer::Rating rated = rating(id);
    if (rated.pruned) return frontier_.erase(id);
    frontier_.put(
        {.id = id, .relevance = rated.priority, .hops = static_cast<std::uint32_t>(state(id).hops)},
        crawl_.hosts[page_of(id)]);
  }

  void close(UrlId id) {
    frontier_.erase(id);
    state(id).closed = true;
    strategy_.forget(id);
  }

  /// One whose rating has sunk while it waited is put back.
  std::optional<UrlId> best() {
    for (;;) {
      const std::optional<UrlId> first = frontier_.best({});
      if (!first) return first;
      if (!is_full(page_of(*first))) {
        const gatherer::Rating now = rating(*first);
        const double waits_under = frontier_.find(*first)->relevance;
        if (!now.pruned && !gatherer::has_sunk(now.priority, waits_under)) return first;
      }
      put(*first);
    }
  }

  void fetch(UrlId id) {
    const NodeId from = page_of(id);
    frontier_.take(id);
    frontier_.release(crawl_.hosts[from], {});
    if (crawl_.fails && crawl_.fails(from)) {
      ++played_.failed;
      strategy_.failed(id);
      return close(id);
    }
    state(id).closed = true;
    if (!crawl_.caps.empty()) ++of_site_[site_of(from)];
    played_.fetched.push_back(from);
    const gatherer::Judgement judgement = crawl_.judge(from);
    const Document document = crawl_.document ? crawl_.document(from) : Document();
    const gatherer::JudgedPage page{
        .id = id,
        .site = site_of(from),
        .hops = state(id).hops,
        .seed = state(id).seed,
        .judgement = judgement,
        .document = &document,
        .content_length = crawl_.content_length ? crawl_.content_length(from) : std::nullopt};
    strategy_.page_judged(page);
    read_links(page);
  }

  void read_links(const gatherer::JudgedPage& page) {
    const NodeId from = page_of(page.id);
    const std::span<const NodeId> links = crawl_.out(from);
    std::vector<UrlId> found;
    Link link;
    for (const std::size_t i : order_of(from, links.size())) {
      if (crawl_.link) crawl_.link(from, i, link);
      const bool is_new = ids_[links[i]] == 0;
      const UrlId target = know(links[i], page.hops + 1);
      strategy_.link_read({.source = page,
                           .target = target,
                           .target_site = site_of(links[i]),
                           .target_open = !state(target).closed,
                           .link = link});
      if (is_new || (crawl_.rate_all_targets && !state(target).closed)) found.push_back(target);
    }
    if (crawl_.rate_all_targets) {
      std::sort(found.begin(), found.end());
      found.erase(std::unique(found.begin(), found.end()), found.end());
    }
    strategy_.take_raised(found);
    for (const UrlId raised : found) put(raised);
  }

  std::vector<std::size_t> order_of(NodeId page, std::size_t links) const {
    std::vector<std::size_t> order(links);
    std::iota(order.begin(), order.end(), 0);
    if (crawl_.link_order == 0) return order;
    sampler::HashRng rng(crawl_.link_order, page, 0);
    for (std::size_t i = 0; i < links; ++i) std::swap(order[i], order[i + rng.below(links - i)]);
    return order;
  }

  const PlayedCrawl& crawl_;
  gatherer::Strategy& strategy_;
  gatherer::Frontier frontier_;
  std::vector<UrlId> ids_;              // by page; 0 = not known yet
  std::vector<State> states_{State()};  // by id
  std::vector<std::size_t> of_site_;    // by site; empty without caps
  PlayedPages played_;
};

}  // namespace

PlayedPages play(const PlayedCrawl& crawl, gatherer::Strategy& strategy,
                 const gatherer::QueueOrder& order) {
  return Player(crawl, strategy, order).run();
}

std::vector<NodeId> reachable(const PlayedCrawl& crawl) {
  std::vector<bool> is_known(crawl.hosts.size());
  std::vector<NodeId> reached;
  const auto reach = [&](NodeId page) {
    if (is_known[page] || (crawl.fails && crawl.fails(page))) return;
    is_known[page] = true;
    reached.push_back(page);
  };
  for (const NodeId seed : crawl.seeds) reach(seed);
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (const NodeId target : crawl.out(reached[i])) reach(target);
  }
  return reached;
}

std::size_t ceiling_of(const PlayedCrawl& crawl, const std::function<bool(NodeId)>& on_topic) {
  const std::vector<NodeId> reached = reachable(crawl);
  std::vector<NodeId> seeds = crawl.seeds;
  std::sort(seeds.begin(), seeds.end());
  const auto distinct = std::unique(seeds.begin(), seeds.end()) - seeds.begin();
  const auto found = std::count_if(reached.begin() + distinct, reached.end(), on_topic);
  const auto first = static_cast<std::size_t>(distinct);
  return std::min(static_cast<std::size_t>(found), crawl.pages - std::min(crawl.pages, first));
}

}  // namespace porthole::labs
