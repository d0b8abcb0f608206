#pragma once

/// Finds pages that equal an earlier page of their site to the byte, by the hash of their digest.
///
/// Thread safety: one thread. Lifetime: the URL table outlives it.

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "gatherer/frontier/url_table.h"

namespace porthole::gatherer {

class PageCopies {
 public:
  explicit PageCopies(UrlTable& urls) : urls_(urls) {}

  /// Takes up a page of an earlier run that is not a copy and does not count as gone.
  void restore(UrlId page) { first_.emplace(key_of(page), page); }
  /// The page that `page` equals; 0 when it is the first of its kind. Requires: Entry::digest.
  UrlId original_of(UrlId page);
  /// Lists the copies of each page, for page_gone().
  void list_copies();
  /// The first copy of a page that is gone stands for the other copies (repository/records.h,
  /// Batch::failures).
  void page_gone(UrlId page);

 private:
  std::uint64_t key_of(UrlId page) const { return urls_[page].digest ^ urls_[page].site; }

  UrlTable& urls_;
  std::unordered_map<std::uint64_t, UrlId> first_;  ///< By key_of().
  std::unordered_map<UrlId, std::vector<UrlId>> copies_;
};

}  // namespace porthole::gatherer
