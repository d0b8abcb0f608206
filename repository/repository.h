#pragma once

/// Interface of a collection's database: URLs, pages, links, scores, summaries.
///
/// In:  batches from the gatherer, summaries from the summarizer.
/// Out: the state from which a crawl resumes; pages, links and annotations for later modules.
///
/// Ownership:     whoever opens it; closing releases the lock.
/// Thread safety: one thread at a time, unless stated otherwise. Open it twice (kRead) for readers
///                beside a writer: readers see whole transactions only.
/// Errors:        kBusy when another process writes, or the lock was taken away; kDiskFull;
///                kStorage for the rest, after which the repository should be closed: committed
///                data is safe.

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "repository/records.h"

namespace porthole::repository {

enum class Access { kRead, kWrite };

class Repository {
 public:
  virtual ~Repository() = default;

  // --- The gatherer's side -----------------------------------------------------------------------

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
    std::int64_t order = 0;                       ///< Place in the crawl; removed pages leave gaps.
    std::optional<double> status = std::nullopt;  ///< PageRecord::status.
    bool gone = false;                            ///< FailureRecord::is_gone().
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

  /// Visits links in the order in which their pages were fetched: those whose target is still
  /// queued, or was pruned by the strategy, or dropped because only nofollow links or duplicates
  /// lead there.
  /// Strategies rebuild their state from them.
  virtual Result<void> for_each_open_link(const std::function<void(const LinkRecord&)>& visit) = 0;
  /// Visits every link, in the same order.
  virtual Result<void> for_each_link_in_order(
      const std::function<void(const LinkRecord&)>& visit) = 0;

  /// Returns the last Batch::strategy_state stored under this name; "" when there is none.
  virtual Result<std::string> strategy_state(std::string_view strategy) = 0;

  /// Where the archive ended at the last commit ("" and 0 for a new collection).
  virtual Result<std::pair<std::string, std::int64_t>> archive_end() = 0;

  virtual Result<std::int64_t> begin_run(const RunRecord& run) = 0;
  /// Writes how the run went; its strategy and options are those that it ended with.
  virtual Result<void> end_run(const RunRecord& run) = 0;
  virtual Result<std::optional<RunRecord>> last_run() = 0;
  /// Returns the last Batch::plugins, by name.
  virtual Result<std::vector<PluginRecord>> plugins() = 0;

  // --- Reading -----------------------------------------------------------------------------------

  virtual Result<std::optional<UrlRecord>> url(UrlId id) = 0;
  virtual Result<std::optional<UrlRecord>> find_url(std::string_view key) = 0;
  virtual Result<std::optional<PageRecord>> page(UrlId id) = 0;

  struct PageFilter {
    bool relevant_only = false;
    bool without_seeds = false;
    bool with_text = false;  ///< Else document.text is left empty.
  };
  /// In order of fetching. The callback returns false to stop.
  using PageVisit = std::function<bool(const UrlRecord&, const PageRecord&, std::int64_t in_links,
                                       std::int64_t out_links)>;
  virtual Result<void> for_each_page(const PageFilter& filter, const PageVisit& visit) = 0;
  virtual Result<void> for_each_url(const std::function<bool(const UrlRecord&)>& visit) = 0;
  virtual Result<void> for_each_link(
      const std::function<bool(const std::string& source_href, const LinkRecord&)>& visit) = 0;

  /// In-links of `id` from fetched pages, links to its aliases included; by source, then position.
  virtual Result<std::vector<InLink>> in_links(UrlId id) = 0;
  virtual Result<std::vector<LinkRecord>> out_links(UrlId id) = 0;
  /// Closed links: those that were gone when their page was fetched again; in the same order.
  virtual Result<std::vector<InLink>> closed_in_links(UrlId id) = 0;
  virtual Result<std::vector<LinkRecord>> closed_out_links(UrlId id) = 0;
  /// The pages of each site, copies apart, in order of id.
  virtual Result<std::map<std::string, std::vector<UrlId>, std::less<>>> pages_by_site() = 0;

  virtual Result<Counts> counts() = 0;
  /// Returns all failure records, in order of page.
  virtual Result<std::vector<FailureRecord>> failures() = 0;
  /// The queued URLs of highest priority. `rank_of` gives the place of one (from 1; 0 = not
  /// queued).
  virtual Result<std::vector<UrlRecord>> queue_head(int count) = 0;
  virtual Result<std::int64_t> rank_of(UrlId id) = 0;
  virtual Result<std::vector<HostRecord>> hosts() = 0;
  virtual Result<std::vector<TermRecord>> terms() = 0;

  // --- Distillation ------------------------------------------------------------------------------

  /// Source and target of every link, in no order, as they stand: the target may be an alias or a
  /// copy, or not be fetched.
  virtual Result<void> for_each_citation(
      const std::function<void(UrlId source, UrlId target)>& visit) = 0;
  /// Replaces all scores, in one transaction, and marks the summaries stale that state others than
  /// these (stated_score()): those of the pages themselves, and of the pages that they link to,
  /// which state the authority of their annotators. Scores of other URLs are ignored.
  virtual Result<void> put_scores(const std::vector<ScoreRecord>& scores) = 0;
  /// Returns the scores of a page; empty when it has none.
  virtual Result<std::optional<ScoreRecord>> scores(UrlId page) = 0;
  /// In order of page. The callback returns false to stop.
  virtual Result<void> for_each_score(const std::function<bool(const ScoreRecord&)>& visit) = 0;

  /// Replaces the importance of all pages in one transaction, and marks summaries stale whose
  /// importance changes by a thousandth or more. IDs of other URLs are ignored.
  virtual Result<void> put_importance(const std::vector<std::pair<UrlId, double>>& importance) = 0;

  // --- Summaries ---------------------------------------------------------------------------------

  /// Pages (fetched, not duplicates, not noindex, not gone) whose summary is missing or stale, at
  /// most `limit`.
  virtual Result<std::vector<UrlId>> stale_pages(int limit) = 0;
  /// Stores the summaries of `pages` in one transaction and marks them fresh. `page` and `rdf` are
  /// read from each record; a page that was marked stale again meanwhile stays stale.
  virtual Result<void> put_summaries(const std::vector<SummaryRecord>& summaries) = 0;
  virtual Result<std::optional<SummaryRecord>> summary(UrlId id) = 0;
  virtual Result<bool> has_summary(UrlId id) = 0;
  /// Summaries with serial > `after`, in order of serial, removed ones among them, at most `limit`;
  /// their `rdf` is left empty.
  virtual Result<std::vector<SummaryRecord>> summaries_after(std::int64_t after, int limit) = 0;

  // --- Taking out --------------------------------------------------------------------------------

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
