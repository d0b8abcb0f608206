#pragma once

/// One run of the gatherer: the loop that moves each URL from one owner to the next.
///
///   PoliteFetcher  decides when a host may be asked, and asks        -> FetchedPage
///   FetchStage     takes URLs from their queues to requests, and says what their answers come to
///   FirstFetch, Recrawl   settle the URLs of answers: those of new pages, and of known ones
///   PageParser     has the page parsed in a process of its own       -> ParsedPage
///   PageStore      judges the page and adds it to the next commit
///   LinkAdmission  decides which of its links become URLs to fetch
///   CrawlQueue     puts these where the strategy rates them
///   SitemapCrawl, MemberPages, UnreadPages   the other sources of pages
///   OtherCollections  has answers that other collections have had
///   InboxLinks     takes up the links that other gatherers found into this one's part of the crawl
///   RecallAudit    draws samples of the URLs that wait, and ends the run at a goal of recall
///   CommitBuilder  hands what came together to the writer's thread
///
/// Private to gatherer/; gather.h is its interface.
/// Thread safety: one thread. Lifetime: what CrawlInputs refers to outlives it.

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "gatherer/crawl/committer.h"
#include "gatherer/crawl/crawl_budget.h"
#include "gatherer/crawl/crawl_queue.h"
#include "gatherer/crawl/crawl_rules.h"
#include "gatherer/crawl/fetch_policy.h"
#include "gatherer/crawl/fetch_stage.h"
#include "gatherer/crawl/inbox_links.h"
#include "gatherer/crawl/link_admission.h"
#include "gatherer/crawl/member_pages.h"
#include "gatherer/crawl/page_reader.h"
#include "gatherer/crawl/page_store.h"
#include "gatherer/crawl/recall_audit.h"
#include "gatherer/crawl/recrawl.h"
#include "gatherer/crawl/sitemap_crawl.h"
#include "gatherer/crawl/unread_pages.h"
#include "gatherer/fetch/polite_fetcher.h"
#include "gatherer/frontier/url_table.h"
#include "gatherer/judge/judge_again.h"
#include "gatherer/restart/checkpoint.h"

namespace porthole::gatherer {

/// The tools of a run.
struct CrawlTools {
  Fetcher& fetcher;
  parser::ParserPool& parsers;
  Committer& committer;
  repository::Repository& repository;  ///< The committer's, whenever that is not idle.
};

class Crawl {
 public:
  Crawl(CrawlRules rules, const CrawlTools& tools, ChosenStrategy chosen);
  Crawl(const Crawl&) = delete;
  Crawl& operator=(const Crawl&) = delete;

  /// Takes up where the repository ended. `last_asked`: when an earlier run may have made its last
  /// request. Call before the committer gets anything. Errors: those of the repository.
  Result<void> restore(std::optional<WallTime> last_asked);
  /// Queues the seeds of the specification that are not known yet, or could not be fetched.
  void add_seeds() {
    const Share* share = rules_.options.share;
    links_.add_seeds(share == nullptr || share->retries_seeds());
  }
  /// Takes up the pages of other collections that are relevant here, and not known. Errors: those
  /// of their repositories.
  Result<void> take_from_others();
  /// Runs until there is a reason to stop, and returns that.
  /// Errors: those of gather().
  Result<repository::StopReason> run();

  /// Keeps URLs and strategy for the next run, if the files that they depend on are as they were at
  /// the start (`now` is the checkpoint by the files of now), and the strategy knows all that is
  /// committed. To be called when the committer has finished. Errors: those of
  /// Checkpoint::save(); kDiskFull where it would take the free space that is kept.
  Result<void> save_checkpoint(const Checkpoint& now) const;

  GatherReport report() const;
  /// Pages of the run that other collections had fetched.
  std::int64_t taken() const { return store_.taken(); }
  /// The strategy in force; not always the one that the run began with.
  const Strategy& strategy() const { return queue_.strategy(); }

 private:
  class Restorer;
  friend class ArchiveReplay;

  Result<std::optional<OpenCheckpoint>> open_checkpoint();
  Result<void> restore_urls(OpenCheckpoint* checkpoint);
  Result<bool> reconsider_urls(bool same_rules);
  Result<void> restore_hosts_of_others();
  Result<void> restore_refresh();
  /// True if there is more to do in a refresh that has done all that was queued.
  bool goes_on_with_refresh();
  std::function<bool(HostId)> news_hosts() const;
  /// Finds what waits in the archive: documents that can be read now, and members.
  Result<void> find_in_archive();
  Result<void> prepare_strategy();
  bool has_room() const;
  Result<void> follow_specification();
  void reorder_refresh(const RefreshOrder& order);
  /// Judges what is stored, and rates what waits, by marks that were changed meanwhile.
  Result<void> follow_marks();
  /// Judges the rest of the stored pages, unless the run was stopped.
  Result<void> end_rejudging();
  /// Writes all that was fetched.
  Result<void> flush();
  /// For PageStore: what the repository has, once all that came together is written.
  std::optional<std::string> stored_text(UrlId page);
  /// For SitemapCrawl: what the repository has.
  std::string stored_detail(UrlId url);
  Result<void> adopt(ChosenStrategy chosen);
  /// Starts the requests that may be made now.
  void issue();
  /// Goes on with an answer.
  void take(FetchedPage page);
  /// False when there is nothing left to do. Errors: those of the repository.
  Result<bool> turn();
  Result<bool> wait_for_others();
  void average_with(const std::vector<std::string>& others);
  bool must_hand_over() const;
  std::chrono::milliseconds longest_wait(bool busy) const;
  void await(std::chrono::milliseconds longest);
  void commit(bool everything);
  void tell_progress();
  std::string waiting_for() const;

  CrawlRules rules_;
  CrawlTools tools_;
  PoliteFetcher fetcher_;
  PageParser parser_;
  UrlTable urls_;
  CrawlBudget budget_;
  const CrawlCore core_{rules_, urls_, fetcher_, budget_};
  CommitBuilder commits_;
  CrawlQueue queue_;
  LinkAdmission links_;
  FirstFetch first_;
  MemberPages members_;
  UnreadPages unread_;
  PageCopies copies_;
  Recrawl recrawl_;
  FetchPolicies policies_;
  SitemapCrawl sitemaps_;
  FetchStage fetches_;
  PageStore store_;
  InboxLinks inbox_;
  Rejudge rejudge_;
  std::optional<RecallAudit> audit_;  ///< Absent without a goal of recall.
  SteadyTime last_progress_{};
  bool has_other_scope_ = false;  ///< Than at the start: the specification changed.
};

}  // namespace porthole::gatherer
