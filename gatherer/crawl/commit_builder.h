#pragma once

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

#include <optional>
#include <vector>

#include "base/clock.h"
#include "base/plugin_record.h"
#include "gatherer/crawl/committer.h"
#include "gatherer/fetch/fetched_page.h"
#include "gatherer/frontier/url_table.h"
#include "gatherer/strategies/strategy.h"
#include "repository/records.h"

namespace porthole::gatherer {

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
