#pragma once

/// Simulates a crawl over a known web without fetching, parsing or storing pages, so that hundreds
/// of crawls cost as much as one.
///
/// In:  the links of the web, the judgement of each page, a strategy; the text of pages and the
///      annotations of links, for strategies that read them; caps of sites, pages that fail.
/// Out: the pages in the order in which the crawl would fetch them; the requests that failed.
///
/// The strategy and the queue are those of the gatherer, and so is the order in which both are told
/// of pages and links; a URL that the strategy prunes waits until its rating rises. A request that
/// fails costs nothing of the budget, as in a crawl. Not simulated: politeness delays, robots.txt,
/// several requests at once.
/// Thread safety: pure functions.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "gatherer/fetch/queue_order.h"
#include "gatherer/judge/page_judge.h"
#include "gatherer/strategies/strategy.h"
#include "sampler/page_graph.h"

namespace porthole::labs {

struct PlayedCrawl {
  /// Pages that a page links to; valid until the crawl ends.
  std::function<std::span<const sampler::NodeId>(sampler::NodeId)> out;
  const std::vector<std::uint32_t>& hosts;  ///< Host of each page, numbered from 0.
  std::function<gatherer::Judgement(sampler::NodeId)> judge;
  std::vector<sampler::NodeId> seeds;
  std::size_t pages = 0;  ///< Budget, the seeds among them.
  /// Fills in the nth link of a page; empty: links without URL and annotations.
  std::function<void(sampler::NodeId source, std::size_t nth, Link& link)> link{};
  /// Empty: pages without text.
  std::function<Document(sampler::NodeId)> document{};
  /// 0: links are read in the order of the page; else in a random order, one for each number.
  std::uint64_t link_order = 0;

  // For a web that was recorded:
  std::vector<std::uint32_t> sites{};  ///< Site of each page, from 0; empty: its host.
  std::vector<std::size_t> caps{};     ///< Pages of each site; 0 = no cap; empty: none has one.
  std::function<bool(sampler::NodeId)> fails{};  ///< A request brings no page; empty: none fails.
  /// CrawlState::KnownPage::content_length; empty: not known of any page.
  std::function<std::optional<std::int64_t>(sampler::NodeId)> content_length{};
  bool rate_all_targets = false;  ///< Links have their targets rated again, not only the new ones.
};

struct PlayedPages {
  /// Fewer pages than the budget when nothing is left to fetch: a crawl that stagnates.
  std::vector<sampler::NodeId> fetched;
  std::size_t failed = 0;
  std::size_t known = 0;  ///< URLs.
};

PlayedPages play(const PlayedCrawl& crawl, gatherer::Strategy& strategy,
                 const gatherer::QueueOrder& order);

/// The pages that links lead to from the seeds, without those that fail; the seeds come first.
std::vector<sampler::NodeId> reachable(const PlayedCrawl& crawl);

/// The ceiling: the number of pages on topic that a crawler which knows the web could find, without
/// the seeds. It counts those that links lead to from the seeds, at most the budget.
std::size_t ceiling_of(const PlayedCrawl& crawl,
                       const std::function<bool(sampler::NodeId)>& on_topic);

}  // namespace porthole::labs
