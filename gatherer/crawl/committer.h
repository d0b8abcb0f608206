#pragma once

/// The writer: archives what was fetched and commits batches, in a thread of its own.
///
/// In:  a batch and the captures of its fetches.
/// Out: the archive's records, on disk; then the batch, in one transaction that names where they
/// are;
///      then the archive's mark that they are committed.
///
/// In this order a crash leaves records that nobody knows, which the next start cuts off, and never
/// a row that names a record which is not there.
///
/// Thread safety: one thread calls; the repository and the archive belong to the committer until
/// finish() has returned.

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "archive/warc_writer.h"
#include "base/result.h"
#include "gatherer/fetch/fetcher.h"
#include "repository/crawl_state.h"

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
  std::size_t bytes = 0;  ///< Total size of the fetched bodies.
  bool empty() const { return batch.empty() && fetched.empty(); }
};

class Committer {
 public:
  Committer(repository::CrawlState& crawl_state, archive::WarcWriter& archive);
  ~Committer();
  Committer(const Committer&) = delete;
  Committer& operator=(const Committer&) = delete;

  /// Nothing is waiting: the next commit would be written at once.
  bool idle() const;
  /// Hands over a commit; waits while too many are on their way.
  void put(Commit commit);
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

  repository::CrawlState& crawl_state_;
  archive::WarcWriter& archive_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Commit> waiting_;
  bool writing_ = false;
  bool ending_ = false;
  std::optional<Error> failure_;
  std::thread thread_;
};

}  // namespace porthole::gatherer
