#pragma once

/// Summaries: which pages, and which URLs that only links describe, have a summary, and which of
/// them are new or changed. Summaries themselves are made from the repository when they are read
/// (summarizer/summarizer.h).
///
/// In:  what the summarizer found to be new, changed or no longer described.
/// Out: pages and URLs to summarize; a feed of changes.
///
/// Errors, threads and ownership: those of Repository.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "repository/records.h"

namespace porthole::repository {

class Summaries {
 public:
  virtual ~Summaries() = default;

  /// Pages (fetched, not duplicates, not noindex, not gone) whose summary is missing, or changed
  /// since the last put(), at most `limit`.
  virtual Result<std::vector<UrlId>> stale_pages(int limit) = 0;
  /// URLs that are not pages, but of which relevant pages say something in a link (its text, title
  /// or alt): those that were fetched and whose media type no plug-in reads; and those that were
  /// not fetched yet, if pages of two or more sites other than their own say something. At most
  /// `limit`, those with the most sites first. Copies say nothing.
  virtual Result<std::vector<UrlId>> described_urls(std::int64_t limit) = 0;
  /// URLs that have a summary and are not pages to be summarized, in order.
  virtual Result<std::vector<UrlId>> summarized_urls() = 0;
  /// Removes the summaries of these, in one transaction.
  virtual Result<void> remove(const std::vector<UrlId>& urls) = 0;
  /// Gives these the next serials in one transaction, and marks their pages fresh. `page` and
  /// `digest` are read from each.
  virtual Result<void> put(const std::vector<SummaryChange>& changes) = 0;
  virtual Result<bool> has(UrlId page) = 0;
  /// The digest of the last put(); absent without a summary.
  virtual Result<std::optional<std::string>> digest(UrlId page) = 0;
  /// The last change of each page with serial > `serial`, in order of serial, at most `limit`;
  /// `digest` is left empty.
  virtual Result<std::vector<SummaryChange>> after(std::int64_t serial, int limit) = 0;
  /// The greatest serial; 0 without summaries.
  virtual Result<std::int64_t> last_serial() = 0;
};

}  // namespace porthole::repository
