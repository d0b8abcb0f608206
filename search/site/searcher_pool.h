#pragma once

/// Searchers of one set of indexes, one for each thread that asks. This header is the room's own.
///
/// Thread safety: any thread.

#include <filesystem>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "search/index/commit_watch.h"
#include "search/ranking/searcher.h"

namespace porthole::search {

class SearcherPool {
 public:
  explicit SearcherPool(std::vector<std::filesystem::path> folders) : folders_(folders), watch_(std::move(folders)) {}

  /// What `use` makes of a searcher of its own for that time: they are not shared between threads. Errors: kStorage when an
  /// index is missing or cannot be opened; those of `use`.
  template <class Use>
  auto with_searcher(Use use) -> decltype(use(std::declval<Searcher&>())) {
    Result<Searcher> searcher = take();
    if (!searcher) return fail(searcher.error());
    auto result = use(*searcher);
    const bool is_good = result || result.error().code == ErrorCode::kInvalid;  // the query was at fault
    if (is_good) give_back(std::move(*searcher));
    return result;
  }

  /// Another text when one of the indexes has changed; "" when there is no telling.
  std::string commits() { return watch_.newest(); }

 private:
  Result<Searcher> take();
  void give_back(Searcher searcher);

  std::vector<std::filesystem::path> folders_;
  CommitWatch watch_;
  std::mutex mutex_;
  std::vector<Searcher> idle_;
};

}  // namespace porthole::search
