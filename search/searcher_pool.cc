#include "search/searcher_pool.h"

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
  return Searcher::open(folders_);
}

void SearcherPool::give_back(Searcher searcher) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(searcher));
}

}  // namespace porthole::search
