#pragma once

/// Overview of the searched collections: size, topics, typical queries, best lists, newest pages.
///
/// Computed once for each revision of the indexes; a request reads it from memory.

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "search/index/results.h"
#include "search/presentation/brand.h"
#include "search/ranking/searcher.h"

namespace porthole::search {

struct Overview {
  Holdings holdings;
  std::optional<WallTime> crawled;   ///< The last crawl, of all collections.
  std::vector<std::string> queries;  ///< Typical queries; each has results.
  std::vector<Hit> lists;            ///< The best hubs, one of a site, without texts.
  std::vector<Hit> newest;           ///< With a date of their own, newest first, one of a site.
};

inline constexpr int kTypicalQueries = 6;
inline constexpr int kListedPages = 5;  ///< In Overview::lists and in Overview::newest.

/// `brands`: of the collections that `searcher` searches. `crawled` is not set. Errors: kStorage.
Result<Overview> make_overview(Searcher& searcher, const std::vector<const Brand*>& brands);

/// The overviews of the last revision, by selection of collections. Thread safety: any thread.
class OverviewCache {
 public:
  /// The overview for `revision` of `collection` ("" = all); made by `make`, which returns
  /// Result<Overview>, where it is not known. Null when `make` fails.
  template <class Make>
  std::shared_ptr<const Overview> get(const std::string& collection, const std::string& revision,
                                      Make make) {
    const std::lock_guard lock(mutex_);  // others wait for the one that makes it
    Entry& entry = entries_[collection];
    if (entry.overview != nullptr && entry.revision == revision) return entry.overview;
    Result<Overview> made = make();
    if (!made) return nullptr;
    entry = {revision, std::make_shared<const Overview>(std::move(*made))};
    return entry.overview;
  }

 private:
  struct Entry {
    std::string revision;
    std::shared_ptr<const Overview> overview;
  };
  std::mutex mutex_;
  std::map<std::string, Entry> entries_;  // a collection that does not exist has none
};

/// Phrases for typical queries: at most `wanted` of two or three words, without punctuation between
/// them, in titles of `pages` and in the text of links to them, lower case, that several sites use:
/// most sites first, then most pages. Phrases neither begin nor end with a stop word of
/// `languages`; of two that share a word the better one is taken, and none of `known` is repeated.
std::vector<std::string> typical_phrases(const std::vector<Hit>& pages,
                                         const std::vector<std::string>& known,
                                         const std::vector<std::string>& languages,
                                         std::size_t wanted);

}  // namespace porthole::search
