#pragma once

/// The web as a complete crawl recorded it: pages with their text, links with their annotations,
/// and the URLs that answer no page. Crawls are played over it in seconds (played_crawl.h).
///
/// In:  a repository that has gathered the web with nothing left to fetch.
/// Out: pages by number; of each the links in order, past redirects and copies.
///
/// Links to URLs that are neither pages nor failures (out of scope, nofollow) are left out.
/// Memory: of a text the first kMostText bytes; about 400 bytes a link. Thread safety: const
/// members, any thread.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/document.h"
#include "base/link.h"
#include "base/result.h"
#include "repository/repository.h"

namespace porthole::labs {

class RecordedLinks {
 public:
  using PageId = std::uint32_t;
  static constexpr std::size_t kMostText = 60'000;

  struct Page {
    std::string url;
    std::uint32_t site = 0;  ///< As the specification of that crawl names sites, from 0.
    std::uint32_t host = 0;
    bool fails = false;                          ///< A request brings no page.
    Document document;                           ///< Title, description and text.
    std::optional<std::int64_t> content_length;  ///< CrawlState::KnownPage::content_length.
    std::vector<PageId> targets;                 ///< In the order of its links.
    std::vector<Link> links;
  };

  /// Errors: the repository's.
  static Result<RecordedLinks> read(repository::Repository& repository);

  const std::vector<Page>& pages() const { return pages_; }
  const std::vector<std::string>& sites() const { return sites_; }
  /// The page that a URL leads to, past redirects; no_page() if there is none.
  PageId find(std::string_view url_key) const;
  static constexpr PageId no_page() { return UINT32_MAX; }

 private:
  std::vector<Page> pages_;
  std::vector<std::string> sites_;
  std::unordered_map<std::string, PageId> by_key_;
};

}  // namespace porthole::labs
