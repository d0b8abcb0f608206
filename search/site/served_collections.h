#pragma once

/// The collections that a server searches: their searchers and the summaries of their stores.
///
/// Thread safety: any thread.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "search/index/page_store.h"
#include "search/presentation/brand.h"
#include "search/presentation/overview.h"
#include "search/site/annotation_part.h"
#include "search/site/searcher_pool.h"
#include "summarizer/summary.h"

namespace porthole::search {

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
