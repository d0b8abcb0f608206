#pragma once

/// The checkpoint of a collection, DIR/crawl.checkpoint: the URLs that the crawl knew and all that
/// its strategy held when a run ended, so that the next one need not read every row of the
/// repository again.
///
/// In:  the URL table and the strategy at the end of a run.
/// Out: the same at the beginning of the next.
///
/// A checkpoint is taken only for the crawl that it was made of: the repository names the state
/// that the file belongs to (CrawlState::name_state()), and forgets the name with the next change.
/// The program, specification, limits of the run, seeds, strategy, options, models and marks are
/// those of today, or the file is left alone; so is one that is damaged (XXH3, 128 bits), and the
/// crawl is restored from the repository as if there were none. A file that passes is trusted.
///
/// A crawl that was killed has none, nor have several gatherers, whose buckets go from one to
/// another, a crawl with sources of URLs beside its links, which change, and one whose last run
/// fetched pages again, of which the strategy is told at the next start, or changed its scope.
/// Where a URL that was kept out may wait now, the strategy is told of the crawl again, too.
///
/// Size: about 100 bytes a known URL, and 190 more with the strategy `learned`. Thread safety: one
/// thread.

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "collection/collection.h"
#include "gatherer/frontier/url_table.h"
#include "gatherer/strategies/strategy.h"
#include "repository/repository.h"

namespace porthole::gatherer {

/// A checkpoint that belongs to the crawl, while it is read: its URLs, then its strategy.
///
/// Errors: those of reading; kStorage when a file of this program, which is not damaged, cannot be
/// understood.
class OpenCheckpoint {
 public:
  ~OpenCheckpoint();
  OpenCheckpoint(OpenCheckpoint&&) noexcept;
  OpenCheckpoint& operator=(OpenCheckpoint&&) noexcept;

  /// Replaces all URLs.
  Result<void> load(UrlTable& urls);
  /// Gives `strategy` back what it held; false, and nothing changes, when the file has nothing that
  /// this program's strategy understands. Requires: load(urls).
  Result<bool> load(Strategy& strategy);

 private:
  friend class Checkpoint;
  class Reading;
  explicit OpenCheckpoint(std::unique_ptr<Reading> reading);

  std::unique_ptr<Reading> reading_;
};

class Checkpoint {
 public:
  /// For a crawl of `collection` by the strategy and options of `choice`, as its files are now.
  Checkpoint(const collection::Collection& collection, const collection::Strategy& choice);

  /// Both are made for the same strategy, and no file has changed between.
  bool operator==(const Checkpoint&) const = default;

  /// Absent when no checkpoint belongs to this crawl. Errors: those of the repository.
  Result<std::optional<OpenCheckpoint>> open(repository::Repository& repository) const;

  /// Removes a file that belongs to no crawl any more. Errors: those of the repository.
  Result<void> remove_stale(repository::CrawlState& crawl) const;

  /// Replaces the file. `host_of`: as UrlTable::save() has it. Errors: kDiskFull, kPermission,
  /// kStorage, after which the file, if it is there, is the one before or belongs to no crawl;
  /// those of the repository.
  Result<void> save(const Strategy& strategy, const UrlTable& urls,
                    const std::function<std::string(HostId)>& host_of,
                    repository::CrawlState& crawl) const;

 private:
  std::filesystem::path fresh() const { return file_.string() + ".new"; }
  /// Writes the file fresh(), and returns the name for the state of the crawl.
  Result<std::string> write(const Strategy& strategy, const UrlTable& urls,
                            const std::function<std::string(HostId)>& host_of) const;

  std::filesystem::path file_;
  std::string key_;  ///< Names everything beside the crawl that the state depends on.
};

}  // namespace porthole::gatherer
