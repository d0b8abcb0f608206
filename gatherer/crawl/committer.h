#pragma once

/// The writer: archives what was fetched and commits batches, in a thread of its own.
///
/// In:  a batch and the captures of its fetches.
/// Out: the archive's records, on disk; then the batch, in one transaction that names where they
/// are;
///      then the archive's mark that they are committed; then the work that follows from a commit.
///
/// In this order a crash leaves records that nobody knows, which the next start cuts off, and never
/// a row that names a record which is not there.
///
/// On a full disk it waits until there is room (disk_room.h), and then goes on where it was: what
/// was archived is not archived again, and a transaction that failed is repeated.
///
/// Thread safety: one thread calls; the repository and the archive belong to the committer until
/// finish() has returned.

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "archive/capture_store.h"
#include "base/clock.h"
#include "base/plugin_record.h"
#include "base/result.h"
#include "gatherer/crawl/disk_room.h"
#include "gatherer/fetch/fetched_page.h"
#include "gatherer/fetch/fetcher.h"
#include "gatherer/frontier/url_table.h"
#include "gatherer/strategies/strategy.h"
#include "repository/crawl_state.h"
#include "repository/records.h"

namespace porthole::gatherer {

/// One fetch to be archived. The strings of `response` are what is written.
struct Fetched {
  FetchResponse response;
  std::string url;
  std::string via;
  int hops = 0;
  std::optional<std::size_t> page;  ///< The page of the batch whose record this is.
  std::size_t first_link = 0;       ///< Index of the page's first link in the batch.
  std::size_t links = 0;
};

struct Commit {
  repository::Batch batch;
  std::vector<Fetched> fetched;
  std::size_t bytes = 0;     ///< Total size of the fetched bodies.
  std::size_t archived = 0;  ///< The first so many of `fetched` are in the archive.
  bool applied = false;      ///< `batch` is in the repository.
  bool empty() const { return batch.empty() && fetched.empty(); }
};

class Committer {
 public:
  /// `room`: the disk that is written to; null: a full disk is a failure at once. `stop`: a wait
  /// for room ends when it is not 0; may be null. Lifetime: both outlive it. `then`: called in the
  /// writing thread after each commit; its errors are those of the commit.
  Committer(repository::CrawlState& crawl_state, archive::CaptureStore& archive,
            DiskRoom* room = nullptr, const std::atomic<int>* stop = nullptr,
            std::function<Result<void>()> then = nullptr);
  ~Committer();
  Committer(const Committer&) = delete;
  Committer& operator=(const Committer&) = delete;

  /// Nothing is waiting: the next commit would be written at once.
  bool idle() const;
  /// Hands over a commit; waits while too many are on their way.
  void put(Commit commit);
  /// The disk is full, and the next commit waits for room.
  bool waits_for_room() const { return waits_for_room_; }
  /// Waits for room no longer: the full disk is a failure then.
  void give_up() { gives_up_ = true; }
  /// The first failure, if any: nothing was written after it.
  std::optional<Error> failure() const;
  /// Waits until everything is written: until the next put() the repository may be used by the
  /// caller.
  Result<void> drain();
  /// Waits until everything is written and ends the thread.
  Result<void> finish();

 private:
  static constexpr std::size_t kMostWaiting = 2;
  void run();
  Result<void> write(Commit& commit);
  Result<void> write_when_there_is_room(Commit& commit);
  Result<void> archive(Commit& commit, Fetched& fetched);

  repository::CrawlState& crawl_state_;
  archive::CaptureStore& archive_;
  DiskRoom* const room_;
  const std::atomic<int>* const stop_;
  const std::function<Result<void>()> then_;
  std::atomic<bool> waits_for_room_ = false;
  std::atomic<bool> gives_up_ = false;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Commit> waiting_;
  bool sync_failed_ = false;  ///< Used by the writing thread.
  bool writing_ = false;
  bool ending_ = false;
  std::optional<Error> failure_;
  std::thread thread_;
};

/// Collects what the next commit writes, for the archive (WARC) and the repository, and hands it to
/// the committer's thread.
///
/// In:  answers, pages with their links, changes of URLs, the strategy's learning.
/// Out: a Commit for the committer every quarter of a second, or sooner when much has come
/// together.
///
/// A page's answer and its row are in one commit. The strategy's learning and the priorities of
/// queued URLs are written every ten seconds: after a crash they are a few seconds old, which
/// changes nothing but the order of the next fetches.
///
/// Thread safety: one thread. Lifetime: committer, clock and URL table outlive it.
class CommitBuilder {
 public:
  CommitBuilder(Committer& committer, const Clock& clock, UrlTable& urls)
      : committer_(committer), clock_(clock), urls_(urls) {}

  /// Adds an answer without a page to the archive.
  void archive(FetchedPage page);
  /// Adds a page with its links and its answer.
  void add_page(repository::PageRecord page, std::vector<repository::LinkRecord> links,
                FetchedPage fetched);
  /// For other rows of the repository.
  repository::Batch& batch() { return commit_.batch; }

  /// send() should be called now.
  bool is_due() const;
  /// add_learned() should be called before the next send(), as it must at the end of a run.
  bool learned_is_due() const;
  void add_learned(Strategy& strategy, std::vector<PluginRecord> plugins_in_trouble);
  /// Hands over what was collected and the changes of the URL table; waits while two commits are on
  /// their way.
  void send();

 private:
  /// The reference is valid until the next call.
  Fetched& add_answer(FetchedPage page);

  Committer& committer_;
  const Clock& clock_;
  UrlTable& urls_;
  Commit commit_;
  std::optional<std::vector<PluginRecord>> plugins_;  ///< As the repository has them.
  SteadyTime last_sent_{};
  SteadyTime last_learned_{};
};

}  // namespace porthole::gatherer
