#pragma once

/// The pages of a crawl, what it found on its topic in the order of fetching, and the spread of
/// such figures over crawls.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "collection/collection.h"
#include "gatherer/crawl/gather.h"
#include "gatherer/fetch/shared_web.h"
#include "gatherer/strategies/strategy.h"
#include "repository/repository.h"

namespace porthole::labs {

// Runs one crawl of a comparison: same web, seeds and judge, its own strategy.
//
// In:  a collection, and the settings of this run.
// Out: the pages in the order in which they were fetched.
//
// The run has a collection of its own in `folder`, which is emptied before and may be deleted
// after. The model that pages are judged by is the base collection's. Thread safety: runs in
// different folders may go on at once, sharing one SharedWeb.

struct CrawlRun {
  std::filesystem::path folder;
  std::filesystem::path
      model;  ///< Folder of the classifier's model; "" = own words, or none needed.
  collection::Specification specification;  ///< Complete: seeds, scope, strategy, network.
  std::int64_t pages = 0;                   ///< Budget.
  std::uint64_t random_seed = 1;
  std::function<std::unique_ptr<gatherer::Strategy>()>
      own_strategy{};                          ///< In place of the specification's.
  const gatherer::PageJudge* judge = nullptr;  ///< Replaces that of `model`.
  gatherer::SharedWeb* web = nullptr;
  const std::atomic<int>* stop = nullptr;
  /// Called with the repository after the crawl has ended and before it is closed.
  std::function<Result<void>(repository::Repository&)> look{};
};

struct CrawledPage {
  std::string url;
  std::string site;
  double relevance = 0;  ///< By the crawl's own judge.
  bool relevant = false;
  bool seed = false;
  std::string topic;
  int hops = 0;
};

struct CrawlOutcome {
  std::vector<CrawledPage> pages;  ///< In order of fetching; copies of known pages among them.
  gatherer::GatherReport report;
};

/// Errors: those of gather() and of `look`.
Result<CrawlOutcome> crawl_once(const CrawlRun& run);

// Harvest of a crawl by labels that the crawl never saw: when each page and each site on topic was
// found.
//
// Harvest curve: found(n) = pages on topic among the first n fetched, seeds included.
// Area: the mean of found(n) over n = 1 .. budget, flat after the last page; divided by the
// oracle's it is comparable between topics. Precision until m: of the pages fetched up to and with
// the m-th on topic, seeds left out on both sides, the share on topic.
//
// Source: harvest rate, Chakrabarti, van den Berg, Dom 1999 (VLDB), section 3.4; precision of a
// crawl, Sundaresan, Yi, Huang 2000, figure 3.

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

// Mean and range of a quantity over runs, and of curves point by point.

/// Mean, deviation and range of one quantity over runs. The deviation is that of a sample (n - 1),
/// 0 for n < 2.
struct Spread {
  double mean = 0, least = 0, most = 0, deviation = 0;
  std::size_t n = 0;
};
Spread spread_of(const std::vector<double>& values);

/// A value for each point of the grid; not a number where there is none.
using Curve = std::vector<double>;

/// Mean and range of several curves, point by point, over those that have a value there.
struct Band {
  Curve mean, least, most;
  std::size_t n = 0;  ///< Curves that have a value anywhere.
};
Band band_of(const std::vector<Curve>& curves);

}  // namespace porthole::labs
