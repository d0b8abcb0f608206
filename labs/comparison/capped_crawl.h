#pragma once

/// Capped crawl: measures how much of a topic a strategy finds in the web in a box.
///
/// Protocol: at most 60 pages of a site unless said otherwise (hubs uncapped); the seeds are the
/// front pages of the first two sites of the topic, of the Python documentation, and of every hub;
/// a budget of pages; sitemaps are not used. The result counts pages on sites that the list of
/// sites assigns to the topic, independent of our own judgement. Without the cap one large site
/// would fill the crawl and every crawler would score well.
///
/// In:  an open box, a topic, a strategy.
/// Out: a collection in a folder, and what it found.

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "collection/specification.h"
#include "gatherer/crawl/gather.h"
#include "labs/webbox/box.h"
#include "labs/webbox/judge.h"
#include "labs/webbox/manifest.h"

namespace porthole::labs {

struct TopicOfList {
  std::string topic;               ///< Path in the list of sites: "science/astronomy".
  std::string title;               ///< For people, and the first of the topic's words.
  std::vector<std::string> terms;  ///< Terms that an interested user would type.
  std::string use;                 ///< "tuning" or "report"; "" where it does not matter.
};

/// Reads topics from a file of lines `topic TAB title TAB terms separated by ; TAB use`. Errors:
/// kInvalid, kNotFound.
Result<std::vector<TopicOfList>> read_topics(const std::filesystem::path& file);

struct CappedCrawl {
  std::filesystem::path folder;  ///< Folder of the collection; an existing one is continued.
  TopicOfList topic;
  std::string strategy;
  collection::NamedValues options;
  std::int64_t pages = 3000;
  std::int64_t pages_of_site = 60;
  std::int64_t pages_of_topic_site = 0;  ///< The cap of the topic's sites; 0: as others.
  /// Box named in the specification, so that any command can continue the collection; without it,
  /// the specification names the server of the currently open box.
  std::optional<collection::BoxReference> reference = std::nullopt;
  std::vector<std::string>
      seed_sites{};  ///< Names of the topic's sites to begin at; the first two when empty.
  std::function<void(const gatherer::Progress&)> progress;
  const std::atomic<int>* stop = nullptr;
};

struct CappedResult {
  labs::Verdict verdict;
  gatherer::GatherReport report;
};

/// The specification of such a crawl: a collection like any other, with the box as its web.
std::string capped_specification(const labs::Box& box, const CappedCrawl& crawl);

/// Gathers (or gathers on) and judges. Errors: those of gather().
Result<CappedResult> run_capped_crawl(const labs::Box& box, const CappedCrawl& crawl);

// Draws seed sites for crawls of the web in a box: pairs of a topic's sites, so that no result
// depends on one pair.

/// Returns `count` pairs of names of sites of the topic that have pages in the box. Pair 0 is the
/// first two sites, the others are drawn, the same in every run; a pair may be drawn again. Empty
/// for a topic with fewer than two sites.
std::vector<std::vector<std::string>> seed_pairs(const labs::Manifest& box,
                                                 const TopicOfList& topic, int count);

}  // namespace porthole::labs
