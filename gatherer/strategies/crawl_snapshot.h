#pragma once

/// Who cites whom in a crawl at one moment: what is distilled beside the crawl while that goes on.
///
/// In:  pages with site and relevance, links between them; or a repository.
/// Out: the distiller's input, and which page each of its numbers means.
///
/// Memory: 8 bytes a link, 20 a page. Links may name pages that are never added; they are left out.
/// Thread safety: one thread.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/relevance.h"
#include "base/result.h"
#include "repository/repository.h"
#include "topics/graph/distiller.h"

namespace porthole::gatherer {

using repository::UrlId;

class CrawlSnapshot {
 public:
  void reserve(std::size_t pages, std::size_t links);

  /// Requires: each page once, ids below 2^32. `site` is any number that its pages have in common.
  /// The relevance of a page that is not fetched yet may be an estimate: it may then be an
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
  std::vector<float> relevance_;
  std::vector<topics::Citation> links_;  // of ids
};

/// Numbers the pages in the order in which they were added; the second part has the page of each
/// number.
std::pair<topics::DistillerInput, std::vector<UrlId>> number_pages(CrawlSnapshot&& snapshot);

/// Every fetched page of `repository` and the links between them. An alias is the page that it
/// leads to, a copy its original, and what a copy links to says nothing that its original does not
/// say.
///
/// Errors: those of the repository.
Result<CrawlSnapshot> snapshot_of(repository::Repository& repository);

}  // namespace porthole::gatherer
