#pragma once

/// Judges the stored pages of a collection again: after a training, or when the topic's words or
/// the marks of the taxonomy changed.
///
/// In:  a collection with its repository, opened for writing.
/// Out: relevance and topic of its pages, as if they were fetched now; summaries that state others
///      become stale.
///
/// Thread safety: one thread.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/file_stamp.h"
#include "base/result.h"
#include "collection/collection.h"
#include "gatherer/frontier/url_table.h"
#include "gatherer/judge/page_judge.h"
#include "repository/repository.h"

namespace porthole::gatherer {

/// Judges one stored page; empty when its judgement is as before, or it was not fetched. Errors:
/// those of the repository.
Result<std::optional<repository::JudgementRecord>> judged_again(const PageJudge& judge,
                                                                repository::Pages& pages,
                                                                repository::UrlId id,
                                                                const std::string& href);

struct JudgeOptions {
  const std::atomic<bool>* stop = nullptr;                      ///< Checked after every page.
  std::function<void(std::int64_t judged)> progress = nullptr;  ///< Every hundred pages.
};

struct JudgeReport {
  std::int64_t judged = 0;
  std::int64_t changed = 0;          ///< Pages whose relevance or topic is another now.
  std::int64_t relevant = 0;         ///< Relevant pages, now and
  std::int64_t relevant_before = 0;  ///< before.
  bool stopped = false;              ///< By the stop flag: nothing was changed.
};

/// A stored page, which has its text, with its blocks where `text` needs them. Errors: those of the
/// repository.
Result<Document> document_to_judge(const repository::PageRecord& page, repository::UrlId id,
                                   repository::Pages& pages, topics::JudgedText text);
/// Judges the stored page at `href`, which has its text, with its blocks where the judge needs
/// them. Errors: those of the repository.
Result<Judgement> judge_stored(const PageJudge& judge, const repository::PageRecord& page,
                               const std::string& href, repository::Pages& pages);

/// Judges all pages. Nothing is written before all are judged, so an interrupted run changes
/// nothing. Errors: those of make_page_judge() and the repository.
Result<JudgeReport> judge_again(const collection::Collection& collection,
                                repository::Repository& repository, const JudgeOptions& options);

/// Judges the stored pages of a running crawl again, a part at a time, after the marks of the
/// taxonomy changed.
///
/// Pages on which the most waiting URLs were found come first, then those that were found last. The
/// crawl goes on between two parts. Pages that come meanwhile are judged by the new marks in any
/// case.
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (VLDB), section 3.1 (relevance is computed anew when
/// what it depends on has changed), section 3.7.
/// Thread safety: one thread. Lifetime: the parts outlive it.
class Rejudge {
 public:
  struct Parts {
    const PageJudge& judge;
    const UrlTable& urls;
    repository::Repository& repository;
    std::function<Result<void>()> flush;  ///< Writes all that was fetched; nobody writes then.
    /// Told of each page that is judged otherwise than before.
    std::function<void(UrlId page, bool relevant)> rejudged;
    std::size_t pages_of_a_part = 250;
  };
  explicit Rejudge(Parts parts) : parts_(std::move(parts)) {}

  /// Begins anew with all pages.
  void begin();
  bool has_work() const { return !waiting_.empty(); }
  std::size_t waiting() const { return waiting_.size(); }  ///< Pages that are still to be judged.
  /// Judges the next part; requires: has_work(). Errors: those of the repository.
  Result<void> advance();
  /// Pages whose judgement is another one, since begin().
  std::int64_t changed() const { return changed_; }

 private:
  Parts parts_;
  std::vector<UrlId> waiting_;  ///< The next at the end.
  std::int64_t changed_ = 0;
};

/// MarkWatch: notices that the taxonomy has other good topics while a crawl runs.
///
/// The taxonomy's file is looked at ten times a second. A file that cannot be read, or that marks a
/// topic which the classifier has not learned, is told in a warning, and the marks stay as they
/// were. Other changes of the file take effect when the classifier is trained again.
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (VLDB), section 3.7: one update statement marking
/// the ancestor good fixed the stagnation.
/// Thread safety: one thread, that of the judge. Lifetime: the judge and the clock outlive it.
class MarkWatch {
 public:
  /// `judge` is the one that make_page_judge() made for `collection`.
  MarkWatch(const collection::Collection& collection, PageJudge& judge, const Clock& clock);

  /// True if the judge has other marks since the last call.
  bool changed();

 private:
  Result<std::vector<std::string>> marked() const;

  std::filesystem::path folder_;
  std::string name_;  ///< The file, as the specification names it; "" without a taxonomy.
  std::filesystem::path file_;
  PageJudge& judge_;
  const Clock& clock_;
  std::vector<std::string> good_;
  FileStamp seen_{};
  SteadyTime looked_;
};

}  // namespace porthole::gatherer
