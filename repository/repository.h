#pragma once

/// Repository: a collection's database. One class for each client: the crawl, and whoever reads or
/// writes URLs, pages, links, scores and summaries.
///
/// In:  batches from the gatherer, scores from the distiller, summaries from the summarizer.
/// Out: the state from which a crawl resumes; pages, links and annotations for later modules.
///
/// Ownership:     whoever opens it; closing releases the lock. It owns the classes that it gives
///                out, which share one connection and its transactions.
/// Thread safety: one thread at a time, unless stated otherwise. Open it twice (kRead) for readers
///                beside a writer: readers see whole transactions only.
/// Errors:        kBusy when another process writes, or the lock was taken away; kDiskFull;
///                kStorage for the rest, after which the repository should be closed: committed
///                data is safe.

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "repository/crawl_state.h"
#include "repository/links.h"
#include "repository/pages.h"
#include "repository/records.h"
#include "repository/scores.h"
#include "repository/summaries.h"
#include "repository/urls.h"

namespace porthole::repository {

enum class Access { kRead, kWrite };

class Repository {
 public:
  virtual ~Repository() = default;

  virtual CrawlState& crawl() = 0;
  virtual Urls& urls() = 0;
  virtual Pages& pages() = 0;
  virtual Links& links() = 0;
  virtual Scores& scores() = 0;
  virtual ScoreChanges& score_changes() = 0;
  virtual Summaries& summaries() = 0;

  virtual Result<Counts> counts() = 0;

  struct Removed {
    std::int64_t pages = 0;
    std::vector<std::pair<std::string, std::int64_t>> archive;  ///< file, offset of their records.
  };
  /// Deletes the page (or all pages of a host), its links and its summary, and blocks it: the URL
  /// stays known as dropped with DropReason::kRemoved.
  virtual Result<Removed> remove_url(std::string_view key) = 0;
  virtual Result<Removed> remove_host(std::string_view host) = 0;
};

/// Opens `file` (SQLite), creating it for kWrite. For kWrite takes the collection's lock. A reader
/// needs no right to write, neither to the file nor to its folder, unless the file has an older
/// version and must be migrated first.
///
/// Errors: kNotFound for kRead of a file that is not there; kBusy naming the process that has the
/// lock; kStorage when it is not a repository, is damaged (an empty file beside the folders
/// `archive` or `index` is), or was made by a newer version.
Result<std::unique_ptr<Repository>> open_sqlite(const std::filesystem::path& file, Access access);

}  // namespace porthole::repository
