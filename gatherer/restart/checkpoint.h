#pragma once

/// The checkpoint of a collection, DIR/strategy.checkpoint: all that the crawl's strategy held when
/// a run ended, so that the next one need not be told of all pages and links again.
///
/// In:  a strategy at the end of a run (Strategy::save()).
/// Out: the same strategy at the beginning of the next.
///
/// A checkpoint is taken only for the crawl that it was made of: the repository names the state
/// that the file belongs to (CrawlState::name_state()), and forgets the name with the next change.
/// The specification, seeds, strategy, options, models and marks are those of today, or the file is
/// left alone; so is one that is damaged (XXH3, 128 bits), and the strategy is told of the crawl as
/// if there were none.
///
/// A crawl that was killed has none, nor have several gatherers, whose buckets go from one to
/// another, a crawl with sources of URLs beside its links, which change, and one whose last run
/// fetched pages again, of which the strategy is told at the next start.
///
/// Size: about 190 bytes a known URL. Thread safety: one thread.

#include <filesystem>
#include <string>

#include "base/result.h"
#include "collection/collection.h"
#include "gatherer/frontier/url_table.h"
#include "gatherer/strategies/strategy.h"
#include "repository/repository.h"

namespace porthole::gatherer {

class Checkpoint {
 public:
  /// For a crawl of `collection` by the strategy and options of `choice`, as its files are now.
  Checkpoint(const collection::Collection& collection, const collection::Strategy& choice);

  /// Both are made for the same strategy, and no file has changed between.
  bool operator==(const Checkpoint&) const = default;

  /// Gives `strategy` back what it held; false, and nothing changes, when no checkpoint belongs to
  /// this crawl. `urls` has the repository's URLs. Errors: those of the repository; kStorage when
  /// a file of this program, which is not damaged, cannot be understood.
  Result<bool> load(Strategy& strategy, repository::CrawlState& crawl, const UrlTable& urls) const;

  /// Replaces the file; removes it when the strategy has none (Strategy::checkpoint_layout()).
  /// Errors: kDiskFull, kPermission, kStorage, after which the file, if it is there, belongs to no
  /// crawl; those of the repository.
  Result<void> save(const Strategy& strategy, repository::CrawlState& crawl,
                    const UrlTable& urls) const;

 private:
  std::filesystem::path fresh() const { return file_.string() + ".new"; }
  /// Writes the file fresh(), and returns the name for the state of the crawl.
  Result<std::string> write(const Strategy& strategy, const UrlTable& urls) const;

  std::filesystem::path file_;
  std::string key_;  ///< Names everything beside the crawl that the state depends on.
};

}  // namespace porthole::gatherer
