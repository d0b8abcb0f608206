#pragma once

/// Plays a capped crawl (capped_crawl.h) over a recorded web, without fetching, parsing or storing.
///
/// In:  the web, the seeds, a judge, a strategy, the budget and the cap of each site.
/// Out: the pages in the order in which the crawl would fetch them; the requests that failed.
///
/// The crawl is that of WebPlayer (web_player.h). A request that fails costs nothing of the budget,
/// as in a crawl.
///
/// The ceiling is what a crawler could find that knows all: of each site on the topic that links
/// lead to from the seeds, the pages that they lead to, at most as many as the cap; at most the
/// budget in all. Thread safety: pure functions.

#include <cstddef>
#include <functional>
#include <vector>

#include "gatherer/strategies/strategy.h"
#include "labs/experiments/recorded_links.h"
#include "labs/experiments/web_player.h"

namespace porthole::labs {

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
