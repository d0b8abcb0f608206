#pragma once

/// The indexer: RDF summaries in, a Xapian index out.
///
///   Result<IndexReport> report = update_index(folder, source, {});
///
/// Pages that are off topic are left out, or taken in and marked, so that searches can leave them
/// out.
///
/// Only what changed since the last run is indexed: the serial of the last summary done stands in
/// the index itself and is committed together with the documents. A process killed at any moment
/// leaves the last commit; the next run goes on from there. Searches see whole commits only.
///
/// Thread safety: one update of a folder at a time, in any process; the second gets kBusy.

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "indexer/synonyms.h"
#include "indexer/topic_pages.h"
#include "summarizer/schema/vocabulary.h"
#include "summarizer/summary.h"

namespace porthole::indexer {

struct IndexReport {
  std::int64_t indexed = 0;    ///< Documents added or replaced.
  std::int64_t removed = 0;    ///< Documents taken out.
  std::int64_t documents = 0;  ///< In the index now.
  std::int64_t off_topic = 0;  ///< Of these, marked as off topic.
  std::int64_t left_out =
      0;  ///< Pages that have a summary, and are not in the index since they are off topic.
  std::int64_t serial = 0;  ///< Of the last change that is in the index.
  bool rebuilt =
      false;  ///< The index was of another version, or had other fields, and was built anew.
  bool stopped = false;  ///< Ended by the stop flag; what was committed is kept.
  std::vector<std::pair<std::string, Error>> failed;  ///< URL of a summary that could not be read.
};

struct IndexOptions {
  int batch = 1000;                                            ///< Changes a commit.
  std::function<void(const IndexReport&)> progress = nullptr;  ///< After every commit.
  const std::atomic<bool>* stop = nullptr;                     ///< Looked at after every document.
  /// The words of the summaries; null: those that are built in. An index that was made with other
  /// fields is built anew.
  const summarizer::Vocabulary* words = nullptr;
  std::vector<Synonym> synonyms{};  ///< All that the index has afterwards.
  /// Called with the error when Xapian ends the process after a write that failed
  /// (indexer/termination.h); should print it and exit. Null: the process is aborted.
  std::function<void(const Error&)> on_termination = nullptr;
  const TopicPages* on_topic = nullptr;  ///< A page that is not there is on topic; null: all are.
  /// Required with `on_topic`: the last change of the page with this URL, nothing when it has no
  /// summary. Asked for where a page comes to the topic or leaves it while its summary stays.
  std::function<Result<std::optional<summarizer::SummaryChange>>(const std::string& url)>
      summary_of = nullptr;
  OffTopic off_topic = OffTopic::kAsBefore;
};

/// Brings the index in `folder` up to date with `source`, making it if need be.
///
/// A summary that cannot be read is listed in the report; the document it would have replaced
/// stays. Errors: kBusy when another process indexes; kDiskFull (the last commit stays valid);
/// kStorage, also for a damaged index, with the remedy; those of `source`.
Result<IndexReport> update_index(const std::filesystem::path& folder,
                                 summarizer::SummarySource& source,
                                 const IndexOptions& options = {});

}  // namespace porthole::indexer
