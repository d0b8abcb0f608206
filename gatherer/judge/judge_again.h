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
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/result.h"
#include "collection/collection.h"
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

}  // namespace porthole::gatherer
