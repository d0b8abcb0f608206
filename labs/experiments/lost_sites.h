#pragma once

/// Says what a played crawl (capped_play.h) did not find, and where the way to it waits.
///
/// In:  a crawl, what it fetched, and the queue that it left (PlayedPages::waiting).
/// Out: each site of which the ceiling has more pages, with the URL of the queue by which fewest
///      links lead to a missing page of it.
///
/// Ways do not lead through pages of sites at their cap, which cannot be fetched any more. Thread
/// safety: pure function.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "labs/experiments/capped_play.h"

namespace porthole::labs {

struct LostSite {
  std::uint32_t site = 0;
  std::size_t found = 0;
  std::size_t reached = 0;            ///< Pages on topic that links lead to, at most the cap.
  std::size_t first_found = 0;        ///< Order of its first page, from 1; 0 if none was fetched.
  bool waits = false;                 ///< The queue has a way to it.
  std::size_t place = 0;              ///< In the queue, of the first URL of this way; from 0.
  std::size_t links = 0;              ///< From there to a missing page; 0: it waits itself.
  RecordedLinks::PageId by = 0;       ///< The first URL of the way.
  RecordedLinks::PageId missing = 0;  ///< The page at its end.
};

/// In the order of the sites' numbers. Requires: the crawl was played with `keeps_queue`.
std::vector<LostSite> lost_sites(const CappedPlay& crawl, const PlayedPages& played,
                                 const std::function<bool(RecordedLinks::PageId)>& on_topic);

}  // namespace porthole::labs
