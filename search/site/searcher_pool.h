#pragma once

/// Pool of Searcher objects: one set for each collection, and one for all collections together.
///
///   auto searcher = pool.acquire("cycling");
///   if (!searcher) return fail(searcher.error());
///   Result<Results> results = (*searcher)->search(request);
///
/// Thread safety: any thread; a lease belongs to one thread. Lifetime: outlives its leases.

#include <deque>
#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "search/index/revision.h"
#include "search/ranking/searcher.h"

namespace porthole::search {

class SearcherPool {
  struct IndexSet;

 public:
  /// Exclusive use of a searcher. The destructor returns it to the pool, unless its last operation
  /// failed.
  class Lease {
   public:
    Lease(Lease&& other) noexcept
        : set_(std::exchange(other.set_, nullptr)), searcher_(std::move(other.searcher_)) {}
    Lease& operator=(Lease&&) = delete;
    ~Lease();
    Searcher* operator->() { return &searcher_; }
    Searcher& operator*() { return searcher_; }

   private:
    friend class SearcherPool;
    Lease(IndexSet& set, Searcher searcher) : set_(&set), searcher_(std::move(searcher)) {}
    IndexSet* set_;
    Searcher searcher_;
  };

  struct Index {
    std::string collection;
    std::filesystem::path folder;
  };
  explicit SearcherPool(const std::vector<Index>& indexes);

  /// A searcher of one collection, or of all together for "". Errors: kNotFound when no collection
  /// has that name; kStorage when an index is missing or cannot be opened.
  Result<Lease> acquire(std::string_view collection = {});

  /// A text that changes with every change of the indexes that acquire(collection) searches; ""
  /// when it is not known.
  std::string revision(std::string_view collection = {});

 private:
  struct IndexSet {
    IndexSet(std::string collection_name, const std::vector<std::filesystem::path>& index_folders)
        : collection(std::move(collection_name)), folders(index_folders), watch(index_folders) {}

    const std::string collection;
    const std::vector<std::filesystem::path> folders;
    RevisionWatch watch;
    std::mutex mutex;
    std::vector<Searcher> idle;  // guarded by mutex
  };

  IndexSet* find(std::string_view collection);

  std::deque<IndexSet> sets_;  // all together first, then each collection
};

}  // namespace porthole::search
