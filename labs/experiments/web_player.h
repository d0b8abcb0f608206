#pragma once

/// WebPlayer: fetches pages of a recorded web, one after the other, as the gatherer would.
///
///   WebPlayer player(crawl, strategy);
///   while (const auto next = player.best()) player.fetch(*next);
///
/// The strategy and the queue are those of the gatherer, and so is the order in which both are told
/// of pages and links. Not simulated: politeness, robots.txt, several requests at once. Lifetime:
/// crawl and strategy outlive it. Thread safety: one thread.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "gatherer/fetch/frontier.h"
#include "gatherer/judge/page_judge.h"
#include "gatherer/strategies/strategy.h"
#include "labs/experiments/recorded_links.h"

namespace porthole::labs {

struct CappedPlay {
  const RecordedLinks& web;
  std::function<const gatherer::Judgement&(RecordedLinks::PageId)> judge;
  std::vector<RecordedLinks::PageId> seeds;
  std::size_t pages = 0;          ///< Budget, the seeds among them.
  std::vector<std::size_t> caps;  ///< Pages of each site; 0 = no cap.
  /// 0: links are read in the order of the page; else in a random order, one for each number.
  std::uint64_t link_order = 0;
};

class WebPlayer {
 public:
  using UrlId = gatherer::UrlId;
  using PageId = RecordedLinks::PageId;

  /// The seeds wait. `crawl.pages` does not bind.
  WebPlayer(const CappedPlay& crawl, gatherer::Strategy& strategy);

  /// The URL that the strategy would fetch next; none when nothing waits.
  std::optional<UrlId> best();
  /// False when the request brought no page. Requires: `id` waits.
  bool fetch(UrlId id);

  /// In ascending order.
  std::vector<UrlId> waiting() const;
  bool waits(UrlId id) const { return frontier_.contains(id); }
  PageId page(UrlId id) const { return states_[static_cast<std::size_t>(id)].page; }
  UrlId last() const { return static_cast<UrlId>(states_.size() - 1); }
  const std::vector<PageId>& fetched() const { return fetched_; }
  std::size_t failed() const { return failed_; }

 private:
  struct State {
    PageId page = 0;
    int hops = 0;
    bool seed = false, closed = false;
  };

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

}  // namespace porthole::labs
