#pragma once

/// The collections that a server searches: their searchers and the summaries of their stores.
///
/// Thread safety: any thread.

#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "search/index/page_store.h"
#include "search/index/revision.h"
#include "search/presentation/brand.h"
#include "search/presentation/overview.h"
#include "search/ranking/searcher.h"
#include "summarizer/summary.h"

namespace porthole::search {

/// Pool of Searcher objects: one set for each collection, and one for all collections together.
///
///   auto searcher = pool.acquire("cycling");
///   if (!searcher) return fail(searcher.error());
///   Result<Results> results = (*searcher)->search(request);
///
/// Thread safety: any thread; a lease belongs to one thread. Lifetime: outlives its leases.
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

struct ServedCollection {
  std::string name;
  std::filesystem::path index;       ///< Its index folder.
  std::shared_ptr<PageStore> pages;  ///< Null: summaries come from the index alone.
  Brand brand{};
  std::filesystem::path standing{};    ///< The folder of its standing questions.
  std::vector<std::string> folders{};  ///< URLs of the folders of its local documents.
  bool gives_files = false;            ///< Its documents may be given out as they were fetched.
};

class ServedCollections {
 public:
  explicit ServedCollections(std::vector<ServedCollection> collections);

  /// The names in the order in which they were given.
  const std::vector<std::string>& names() const { return names_; }
  /// The collections as readers know them: the title of one of that name, else those of all.
  std::string title(std::string_view name = {}) const;
  /// The presentation of the collection of that name; of the first one for any other name.
  const Brand& brand(std::string_view name = {}) const;
  /// The folder of the standing questions of the collection of that name; of the first one for any
  /// other name.
  const std::filesystem::path& standing(std::string_view name = {}) const;
  /// ServedCollection::folders of all.
  const std::vector<std::string>& folders() const { return folders_; }
  /// All collections may give their documents out.
  bool gives_files() const;
  /// The overview of the collection of that name, or of all for ""; null when there is none, or an
  /// index cannot be read.
  std::shared_ptr<const Overview> overview(const std::string& name);

  SearcherPool& searchers() { return searchers_; }

  /// The summary of the page from the first store that has it; nothing when none has. Errors:
  /// kStorage when no store has it and one could not be read.
  Result<std::optional<summarizer::Summary>> stored_summary(const std::string& url) const;
  /// The summary of the page from a store, else the part of it that the index holds; nothing when
  /// no collection knows the page. Errors: kStorage when a store or an index could not be read.
  /// `part`: the annotations by others that are wanted of it, and how many of its own at most;
  /// null for all.
  Result<std::optional<summarizer::Summary>> summary(const std::string& url,
                                                     AnnotationPart* part = nullptr);
  /// The page to be read; nothing when no store has its text. Errors: as stored_summary().
  Result<std::optional<summarizer::PageContent>> content(const std::string& url) const;
  /// The document as it was fetched; nothing when no store gives it. Errors: as stored_summary().
  Result<std::optional<StoredDocument>> document(const std::string& url) const;
  /// Links of other pages to the page, of all collections, or of the one of that name, merged.
  /// Errors: kStorage when a store could not be read.
  Result<std::vector<Backlink>> backlinks(const std::string& url, std::string_view name) const;

 private:
  /// The first that a store has, by `ask`. Errors: kStorage when none has it and one could not be
  /// read.
  template <class Found, class Ask>
  Result<std::optional<Found>> first_of_stores(Ask ask) const;
  Result<Overview> new_overview(const std::string& name);
  /// Null for a name that no collection has.
  const ServedCollection* find(std::string_view name) const;

  std::vector<ServedCollection> collections_;
  std::vector<std::string> names_;
  std::vector<std::string> folders_;
  SearcherPool searchers_;
  OverviewCache overviews_;
};

}  // namespace porthole::search
