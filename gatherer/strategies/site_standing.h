#pragma once

/// SiteStanding: how far the pages of a site are about the topic, compared with those of the
/// whole crawl.
///
/// With r the sum of the worths of n judged pages,
///
///   theta(crawl) = (r + 1) / (n + 2),    theta(site) = (r + m theta(crawl)) / (n + m)
///   S(site) = sqrt(max(0, (theta(site) - theta(crawl)) / (1 - theta(crawl))))
///
/// S is in [0, 1), and 0 for a site that is no better than the crawl or of which nothing is known.
/// The crawl counts for m = 4 pages. A page whose words say little of the topic is more likely to
/// be about it on a site that is, since most sites are about one subject.
///
/// Source: the estimate of theta as in yields.h (Efron, Morris 1975); topical locality within a
/// site: Davison, "Topical Locality in the Web", SIGIR 2000. The root and m are ours
/// (labs/results/experiments.md). Memory: 8 bytes a site. Thread safety: one thread.

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/text/state_bytes.h"
#include "gatherer/strategies/strategy.h"
#include "gatherer/strategies/yields.h"

namespace porthole::gatherer {

class SiteStanding {
 public:
  static constexpr double kCrawlCounts = 4;  ///< m

  /// A page of the site was judged; `worth` in [0, 1].
  void add(SiteId site, double worth) {
    if (site >= sites_.size()) sites_.resize(site + 1);
    sites_[site].add(worth);
    crawl_.add(worth);
  }

  /// S(site)
  double of(SiteId site) const {
    if (site >= sites_.size()) return 0;
    const double crawl = (static_cast<double>(crawl_.value) + 1) / (crawl_.judged + 2);
    const Yield& pages = sites_[site];
    const double mean = (static_cast<double>(pages.value) + kCrawlCounts * crawl) /
                        (static_cast<double>(pages.judged) + kCrawlCounts);
    return std::sqrt(std::max(0.0, (mean - crawl) / (1 - crawl)));
  }

  void save(StateWriter& writer) const {
    writer.real(static_cast<double>(crawl_.judged));
    writer.real(static_cast<double>(crawl_.value));
    writer.list(sites_);
  }
  /// Replaces everything by that of save().
  void load(StateReader& reader) {
    crawl_.judged = static_cast<float>(reader.real());
    crawl_.value = static_cast<float>(reader.real());
    reader.list(sites_);
  }

 private:
  Yield crawl_;
  std::vector<Yield> sites_;
};

}  // namespace porthole::gatherer
