#pragma once

/// Summaries: the RDF/XML of pages, and of URLs that only links describe; which of it is out of
/// date.
///
/// In:  summaries from the summarizer.
/// Out: pages and URLs to summarize; summaries, one by one or as a feed of changes.
///
/// Errors, threads and ownership: those of Repository.

#include <cstdint>
#include <optional>
#include <vector>

#include "base/result.h"
#include "repository/records.h"

namespace porthole::repository {

class Summaries {
 public:
  virtual ~Summaries() = default;

  /// Pages (fetched, not duplicates, not noindex, not gone) whose summary is missing or stale, at
  /// most `limit`.
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
  /// Stores the summaries of `pages` in one transaction and marks them fresh. `page` and `rdf` are
  /// read from each record; a page that was marked stale again meanwhile stays stale.
  virtual Result<void> put(const std::vector<SummaryRecord>& summaries) = 0;
  virtual Result<std::optional<SummaryRecord>> get(UrlId page) = 0;
  virtual Result<bool> has(UrlId page) = 0;
  /// Summaries with serial > `serial`, in order of serial, removed ones among them, at most
  /// `limit`; their `rdf` is left empty.
  virtual Result<std::vector<SummaryRecord>> after(std::int64_t serial, int limit) = 0;
  /// The greatest serial; 0 without summaries.
  virtual Result<std::int64_t> last_serial() = 0;
};

}  // namespace porthole::repository
