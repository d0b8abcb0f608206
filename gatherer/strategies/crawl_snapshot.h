#pragma once

/// CrawlSnapshot: an immutable copy of a crawl's link graph, which is distilled in the background
/// while the crawl continues.
///
/// In:  pages with site and relevance, links between them; or a repository.
/// Out: the distiller's input, and the page of each of its numbers.
///
/// Memory: 8 bytes a link, 20 a page; while pages are numbered, 4 more a URL. Links to pages that
/// are never added are ignored. Thread safety: one thread.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/relevance.h"
#include "base/result.h"
#include "repository/repository.h"
#include "topics/graph/hubs_authorities.h"

namespace porthole::gatherer {

using repository::UrlId;

class CrawlSnapshot {
 public:
  void reserve(std::size_t pages, std::size_t links);

  /// Requires: each page once, ids below 2^32. `site` is any number shared by the pages of a site.
  /// The relevance of a page that is not fetched yet may be an estimate, which lets it become an
  /// authority.
  void add_page(UrlId id, std::uint32_t site, Relevance relevance);
  void add_link(UrlId source, UrlId target);

  std::size_t pages() const { return pages_.size(); }
  std::size_t links() const { return links_.size(); }

 private:
  friend std::pair<topics::DistillerInput, std::vector<UrlId>> number_pages(
      CrawlSnapshot&& snapshot);

  std::vector<UrlId> pages_;
  std::vector<std::uint32_t> sites_;
  std::vector<double> relevance_;
  std::vector<topics::Citation> links_;  // of ids
};

/// Numbers the pages in the order in which they were added; the second part maps numbers to pages.
std::pair<topics::DistillerInput, std::vector<UrlId>> number_pages(CrawlSnapshot&& snapshot);

/// The graph of all fetched pages of `repository`. An alias is replaced by its target, a duplicate
/// by its original; links of duplicates are ignored.
///
/// Errors: those of the repository.
Result<CrawlSnapshot> snapshot_of(repository::Repository& repository);

}  // namespace porthole::gatherer
