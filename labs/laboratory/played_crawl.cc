#include "labs/laboratory/played_crawl.h"

#include <algorithm>
#include <numeric>
#include <optional>
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
      : crawl_(crawl), strategy_(strategy), ids_(crawl.hosts.size()), pages_{0}, states_{{}} {
    frontier_.set_order(order);
  }

  std::vector<NodeId> run() {
    for (const NodeId seed : crawl_.seeds) {
      const UrlId id = know(seed, 0);
      state(id).seed = true;
      put(id);
    }
    std::vector<NodeId> fetched;
    while (fetched.size() < crawl_.pages) {
      const std::optional<UrlId> next = best();
      if (!next) break;
      fetched.push_back(page_of(*next));
      fetch(*next);
    }
    return fetched;
  }

 private:
  struct State {
    int hops = 0;
    bool seed = false, fetched = false;
  };

  State& state(UrlId id) { return states_[static_cast<std::size_t>(id)]; }
  NodeId page_of(UrlId id) const { return pages_[static_cast<std::size_t>(id)]; }

  /// URLs are numbered in the order in which they become known, as in a crawl.
  UrlId know(NodeId page, int hops) {
    if (ids_[page] == 0) {
      ids_[page] = static_cast<UrlId>(pages_.size());
      pages_.push_back(page);
      states_.push_back({.hops = hops});
    }
    return ids_[page];
  }

  gatherer::Rating rating(UrlId id) { return strategy_.rate(id, state(id).hops, state(id).seed); }

  void put(UrlId id) {
    if (state(id).fetched) return;
    const gatherer::Rating rated = rating(id);
    if (rated.pruned) {
      frontier_.erase(id);
      return;
    }
    frontier_.put(
        {.id = id, .relevance = rated.priority, .hops = static_cast<std::uint32_t>(state(id).hops)},
        crawl_.hosts[page_of(id)]);
  }

  /// One whose rating has sunk while it waited is put back.
  std::optional<UrlId> best() {
    for (;;) {
      const std::optional<UrlId> first = frontier_.best({});
      if (!first) return first;
      const gatherer::Rating now = rating(*first);
      const double waits_under = frontier_.find(*first)->relevance;
      if (!now.pruned && !gatherer::has_sunk(now.priority, waits_under)) return first;
      put(*first);
    }
  }

  void fetch(UrlId id) {
    frontier_.take(id);
    frontier_.release(crawl_.hosts[page_of(id)], {});
    state(id).fetched = true;
    const gatherer::Judgement judgement = crawl_.judge(page_of(id));
    const Document document = crawl_.document ? crawl_.document(page_of(id)) : Document();
    Link link;
    const gatherer::JudgedPage page{.id = id,
                                    .site = crawl_.hosts[page_of(id)],
                                    .hops = state(id).hops,
                                    .seed = state(id).seed,
                                    .judgement = judgement,
                                    .document = &document};
    strategy_.page_judged(page);
    std::vector<UrlId> found;
    const std::span<const NodeId> links = crawl_.out(page_of(id));
    for (const std::size_t i : order_of(page_of(id), links.size())) {
      const NodeId linked = links[i];
      if (crawl_.link) crawl_.link(page_of(id), i, link);
      const bool is_new = ids_[linked] == 0;
      const UrlId target = know(linked, page.hops + 1);
      strategy_.link_read({.source = page,
                           .target = target,
                           .target_site = crawl_.hosts[linked],
                           .target_open = !state(target).fetched,
                           .link = link});
      if (is_new) found.push_back(target);
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
  std::vector<UrlId> ids_;     // by page; 0 = not known yet
  std::vector<NodeId> pages_;  // by id
  std::vector<State> states_;  // by id
};

}  // namespace

std::vector<NodeId> play(const PlayedCrawl& crawl, gatherer::Strategy& strategy,
                         const gatherer::QueueOrder& order) {
  return Player(crawl, strategy, order).run();
}

std::size_t ceiling_of(const PlayedCrawl& crawl, const std::function<bool(NodeId)>& on_topic) {
  std::vector<bool> is_known(crawl.hosts.size());
  std::vector<NodeId> reached;
  const auto reach = [&](NodeId page) {
    if (!is_known[page]) reached.push_back(page);
    is_known[page] = true;
  };
  for (const NodeId seed : crawl.seeds) reach(seed);
  const std::size_t seeds = reached.size();
  std::size_t found = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    if (i >= seeds && on_topic(reached[i])) ++found;
    for (const NodeId target : crawl.out(reached[i])) reach(target);
  }
  return std::min(found, crawl.pages - std::min(crawl.pages, seeds));
}

}  // namespace porthole::labs
