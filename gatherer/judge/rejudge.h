#pragma once

/// Judges the stored pages of a running crawl again, a part at a time, after the marks of the
/// taxonomy changed.
///
/// In:  pages of the repository; a judge with other marks.
/// Out: their judgements, stored; summaries that state others become stale.
///
/// Pages on which the most waiting URLs were found come first, then those that were found last. The
/// crawl goes on between two parts. Pages that come meanwhile are judged by the new marks in any
/// case.
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (VLDB), section 3.1 (relevance is computed anew when
/// what it depends on has changed), section 3.7.
/// Thread safety: one thread. Lifetime: the parts outlive it.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "base/result.h"
#include "gatherer/frontier/url_table.h"
#include "gatherer/judge/page_judge.h"
#include "repository/repository.h"

namespace porthole::gatherer {

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

}  // namespace porthole::gatherer
