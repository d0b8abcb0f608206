#include "labs/experiments/capped_play.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "gatherer/fetch/frontier.h"

namespace porthole::labs {
namespace {

using gatherer::UrlId;
using PageId = RecordedLinks::PageId;

// As in gatherer/crawl/crawl_queue.cc: a rating that has sunk by less keeps its place.
constexpr double kSunkShare = 0.1;

class Player {
 public:
  Player(const CappedPlay& crawl, gatherer::Strategy& strategy)
      : crawl_(crawl),
        strategy_(strategy),
        ids_(crawl.web.pages().size()),
        of_site_(crawl.web.sites().size()) {
    frontier_.set_order(strategy.order());
  }

  PlayedPages run() {
    for (const PageId seed : crawl_.seeds) {
      const UrlId id = know(seed, 0);
      state(id).seed = true;
      put(id);
    }
    while (out_.fetched.size() < crawl_.pages) {
      const std::optional<UrlId> next = best();
      if (!next) break;
      fetch(*next);
    }
    out_.known = states_.size() - 1;
    return std::move(out_);
  }

 private:
  struct State {
    PageId page = 0;
    int hops = 0;
    bool seed = false, closed = false;
  };

  State& state(UrlId id) { return states_[static_cast<std::size_t>(id)]; }
  const RecordedLinks::Page& page_of(UrlId id) { return crawl_.web.pages()[state(id).page]; }
  bool is_full(std::uint32_t site) const {
    return crawl_.caps[site] != 0 && of_site_[site] >= crawl_.caps[site];
  }

  /// URLs are numbered in the order in which they become known, as in a crawl.
  UrlId know(PageId page, int hops) {
    if (ids_[page] == 0) {
      ids_[page] = static_cast<UrlId>(states_.size());
      states_.push_back({.page = page, .hops = hops});
    }
    return ids_[page];
  }

  gatherer::Rating rating(UrlId id) { return strategy_.rate(id, state(id).hops, state(id).seed); }

  void put(UrlId id) {
    if (state(id).closed) return;
    if (is_full(page_of(id).site)) return close(id);
    const gatherer::Rating rated = rating(id);
    if (rated.pruned) return frontier_.erase(id);
    frontier_.put(
        {.id = id, .relevance = rated.priority, .hops = static_cast<std::uint32_t>(state(id).hops)},
        page_of(id).host);
  }

  void close(UrlId id) {
    frontier_.erase(id);
    state(id).closed = true;
    strategy_.forget(id);
  }

  std::optional<UrlId> best() {
    for (;;) {
      const std::optional<UrlId> first = frontier_.best({});
      if (!first) return first;
      if (is_full(page_of(*first).site)) {
        close(*first);
        continue;
      }
      const double waits_under = frontier_.find(*first)->relevance;
      const gatherer::Rating now = rating(*first);
      if (!now.pruned && now.priority >= waits_under - kSunkShare * std::abs(waits_under))
        return first;
      put(*first);
    }
  }

  void fetch(UrlId id) {
    const RecordedLinks::Page& from = page_of(id);
    frontier_.take(id);
    frontier_.release(from.host, {});
    if (from.fails) {
      ++out_.failed;
      strategy_.failed(id);
      return close(id);
    }
    state(id).closed = true;
    ++of_site_[from.site];
    out_.fetched.push_back(state(id).page);
    const gatherer::JudgedPage page{.id = id,
                                    .site = from.site,
                                    .hops = state(id).hops,
                                    .seed = state(id).seed,
                                    .judgement = crawl_.judge(state(id).page),
                                    .document = &from.document};
    strategy_.page_judged(page);
    std::vector<UrlId> found;
    for (const RecordedLinks::Target& target : from.links) {
      const UrlId to = know(target.page, page.hops + 1);
      strategy_.link_read({.source = page,
                           .target = to,
                           .target_site = page_of(to).site,
                           .target_open = !state(to).closed,
                           .link = target.link});
      if (!state(to).closed) found.push_back(to);
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    strategy_.take_raised(found);
    for (const UrlId raised : found) put(raised);
  }

  const CappedPlay& crawl_;
  gatherer::Strategy& strategy_;
  gatherer::Frontier frontier_;
  std::vector<UrlId> ids_;              // by page; 0 = not known yet
  std::vector<State> states_{State()};  // by id
  std::vector<std::size_t> of_site_;
  PlayedPages out_;
};

}  // namespace

PlayedPages play(const CappedPlay& crawl, gatherer::Strategy& strategy) {
  return Player(crawl, strategy).run();
}

Ceiling ceiling_of(const CappedPlay& crawl, const std::function<bool(PageId)>& on_topic) {
  std::vector<bool> seen(crawl.web.pages().size());
  std::vector<PageId> reached;
  const auto reach = [&](PageId page) {
    if (seen[page] || crawl.web.pages()[page].fails) return;
    seen[page] = true;
    reached.push_back(page);
  };
  for (const PageId seed : crawl.seeds) reach(seed);
  std::map<std::uint32_t, std::size_t> of_site;
  for (std::size_t at = 0; at < reached.size(); ++at) {
    const PageId page = reached[at];
    if (on_topic(page)) ++of_site[crawl.web.pages()[page].site];
    for (const RecordedLinks::Target& target : crawl.web.pages()[page].links) reach(target.page);
  }
  Ceiling ceiling;
  for (const auto& [site, pages] : of_site) {
    const std::size_t cap = crawl.caps[site];
    ceiling.pages += cap == 0 ? pages : std::min(pages, cap);
    ++ceiling.sites;
  }
  ceiling.pages = std::min(ceiling.pages, crawl.pages);
  return ceiling;
}

}  // namespace porthole::labs
