#pragma once

/// IndexedPages: the pages that an index has, those that it marks as off topic apart.
///
/// In:  the folder of an index, which is not changed.
/// Out: whether a page is in it; the URLs of those that are not expected there.
///
/// Thread safety: const members, any thread.

#include <cstdint>
#include <filesystem>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/result.h"

namespace porthole::indexer {

class IndexedPages {
 public:
  /// No pages where there is no index. Errors: kStorage for a damaged index.
  static Result<IndexedPages> read(const std::filesystem::path& folder);

  /// Adds `url`; false when it has been there.
  bool add(const std::string& url);
  bool has(const std::string& url) const;
  std::int64_t count() const { return static_cast<std::int64_t>(pages_.size()); }

  /// The URLs of those that `others` has not, in order. Errors: as read().
  Result<std::vector<std::string>> without(const IndexedPages& others) const;

 private:
  std::filesystem::path folder_;
  std::unordered_set<std::uint64_t> pages_;  // hashes of their identity terms
};

}  // namespace porthole::indexer
