#pragma once

/// Harvest of a crawl by labels that the crawl never saw: when each page and each site on topic was
/// found.
///
/// Harvest curve: found(n) = pages on topic among the first n fetched, seeds included.
/// Area: the mean of found(n) over n = 1 .. budget, flat after the last page; divided by the
/// oracle's it is comparable between topics. Precision until m: of the pages fetched up to and with
/// the m-th on topic, seeds left out on both sides, the share on topic.
///
/// Source: harvest rate, Chakrabarti, van den Berg, Dom 1999 (VLDB), section 3.4; precision of a
/// crawl, Sundaresan, Yi, Huang 2000, figure 3.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "labs/comparison/crawl_run.h"

namespace porthole::labs {

struct Harvest {
  std::size_t pages = 0;              ///< Fetched, each label's page once.
  std::vector<std::size_t> found_at;  ///< Orders (from 1) of the pages on topic.
  std::vector<std::size_t> site_at;   ///< Orders of the first page of each site on topic.
  std::vector<std::size_t> seeds_at;  ///< Orders of the seeds.

  std::size_t found(std::size_t order) const;
  double area(std::size_t budget) const;
  /// If nothing was fetched beside seeds, or fewer than m found: the precision of the whole crawl.
  /// Requires: m >= 1.
  double precision_until(std::size_t m) const;
};

/// Label of a page. A page that was counted under another spelling of its URL is marked `again`.
struct Label {
  bool on_topic = false;
  bool again = false;
  std::string site;
};

Harvest harvest_of(const std::vector<CrawledPage>& pages,
                   const std::function<Label(const std::string& url)>& label);

}  // namespace porthole::labs
