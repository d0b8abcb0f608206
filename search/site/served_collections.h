#pragma once

/// The collections of a server: searched together or one alone, and what their stores know of a page.
/// This header is the room's own.
///
/// Thread safety: any thread.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "search/index/page_store.h"
#include "search/site/searcher_pool.h"
#include "summarizer/summary.h"

namespace porthole::search {

/// A collection as it is served.
struct ServedCollection {
  std::string name;
  std::filesystem::path index;       ///< Its index folder.
  std::shared_ptr<PageStore> pages;  ///< Null: there are no details but what the index has.
};

class ServedCollections {
 public:
  explicit ServedCollections(std::vector<ServedCollection> collections);

  /// The names in the order in which they were given.
  const std::vector<std::string>& names() const { return names_; }
  /// "cycling, knitting".
  std::string all_names() const;

  /// Of the collection with that name, or of all when it is "". Null when there is none.
  SearcherPool* searchers(std::string_view name);
  /// Of all.
  SearcherPool& searchers() { return *together_; }

  /// RDF/XML of the page from the first collection that has a summary of it; nothing when none has. Errors: kStorage when no
  /// collection is known to have one, and a store could not be read.
  Result<std::optional<std::string>> rdf(const std::string& url) const;
  /// The whole summary, or, where no store has one, what the index alone knows; nothing when no collection knows the page.
  /// Errors: kStorage when a store or an index could not be read.
  Result<std::optional<summarizer::Summary>> summary(const std::string& url);

 private:
  std::vector<ServedCollection> collections_;
  std::vector<std::string> names_;
  std::vector<std::unique_ptr<SearcherPool>> alone_;  // in the same order
  std::unique_ptr<SearcherPool> together_;
};

}  // namespace porthole::search
