#pragma once

/// Runs one crawl of a comparison: same web, seeds and judge, its own strategy.
///
/// In:  a collection, and the settings of this run.
/// Out: the pages in the order in which they were fetched.
///
/// The run has a collection of its own in `folder`, which is emptied before and may be deleted
/// after. The model that pages are judged by is the base collection's. Thread safety: runs in
/// different folders may go on at once, sharing one SharedWeb.

#include <atomic>
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

}  // namespace porthole::labs
