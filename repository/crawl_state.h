#pragma once

/// CrawlState: the gatherer's side of a repository. Writes batches, and gives back the state from
/// which a crawl resumes.
///
/// In:  batches of one crawl; runs.
/// Out: every URL, page, host and term; the state of the strategy; where the archive ended.
///
/// Errors, threads and ownership: those of Repository.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "repository/records.h"

namespace porthole::repository {

class CrawlState {
 public:
  virtual ~CrawlState() = default;

  /// Writes `batch` in one transaction that is on disk when this returns.
  virtual Result<void> apply(const Batch& batch) = 0;

  /// Data that a crawl needs about a stored page.
  struct KnownPage {
    UrlId id = 0;
    std::string digest;
    bool relevant = false;
    bool stale = false;
    UrlId duplicate_of = 0;
    Relevance relevance;
    std::string topic;
    std::int64_t order = 0;  ///< Place in the crawl; removed pages leave gaps.
    std::optional<double> importance = std::nullopt;  ///< PageRecord::importance.
    bool gone = false;                                ///< FailureRecord::is_gone().
    /// Bytes of the main content (content_length()).
    std::optional<std::int64_t> content_length = std::nullopt;
  };
  /// Receives every URL (in order of id), page (in order of fetching), host and term, from which a
  /// crawl resumes.
  struct Visitor {
    virtual ~Visitor() = default;
    virtual void url(UrlRecord url) = 0;
    virtual void page(KnownPage page) = 0;
    virtual void host(HostRecord host) = 0;
    virtual void term(TermRecord term) = 0;
  };
  virtual Result<void> load(Visitor& visitor) = 0;
  /// Tells `visitor` of the pages alone.
  virtual Result<void> load_pages(Visitor& visitor) = 0;

  virtual Result<std::vector<HostRecord>> hosts() = 0;
  virtual Result<std::vector<TermRecord>> terms() = 0;

  /// Returns the last Batch::strategy_state stored under this name; "" when there is none.
  virtual Result<std::string> strategy_state(std::string_view strategy) = 0;

  /// Names the state that the crawl has now, until a URL, page, link or judgement is written or
  /// removed: for what is derived from all of them and stored elsewhere.
  virtual Result<void> name_state(std::string_view name) = 0;
  /// The name that name_state() gave to the present state; "" when it has none.
  virtual Result<std::string> state_name() = 0;

  /// Where the archive ended at the last commit ("" and 0 for a new collection).
  virtual Result<std::pair<std::string, std::int64_t>> archive_end() = 0;

  /// A file of the archive that was copied to another one, without some of its captures.
  struct ArchiveMove {
    std::string from, to;   ///< Names within the archive folder; `to` may be "" without `offsets`.
    std::int64_t size = 0;  ///< Size of `to`.
    /// Captures: the offset in `from`, and in `to`.
    std::vector<std::pair<std::int64_t, std::int64_t>> offsets;
  };
  /// Replaces the places of these captures, and the end of the archive if it is in `from`, in one
  /// transaction that is on disk when this returns.
  virtual Result<void> move_archive(const ArchiveMove& move) = 0;

  virtual Result<std::int64_t> begin_run(const RunRecord& run) = 0;
  /// Writes how the run went; its strategy and options are those that it ended with.
  virtual Result<void> end_run(const RunRecord& run) = 0;
  virtual Result<std::optional<RunRecord>> last_run() = 0;
  /// When the run with this id started; absent without such a run.
  virtual Result<std::optional<WallTime>> run_start(std::int64_t id) = 0;
  /// Returns the last Batch::plugins, by name.
  virtual Result<std::vector<PluginRecord>> plugins() = 0;
};

}  // namespace porthole::repository
