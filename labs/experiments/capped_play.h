#pragma once

/// Plays a capped crawl (capped_crawl.h) over a recorded web, without fetching, parsing or storing.
///
/// In:  the web, the seeds, a judge, a strategy, the budget and the cap of each site.
/// Out: the pages in the order in which the crawl would fetch them; the requests that failed.
///
/// The strategy and the queue are those of the gatherer, and so is the order in which both are told
/// of pages and links. Not simulated: politeness, robots.txt, several requests at once. A request
/// that fails costs nothing of the budget, as in a crawl.
///
/// The ceiling is what a crawler could find that knows all: of each site on the topic that links
/// lead to from the seeds, the pages that they lead to, at most as many as the cap; at most the
/// budget in all. Thread safety: pure functions.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

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

struct PlayedPages {
  std::vector<RecordedLinks::PageId> fetched;
  std::size_t failed = 0;
  std::size_t known = 0;  ///< URLs.
};

PlayedPages play(const CappedPlay& crawl, gatherer::Strategy& strategy);

struct Ceiling {
  std::size_t pages = 0;
  std::size_t sites = 0;
};
Ceiling ceiling_of(const CappedPlay& crawl,
                   const std::function<bool(RecordedLinks::PageId)>& on_topic);

}  // namespace porthole::labs
