#pragma once

/// The pages that a round takes into an index and out of it: before + new - gone = after, by cause
/// and site.
///
/// In:  what the index has, the summaries, which pages are on topic.
/// Out: which pages stay although they are no longer on topic, or have no summary; the sums.
///
/// Nothing leaves in silence. A page that the index has stays while it is not clearly off topic
/// (topics/on_topic.h). A round that would take out more than half of the pages of a site (5 or
/// more), or more than a fifth of all (20 or more), keeps them, says so, and asks (--accept-loss):
/// so many pages leave at once by a mistake more often than not, of a server or of a topic. Pages
/// that the operator removed or ruled out leave at once, and so do those that their owner took out
/// (noindex, 410, robots.txt); the first of several pages that became one is not counted as lost.
///
/// Thread safety: one thread.

#include <filesystem>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "collection/collection.h"
#include "gatherer/report/index_sums.h"
#include "gatherer/report/topic_pages.h"
#include "indexer/indexer.h"
#include "operations/doctor/finding.h"
#include "repository/repository.h"

namespace porthole::operations {

using gatherer::IndexSums;
using gatherer::LeavingPages;

enum class Loss {
  kAsk,     ///< A large loss is not taken.
  kAccept,  ///< It is (--accept-loss).
};

class IndexRound {
 public:
  /// Compares the index in `folder` with what it should have. Errors: the repository's; those of
  /// IndexedPages::read().
  static Result<IndexRound> plan(repository::Repository& repository,
                                 const gatherer::TopicPages& topic,
                                 const std::filesystem::path& folder, Loss loss);

  /// As the indexer will make it; `after` is not known yet.
  const IndexSums& sums() const { return sums_; }
  /// For the indexer. Lifetime: that of this object.
  void set(indexer::IndexOptions& options) const;
  /// The sums, when the indexer has run.
  IndexSums end(const indexer::IndexReport& report) &&;

 private:
  friend class RoundPlanner;
  indexer::TopicPages on_topic_;
  std::unordered_set<std::string> keep_;
  std::vector<std::string> take_out_;
  IndexSums sums_;
};

struct IndexedRound : indexer::IndexReport {
  IndexSums sums;
};

/// Updates the index by the changes of `repository`, with the vocabulary that the collection was
/// gathered with (built in and of its plug-ins' schemas), and the terms accepted by the user as
/// synonyms (docs/expander.md).
///
/// Off-topic pages are left out or marked, as `options.off_topic` says
/// (gatherer/report/topic_pages.h).
///
/// `folder`: where the index is; the collection's when empty. `before`: the index whose pages stay;
/// the same when empty.
///
/// Pages that would leave in large numbers stay unless `loss` accepts that.
///
/// Errors: those of summarizer::read_vocabulary(), read_expansion_memory() and
/// indexer::update_index().
Result<IndexedRound> index_summaries(const collection::Collection& collection,
                                     repository::Repository& repository,
                                     indexer::IndexOptions options = {}, Loss loss = Loss::kAsk,
                                     const std::filesystem::path& folder = {},
                                     const std::filesystem::path& before = {});

/// Compares the index with the repository, pages on topic and documents one for one, and changes
/// nothing. Adds findings of the part "index", each difference with the first URLs: pages without a
/// document, documents without a page on topic, pages that stay because so many would leave.
/// `folder` as a word of a shell. Errors: those of gatherer::TopicPages::read() and
/// IndexRound::plan().
Result<void> compare_index(const collection::Collection& collection,
                           repository::Repository& repository, const std::string& folder,
                           Findings& findings);

}  // namespace porthole::operations
