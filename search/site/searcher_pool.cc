#include "search/site/searcher_pool.h"

#include <algorithm>

namespace porthole::search {

SearcherPool::Lease::~Lease() {
  if (set_ == nullptr || !searcher_.is_usable()) return;
  const std::lock_guard lock(set_->mutex);
  set_->idle.push_back(std::move(searcher_));
}

SearcherPool::SearcherPool(const std::vector<Index>& indexes) {
  std::vector<std::filesystem::path> folders;
  for (const Index& index : indexes) folders.push_back(index.folder);
  sets_.emplace_back("", folders);
  for (const Index& index : indexes)
    sets_.emplace_back(index.collection, std::vector{index.folder});
}

Result<SearcherPool::Lease> SearcherPool::acquire(std::string_view collection) {
  IndexSet* const set = find(collection);
  if (set == nullptr) {
    return fail(ErrorCode::kNotFound, "there is no collection of this name",
                "all collections: /api/v1/collections");
  }
  {
    const std::lock_guard lock(set->mutex);
    if (!set->idle.empty()) {
      Lease lease(*set, std::move(set->idle.back()));
      set->idle.pop_back();
      return lease;
    }
  }
  Result<Searcher> opened = Searcher::open(set->folders);
  if (opened) return Lease(*set, std::move(*opened));
  Error error = opened.error();
  error.code = ErrorCode::kStorage;  // the index existed when the server started
  return fail(std::move(error));
}

std::string SearcherPool::revision(std::string_view collection) {
  IndexSet* const set = find(collection);
  return set == nullptr ? std::string() : set->watch.newest();
}

SearcherPool::IndexSet* SearcherPool::find(std::string_view collection) {
  const auto found = std::find_if(sets_.begin(), sets_.end(), [&](const IndexSet& set) {
    return set.collection == collection;
  });
  return found == sets_.end() ? nullptr : &*found;
}

}  // namespace porthole::search
