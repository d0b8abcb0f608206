#include "labs/experiments/capped_play.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "gatherer/fetch/frontier.h"
#include "sampler/hash_rng.h"

namespace porthole::labs {
namespace {

using PageId = RecordedLinks::PageId;

// As in gatherer/crawl/crawl_queue.cc: a rating that has sunk by less keeps its place.
constexpr double kSunkShare = 0.1;

/// Fetches pages one after the other, as the gatherer would.
class WebPlayer {
 public:
  using UrlId = gatherer::UrlId;

  /// The seeds wait.
  WebPlayer(const CappedPlay& crawl, gatherer::Strategy& strategy);

  /// The URL that the strategy would fetch next; none when nothing waits.
  std::optional<UrlId> best();
  /// False when the request brought no page. Requires: `id` waits.
  bool fetch(UrlId id);

  PlayedPages played() const {
    return {.fetched = fetched_, .failed = failed_, .known = states_.size() - 1};
  }
  bool is_over() const { return fetched_.size() >= crawl_.pages; }

 private:
  struct State {
    PageId page = 0;
    int hops = 0;
    bool seed = false, closed = false;
  };

  PageId page(UrlId id) const { return states_[static_cast<std::size_t>(id)].page; }
  State& state(UrlId id) { return states_[static_cast<std::size_t>(id)]; }
  const RecordedLinks::Page& recorded(UrlId id) const { return crawl_.web.pages()[page(id)]; }
  bool is_full(std::uint32_t site) const {
    return crawl_.caps[site] != 0 && of_site_[site] >= crawl_.caps[site];
  }
  UrlId know(PageId page, int hops);
  gatherer::Rating rating(UrlId id) { return strategy_.rate(id, state(id).hops, state(id).seed); }
  void put(UrlId id);
  void close(UrlId id);
  std::vector<const RecordedLinks::Target*> links_in_order(PageId page) const;
  void read_links(const gatherer::JudgedPage& page);

  const CappedPlay& crawl_;
  gatherer::Strategy& strategy_;
  gatherer::Frontier frontier_;
  std::vector<UrlId> ids_;              // by page; 0 = not known yet
  std::vector<State> states_{State()};  // by id
  std::vector<std::size_t> of_site_;
  std::vector<PageId> fetched_;
  std::size_t failed_ = 0;
};

WebPlayer::WebPlayer(const CappedPlay& crawl, gatherer::Strategy& strategy)
    : crawl_(crawl),
      strategy_(strategy),
      ids_(crawl.web.pages().size()),
      of_site_(crawl.web.sites().size()) {
  frontier_.set_order(strategy.order());
  for (const PageId seed : crawl_.seeds) {
    const UrlId id = know(seed, 0);
    state(id).seed = true;
    put(id);
  }
}

// URLs are numbered in the order in which they become known, as in a crawl.
WebPlayer::UrlId WebPlayer::know(PageId page, int hops) {
  if (ids_[page] == 0) {
    ids_[page] = static_cast<UrlId>(states_.size());
    states_.push_back({.page = page, .hops = hops});
  }
  return ids_[page];
}

void WebPlayer::put(UrlId id) {
  if (state(id).closed) return;
  if (is_full(recorded(id).site)) return close(id);
  const gatherer::Rating rated = rating(id);
  if (rated.pruned) return frontier_.erase(id);
  frontier_.put(
      {.id = id, .relevance = rated.priority, .hops = static_cast<std::uint32_t>(state(id).hops)},
      recorded(id).host);
}

void WebPlayer::close(UrlId id) {
  frontier_.erase(id);
  state(id).closed = true;
  strategy_.forget(id);
}

std::optional<WebPlayer::UrlId> WebPlayer::best() {
  for (;;) {
    const std::optional<UrlId> first = frontier_.best({});
    if (!first) return first;
    if (is_full(recorded(*first).site)) {
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

bool WebPlayer::fetch(UrlId id) {
  const RecordedLinks::Page& from = recorded(id);
  frontier_.take(id);
  frontier_.release(from.host, {});
  if (from.fails) {
    ++failed_;
    strategy_.failed(id);
    close(id);
    return false;
  }
  state(id).closed = true;
  ++of_site_[from.site];
  fetched_.push_back(page(id));
  const gatherer::JudgedPage judged{.id = id,
                                    .site = from.site,
                                    .hops = state(id).hops,
                                    .seed = state(id).seed,
                                    .judgement = crawl_.judge(page(id)),
                                    .document = &from.document,
                                    .content_length = from.content_length};
  strategy_.page_judged(judged);
  read_links(judged);
  return true;
}

std::vector<const RecordedLinks::Target*> WebPlayer::links_in_order(PageId page) const {
  std::vector<const RecordedLinks::Target*> order;
  for (const RecordedLinks::Target& target : crawl_.web.pages()[page].links)
    order.push_back(&target);
  if (crawl_.link_order == 0) return order;
  sampler::HashRng rng(crawl_.link_order, page, 0);
  for (std::size_t i = 0; i < order.size(); ++i)
    std::swap(order[i], order[i + rng.below(order.size() - i)]);
  return order;
}

void WebPlayer::read_links(const gatherer::JudgedPage& source) {
  std::vector<UrlId> found;
  for (const RecordedLinks::Target* const target : links_in_order(page(source.id))) {
    const UrlId to = know(target->page, source.hops + 1);
    strategy_.link_read({.source = source,
                         .target = to,
                         .target_site = recorded(to).site,
                         .target_open = !state(to).closed,
                         .link = target->link});
    if (!state(to).closed) found.push_back(to);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  strategy_.take_raised(found);
  for (const UrlId raised : found) put(raised);
}

}  // namespace

PlayedPages play(const CappedPlay& crawl, gatherer::Strategy& strategy) {
  WebPlayer player(crawl, strategy);
  while (!player.is_over()) {
    const auto next = player.best();
    if (!next) break;
    player.fetch(*next);
  }
  return player.played();
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
