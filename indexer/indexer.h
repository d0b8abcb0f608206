#pragma once

/// The indexer: summaries in, a Xapian index out.
///
///   Result<IndexReport> report = update_index(folder, source, {});
///
/// Pages off topic are left out, or included and marked, so that searches can filter them.
///
/// Incremental: the serial of the last indexed summary is stored in the index and committed
/// together with the documents. A process killed at any moment leaves the last commit, and the next
/// run resumes from it. Searches see whole commits only.
///
/// Thread safety: one update of a folder at a time, in any process; the second gets kBusy.

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/result.h"
#include "indexer/fields.h"
#include "indexer/synonyms.h"
#include "indexer/topic_standing.h"
#include "summarizer/schema/vocabulary.h"
#include "summarizer/summary.h"

namespace porthole::indexer {

struct IndexReport {
  std::int64_t indexed = 0;    ///< Documents added or replaced.
  std::int64_t removed = 0;    ///< Documents deleted.
  std::int64_t documents = 0;  ///< In the index now.
  std::int64_t off_topic = 0;  ///< Documents marked as off topic.
  std::int64_t left_out =
      0;  ///< Pages with a summary that are not in the index because they are off topic.
  std::int64_t serial = 0;  ///< Serial of the last change in the index.
  /// The index had another version or other fields, or the store of the summaries was replaced by
  /// an older copy, and was rebuilt.
  bool rebuilt = false;
  bool stopped = false;  ///< Ended by the stop flag; commits so far are kept.
  std::vector<std::pair<std::string, Error>> failed;  ///< URL of a summary that could not be read.
};

struct IndexOptions {
  int batch = 1000;                                            ///< Changes per commit.
  std::function<void(const IndexReport&)> progress = nullptr;  ///< After every commit.
  const std::atomic<bool>* stop = nullptr;  ///< Checked after every document and MiB of the files.
  /// The vocabulary of the summaries; null: the built-in one. An index with other fields is
  /// rebuilt.
  const summarizer::Vocabulary* words = nullptr;
  std::vector<Synonym> synonyms{};  ///< Replace the synonyms of the index.
  /// Called with the error when Xapian terminates the process after a failed write
  /// (indexer/termination.h); should print it and exit. Null: the process aborts.
  std::function<void(const Error&)> on_termination = nullptr;
  const TopicPages* on_topic = nullptr;  ///< Pages without an entry are on topic; null: all are.
  OffTopic off_topic = OffTopic::kAsBefore;
  /// Documents that stay although their summary was removed, by URL; an index that is built again
  /// cannot keep them. Null: none.
  const std::unordered_set<std::string>* keep = nullptr;
  /// URLs whose summary was removed before, and whose documents an earlier run kept.
  std::vector<std::string> take_out{};
};

/// Updates the index in `folder` from `source`; creates it if necessary.
///
/// A summary that cannot be read is listed in the report; the document it would have replaced
/// stays. A run that comes to its end leaves the digests of the files (index_digests.h); an index
/// that differs from them is damaged, and is not changed. Digests that cannot be written are an
/// error, too, after all is committed. Errors: kBusy when another process
/// indexes; kDiskFull (the last commit stays valid); kStorage, also for a damaged index, with the
/// remedy; those of `source`.
Result<IndexReport> update_index(const std::filesystem::path& folder,
                                 summarizer::SummarySource& source,
                                 const IndexOptions& options = {});

}  // namespace porthole::indexer
