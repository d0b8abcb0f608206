#pragma once

/// The collections that a server searches: their searchers and their stored summaries.
///
/// Thread safety: any thread.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "search/index/page_store.h"
#include "search/site/searcher_pool.h"
#include "summarizer/summary.h"

namespace porthole::search {

struct ServedCollection {
  std::string name;
  std::filesystem::path index;       ///< Its index folder.
  std::shared_ptr<PageStore> pages;  ///< Null: summaries come from the index alone.
};

class ServedCollections {
 public:
  explicit ServedCollections(std::vector<ServedCollection> collections);

  /// The names in the order in which they were given.
  const std::vector<std::string>& names() const { return names_; }
  /// "cycling, knitting".
  std::string all_names() const;

  SearcherPool& searchers() { return searchers_; }

  /// RDF/XML of the page from the first collection that has its summary; nothing when none has.
  /// Errors: kStorage when no collection has it and a store could not be read.
  Result<std::optional<std::string>> rdf(const std::string& url) const;
  /// The stored summary of the page, else the part of it that the index holds; nothing when no
  /// collection knows the page. Errors: kStorage when a store or an index could not be read.
  Result<std::optional<summarizer::Summary>> summary(const std::string& url);

 private:
  std::vector<ServedCollection> collections_;
  std::vector<std::string> names_;
  SearcherPool searchers_;
};

}  // namespace porthole::search
