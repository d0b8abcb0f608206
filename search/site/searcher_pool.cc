#include "search/site/searcher_pool.h"

namespace porthole::search {

Result<Searcher> SearcherPool::take() {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      Searcher searcher = std::move(idle_.back());
      idle_.pop_back();
      return searcher;
    }
  }
  Result<Searcher> opened = Searcher::open(folders_);
  if (opened) return opened;
  Error error = opened.error();
  error.code = ErrorCode::kStorage;  // it was there when the server began
  return fail(std::move(error));
}

void SearcherPool::give_back(Searcher searcher) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(searcher));
}

}  // namespace porthole::search
